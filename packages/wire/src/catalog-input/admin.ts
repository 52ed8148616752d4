/**
 * Wire to command for `POST /admin/events|tags|series` and the catalog's `PATCH` calls. Accepts the catalog's own field
 * names; only titles and questions are required. Unknown names are refused with their path.
 */
import { LABEL_LENGTH_MAX, slugOf, TITLE_LENGTH_MAX } from '@bellwether/contract';
import {
  type AddToCatalog,
  CATALOG_ITEMS_PER_COMMAND_MAX,
  type CatalogEventDefinition,
  type MarketDefinition,
  type SeriesDefinition,
  type TagDefinition,
  type UpdateCatalogEvent,
  type UpdateMarket,
} from '@bellwether/engine';
import { CatalogInputError, Fields, outcomePair, type Parsed, parsing } from './fields.ts';
import * as known from './known.ts';
import { type MarketIds, marketIdsOf, refuseOtherVersion } from './market-ids.ts';
import { type CatalogInputContext, CatalogNames } from './names.ts';
import {
  DEFAULT_OUTCOMES,
  eventText,
  marketFacts,
  marketFees,
  marketFlags,
  marketSizes,
  marketText,
  seriesParts,
  tagParts,
} from './parts.ts';

const NOTHING = { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [] } as const;

/** `POST /admin/events`: an event with nested markets as one command. */
export function parseAdminEvent(body: unknown, context: CatalogInputContext): Parsed<AddToCatalog> {
  return parsing(() => {
    const names = new CatalogNames(context);
    const fields = new Fields(body, '');
    fields.refuseUnknown(known.EVENT_FIELDS, known.EVENT_EXTRAS);
    if (context.hasVersions === false && fields.get('version') === 'v2')
      fields.fail('version', 'must be v1: the venue’s profile has no other');
    const { slugs: tagSlugs, added: tags } = references(fields, 'tags', 'label', (item) => newTag(item, names), names);
    const { slugs: seriesSlugs, added: series } = references(
      fields,
      'series',
      'title',
      (item) => newSeries(item, names),
      names,
    );
    const records = fields.records('markets');
    const negRisk = fields.flag(
      'negRisk',
      records.length > 0 && records.every((record) => record.get('negRisk') === true),
    );
    const event = newEvent(fields, names, { negRisk, tagSlugs, seriesSlugs });
    const ids = marketIdsOf(fields, records, negRisk, names);
    if (context.hasVersions === false)
      for (const [index, record] of records.entries()) {
        const { conditionId, tokenIds } = ids[index] as MarketIds;
        refuseOtherVersion(record, conditionId, tokenIds);
      }
    const markets = records.map((record, index) => newMarket(record, names, event, ids[index] as MarketIds));
    const items = 1 + markets.length + tags.length + series.length;
    if (items > CATALOG_ITEMS_PER_COMMAND_MAX) {
      fields.fail('markets', `too many: at most ${CATALOG_ITEMS_PER_COMMAND_MAX} markets, tags and series together`);
    }
    return { ...NOTHING, tags, series, events: [{ event, markets }] };
  });
}

export function parseTag(body: unknown, context: CatalogInputContext): Parsed<AddToCatalog> {
  return parsing(() => ({ ...NOTHING, tags: [newTag(new Fields(body, ''), new CatalogNames(context))] }));
}

export function parseSeries(body: unknown, context: CatalogInputContext): Parsed<AddToCatalog> {
  return parsing(() => ({ ...NOTHING, series: [newSeries(new Fields(body, ''), new CatalogNames(context))] }));
}

/** `PATCH /admin/events/{id}`: at least one of flags and text. */
export function parseEventPatch(body: unknown): Parsed<UpdateCatalogEvent['changes']> {
  return parsing(() => {
    const fields = new Fields(body, '');
    fields.refuseUnknown(known.EVENT_PATCH_FIELDS);
    const all = {
      ...eventText(fields),
      title: fields.has('title') ? fields.requiredText('title', TITLE_LENGTH_MAX) : '',
      ticker: fields.text('ticker', TITLE_LENGTH_MAX),
      active: fields.flag('active', false),
      closed: fields.flag('closed', false),
      archived: fields.flag('archived', false),
    };
    return given(fields, all, (name) => name);
  });
}

/** Wire names of market fields whose names in a patch differ from the engine's. */
const MARKET_WIRE_NAMES: Readonly<Record<string, string>> = {
  tick: 'orderPriceMinTickSize',
  minimumSize: 'orderMinSize',
  takerFeeRate: 'takerBaseFee',
  makerFeeRate: 'makerBaseFee',
  closeTimeMs: 'closeTime',
};

/**
 * `PATCH /admin/markets/{condition_id}`: at least one of flags, terms and text, with the names of the catalog or the
 * detail.
 */
export function parseMarketPatch(body: unknown): Parsed<UpdateMarket['changes']> {
  return parsing(() => {
    const fields = new Fields(inCatalogNames(body), '');
    fields.refuseUnknown(known.MARKET_PATCH_FIELDS);
    const all = {
      ...marketText(fields),
      ...marketSizes(fields),
      takerFeeRate: fields.feeRate('takerBaseFee', 0),
      makerFeeRate: fields.feeRate('makerBaseFee', 0),
      question: fields.has('question') ? fields.requiredText('question', TITLE_LENGTH_MAX) : '',
      active: fields.flag('active', false),
      closed: fields.flag('closed', false),
      archived: fields.flag('archived', false),
      acceptingOrders: fields.flag('acceptingOrders', false),
    };
    return given(fields, all, (name) => MARKET_WIRE_NAMES[name] ?? name);
  });
}

/** Renames fields of the market detail, which is the answer to a patch, to the catalog's names. */
function inCatalogNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const renamed = new Map<string, unknown>();
  for (const [given, value] of Object.entries(body)) {
    const name = known.MARKET_DETAIL_NAMES.get(given) ?? given;
    if (renamed.has(name) && renamed.get(name) !== value)
      throw new CatalogInputError(given, `is the same as ${name}, here with another value: send one`);
    // Removing the closing time is a change like any other; elsewhere null means absent.
    renamed.set(name, name === 'closeTime' && value === null ? '' : value);
  }
  return Object.fromEntries(renamed);
}

/** Entries of `all` whose field is in the request. */
function given<T extends object>(fields: Fields, all: T, wireName: (name: string) => string): Partial<T> {
  const entries = Object.entries(all).filter(([name]) => fields.has(wireName(name)));
  if (entries.length === 0) fields.fail('', 'names nothing to change');
  return Object.fromEntries(entries) as Partial<T>;
}

function newEvent(
  fields: Fields,
  names: CatalogNames,
  parts: Pick<CatalogEventDefinition, 'negRisk' | 'tagSlugs' | 'seriesSlugs'>,
): CatalogEventDefinition {
  const title = fields.requiredText('title', TITLE_LENGTH_MAX);
  const id = fields.catalogId('id');
  if (id !== null) names.claim(fields, 'id', 'event', id);
  const slug = names.slug(fields, title, 'event');
  const text = eventText(fields);
  return {
    ...text,
    ...parts,
    id,
    slug,
    title,
    ticker: fields.text('ticker', TITLE_LENGTH_MAX, slug),
    startDate: text.startDate || names.now,
    creationDate: fields.date('creationDate', names.now),
    createdAt: fields.date('createdAt', names.now),
    updatedAt: fields.date('updatedAt', names.now),
    active: fields.flag('active', true),
    closed: fields.flag('closed', false),
    archived: fields.flag('archived', false),
    negRiskMarketId: fields.text('negRiskMarketID', 66) || (parts.negRisk ? names.hash() : ''),
    sites: siteNames(fields),
    creator: siteName(fields.text('creator', LABEL_LENGTH_MAX)),
    metadata: fields.metadata('eventMetadata'),
  };
}

function newMarket(
  fields: Fields,
  names: CatalogNames,
  event: CatalogEventDefinition,
  { conditionId, tokenIds }: MarketIds,
): MarketDefinition {
  fields.refuseUnknown(known.MARKET_FIELDS, known.MARKET_EXTRAS);
  const question = fields.requiredText('question', TITLE_LENGTH_MAX);
  const id = fields.catalogId('id');
  if (id !== null) names.claim(fields, 'id', 'market', id);
  names.claim(fields, 'conditionId', 'condition', conditionId);
  const outcomes = fields.strings('outcomes') ?? DEFAULT_OUTCOMES;
  for (const token of tokenIds) names.claim(fields, 'clobTokenIds', 'token', token);
  if (fields.flag('negRisk', event.negRisk) !== event.negRisk) {
    fields.fail('negRisk', `must equal its event's (${event.negRisk})`);
  }
  const text = marketText(fields);
  const { takerFeeRate, makerFeeRate } = marketFees(fields, false);
  const facts = marketFacts(fields);
  return {
    ...text,
    ...marketSizes(fields),
    takerFeeRate,
    makerFeeRate,
    ...marketFlags(fields),
    ...facts,
    id,
    question,
    conditionId,
    questionId: fields.text('questionID', 66) || names.hash(),
    slug: names.slug(fields, question, 'market'),
    outcomes: outcomePair(outcomes, fields.at('outcomes')),
    tokenIds,
    description: text.description || event.description,
    resolutionSource: text.resolutionSource || event.resolutionSource,
    image: text.image || event.image,
    icon: text.icon || event.icon,
    startDate: text.startDate || event.startDate,
    endDate: text.endDate || event.endDate,
    createdAt: fields.date('createdAt', names.now),
    updatedAt: fields.date('updatedAt', names.now),
    acceptingOrderTimestamp: facts.acceptingOrderTimestamp || names.now,
    negRisk: event.negRisk,
    negRiskMarketId: facts.negRiskMarketId || event.negRiskMarketId,
    negRiskRequestId: facts.negRiskRequestId || (event.negRisk ? names.hash() : ''),
    tagLabels: [],
    payouts: null,
  };
}

function newTag(fields: Fields, names: CatalogNames): TagDefinition {
  fields.refuseUnknown(known.TAG_FIELDS, known.TAG_EXTRAS);
  const tag = tagParts(fields);
  const slug = names.slug(fields, tag.label, 'tag');
  return { ...tag, slug, createdAt: tag.createdAt || names.now, updatedAt: tag.updatedAt || names.now };
}

function newSeries(fields: Fields, names: CatalogNames): SeriesDefinition {
  fields.refuseUnknown(known.SERIES_FIELDS, known.SERIES_EXTRAS);
  const series = seriesParts(fields);
  const slug = names.slug(fields, series.title, 'series');
  return {
    ...series,
    slug,
    ticker: series.ticker || slug,
    createdAt: series.createdAt || names.now,
    updatedAt: series.updatedAt || names.now,
  };
}

/**
 * Tags or series of an event, each an object or just its name. Existing ones are referred to by slug, the others are
 * added. Duplicates count once.
 */
function references<T extends { readonly slug: string }>(
  fields: Fields,
  name: 'tags' | 'series',
  labelField: 'label' | 'title',
  add: (fields: Fields) => T,
  names: CatalogNames,
): { slugs: string[]; added: T[] } {
  const slugs = new Set<string>();
  const added: T[] = [];
  fields.list(name).forEach((value, index) => {
    const record = typeof value === 'string' ? { [labelField]: value } : value;
    const item = new Fields(record, `${fields.at(name)}[${index}]`);
    const slug = item.slug('slug') || slugOf(item.requiredText(labelField, LABEL_LENGTH_MAX));
    if (slugs.has(slug)) return;
    if (slug === '' || !names.isKnown(name === 'tags' ? 'tag' : 'series', slug)) {
      const definition = add(item);
      added.push(definition);
      slugs.add(definition.slug);
    } else {
      slugs.add(slug);
    }
  });
  return { slugs: [...slugs], added };
}

/** Site identifiers are case-insensitive, so that a wallet address works in any spelling. */
function siteName(name: string): string {
  return name.trim().toLowerCase();
}

function siteNames(fields: Fields): string[] {
  const names = (fields.strings('sites') ?? []).map(siteName);
  if (names.some((name) => name === '' || name.length > LABEL_LENGTH_MAX)) {
    fields.fail('sites', `must be names of 1 to ${LABEL_LENGTH_MAX} characters`);
  }
  return [...new Set(names)];
}
