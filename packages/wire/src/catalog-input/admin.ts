/**
 * Wire to command for `POST /admin/events|tags|series` and the catalog's `PATCH` calls. Accepts the catalog's own field
 * names; only titles and questions are required. Unknown names are refused with their path.
 */
import {
  CATALOG_VISIBILITY,
  EVENT_FIELDS,
  EVENT_PATCH_FIELDS,
  EVENT_TEXT,
  MARKET_DETAIL_NAMES,
  MARKET_FIELDS,
  MARKET_PATCH_FIELDS,
  MARKET_SIZES,
  MARKET_TEXT,
  SERIES_FIELDS,
  slugOf,
  TAG_FIELDS,
  TITLE_LENGTH_MAX,
} from '@bellwether/contract';
import {
  type AddToCatalog,
  CATALOG_ITEMS_PER_COMMAND_MAX,
  type CatalogEventDefinition,
  lineProblem,
  type MarketDefinition,
  type MarketTerms,
  type SeriesDefinition,
  type TagDefinition,
  textProblem,
  type UpdateCatalogEvent,
  type UpdateMarket,
} from '@bellwether/engine';
import { CatalogInputError, Fields, type Parsed, parsing } from './fields.ts';
import { readHouseMaker } from './house-maker.ts';
import * as known from './known.ts';
import { type MarketIds, marketIdsOf, refuseOtherVersion } from './market-ids.ts';
import { type CatalogInputContext, CatalogNames } from './names.ts';
import { readNumeric } from './numeric-event.ts';
import { DEFAULT_OUTCOMES, marketFacts, marketFees, marketFlags, marketSizes, outcomePair } from './parts.ts';

const NOTHING = { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [] } as const;

/** `POST /admin/events`: an event with nested markets as one command. */
export function parseAdminEvent(body: unknown, context: CatalogInputContext): Parsed<AddToCatalog> {
  return parsing(() => {
    const names = new CatalogNames(context);
    const fields = new Fields(body, '');
    fields.checkInput(EVENT_FIELDS, known.EVENT_EXTRAS);
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
    const numeric = readNumeric(fields);
    const records = numeric?.markets ?? fields.records('markets');
    const areAll = records.length > 0 && records.every((record) => record.get('negRisk') === true);
    const negRisk = fields.read(EVENT_FIELDS, 'negRisk', numeric !== null || areAll);
    const event = newEvent(fields, names, { negRisk, tagSlugs, seriesSlugs }, numeric?.metadata);
    const ids = marketIdsOf(fields, records, negRisk, names);
    if (context.hasVersions === false)
      for (const [index, record] of records.entries()) {
        const { conditionId, tokenIds } = ids[index] as MarketIds;
        refuseOtherVersion(record, conditionId, tokenIds);
      }
    const markets = records.map((record, index) =>
      newMarket(record, names, { event, fields }, ids[index] as MarketIds),
    );
    const items = 1 + markets.length + tags.length + series.length;
    if (items > CATALOG_ITEMS_PER_COMMAND_MAX) {
      fields.fail('markets', `too many: at most ${CATALOG_ITEMS_PER_COMMAND_MAX} markets, tags and series together`);
    }
    const house = readHouseMaker(fields, { markets: markets.length, negRisk, opening: numeric?.opening ?? null });
    return { ...NOTHING, tags, series, events: [{ event, markets, ...house }] };
  });
}

export function parseTag(body: unknown, context: CatalogInputContext): Parsed<AddToCatalog> {
  return parsing(() => ({ ...NOTHING, tags: [newTag(new Fields(body, ''), new CatalogNames(context))] }));
}

export function parseSeries(body: unknown, context: CatalogInputContext): Parsed<AddToCatalog> {
  return parsing(() => ({ ...NOTHING, series: [newSeries(new Fields(body, ''), new CatalogNames(context))] }));
}

/** `PATCH /admin/events/{id}`: at least one of flags and text. */
export function parseEventPatch(body: unknown): Parsed<Pick<UpdateCatalogEvent, 'changes' | 'openTimeMs'>> {
  return parsing(() => {
    const fields = new Fields(withoutNullTimes(body), '');
    fields.checkInput(EVENT_PATCH_FIELDS);
    const { openTime, ...changes } = fields.given(EVENT_PATCH_FIELDS);
    lineOf(fields, 'title', changes.title);
    return { changes, ...(openTime !== undefined && { openTimeMs: openTime }) };
  });
}

/** The engine's names of market fields that have others on the wire. */
const MARKET_NAMES: Readonly<Record<string, keyof UpdateMarket['changes']>> = {
  orderPriceMinTickSize: 'tick',
  orderMinSize: 'minimumSize',
  takerBaseFee: 'takerFeeRate',
  makerBaseFee: 'makerFeeRate',
  closeTime: 'closeTimeMs',
  openTime: 'openTimeMs',
};

/**
 * `PATCH /admin/markets/{condition_id}`: at least one of flags, terms and text, with the names of the catalog or the
 * detail.
 */
export function parseMarketPatch(body: unknown): Parsed<UpdateMarket['changes']> {
  return parsing(() => {
    const fields = new Fields(inCatalogNames(body), '');
    fields.checkInput(MARKET_PATCH_FIELDS);
    const given = fields.given(MARKET_PATCH_FIELDS);
    lineOf(fields, 'question', given.question);
    lineOf(fields, 'groupItemTitle', given.groupItemTitle);
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [MARKET_NAMES[name] ?? name, value]));
  });
}

/** Refuses a title or a label that is no text of one line. Imported catalogs keep theirs. */
function lineOf(fields: Fields, name: string, value = ''): string {
  const problem = textProblem(value, TITLE_LENGTH_MAX) ?? lineProblem(value);
  return problem === null ? value : fields.fail(name, problem);
}

/** Fields that null removes, which is a change like any other; elsewhere null means absent. */
const TIMES: ReadonlySet<string> = new Set(['closeTime', 'openTime']);

function withoutNullTimes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const shown = ([name, value]: [string, unknown]) => [name, TIMES.has(name) && value === null ? '' : value];
  return Object.fromEntries(Object.entries(body).map(shown));
}

/** Renames fields of the market detail, which is the answer to a patch, to the catalog's names. */
function inCatalogNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const renamed = new Map<string, unknown>();
  for (const [given, value] of Object.entries(body)) {
    const name = MARKET_DETAIL_NAMES.get(given) ?? given;
    if (renamed.has(name) && renamed.get(name) !== value)
      throw new CatalogInputError(given, `is the same as ${name}, here with another value: send one`);
    renamed.set(name, value);
  }
  return withoutNullTimes(Object.fromEntries(renamed));
}

function newEvent(
  fields: Fields,
  names: CatalogNames,
  parts: Pick<CatalogEventDefinition, 'negRisk' | 'tagSlugs' | 'seriesSlugs'>,
  metadata: CatalogEventDefinition['metadata'] = {},
): CatalogEventDefinition {
  const title = lineOf(fields, 'title', fields.read(EVENT_FIELDS, 'title'));
  const id = fields.read(EVENT_FIELDS, 'id');
  if (id !== null) names.claim(fields, 'id', 'event', id);
  const slug = names.slug(fields, title, 'event');
  const text = fields.all(EVENT_TEXT);
  return {
    ...text,
    ...parts,
    id,
    slug,
    title,
    ticker: fields.read(EVENT_FIELDS, 'ticker', slug),
    startDate: text.startDate || names.now,
    creationDate: fields.read(EVENT_FIELDS, 'creationDate', names.now),
    createdAt: fields.read(EVENT_FIELDS, 'createdAt', names.now),
    updatedAt: fields.read(EVENT_FIELDS, 'updatedAt', names.now),
    ...fields.all(CATALOG_VISIBILITY),
    negRiskMarketId: fields.read(EVENT_FIELDS, 'negRiskMarketID') || (parts.negRisk ? names.hash() : ''),
    sites: siteNames(fields),
    creator: siteName(fields.read(EVENT_FIELDS, 'creator')),
    metadata: { ...fields.read(EVENT_FIELDS, 'eventMetadata'), ...metadata },
  };
}

function newMarket(
  fields: Fields,
  names: CatalogNames,
  { event, fields: ofEvent }: { readonly event: CatalogEventDefinition; readonly fields: Fields },
  { conditionId, tokenIds }: MarketIds,
): MarketDefinition {
  fields.checkInput(MARKET_FIELDS, known.MARKET_EXTRAS);
  const question = lineOf(fields, 'question', fields.read(MARKET_FIELDS, 'question'));
  const id = fields.read(MARKET_FIELDS, 'id');
  if (id !== null) names.claim(fields, 'id', 'market', id);
  names.claim(fields, 'conditionId', 'condition', conditionId);
  const outcomes = outcomePair(fields.read(MARKET_FIELDS, 'outcomes') ?? DEFAULT_OUTCOMES, fields.at('outcomes'));
  for (const label of outcomes) lineOf(fields, 'outcomes', label);
  for (const token of tokenIds) names.claim(fields, 'clobTokenIds', 'token', token);
  if (fields.read(MARKET_FIELDS, 'negRisk', event.negRisk) !== event.negRisk) {
    fields.fail('negRisk', `must equal its event's (${event.negRisk})`);
  }
  const text = fields.all(MARKET_TEXT);
  lineOf(fields, 'groupItemTitle', text.groupItemTitle);
  const { takerFeeRate, makerFeeRate } = marketFees(fields, false);
  const facts = marketFacts(fields);
  const flags = marketFlags(fields);
  const endDate = text.endDate || event.endDate;
  return {
    ...text,
    ...marketSizes(fields),
    ...tradingTimes([fields, ofEvent], flags.closed ? '' : endDate, names.now),
    takerFeeRate,
    makerFeeRate,
    ...flags,
    ...facts,
    id,
    question,
    conditionId,
    questionId: fields.read(MARKET_FIELDS, 'questionID') || names.hash(),
    slug: names.slug(fields, question, 'market'),
    outcomes,
    tokenIds,
    description: text.description || event.description,
    resolutionSource: text.resolutionSource || event.resolutionSource,
    image: text.image || event.image,
    icon: text.icon || event.icon,
    startDate: text.startDate || event.startDate,
    endDate,
    createdAt: fields.read(MARKET_FIELDS, 'createdAt', names.now),
    updatedAt: fields.read(MARKET_FIELDS, 'updatedAt', names.now),
    acceptingOrderTimestamp: facts.acceptingOrderTimestamp || names.now,
    negRisk: event.negRisk,
    negRiskMarketId: facts.negRiskMarketId || event.negRiskMarketId,
    negRiskRequestId: facts.negRiskRequestId || (event.negRisk ? names.hash() : ''),
    tagLabels: [],
    payouts: null,
  };
}

/**
 * Opening and closing time of a market: its own, else that of its event. Trading closes at the end date by default, if
 * that lies ahead; null says that it does not.
 */
function tradingTimes(
  places: readonly [market: Fields, event: Fields],
  endDate: string,
  now: string,
): Pick<MarketTerms, 'closeTimeMs' | 'openTimeMs'> {
  const read = (name: 'closeTime' | 'openTime'): number | null | undefined => {
    const place = places.find((fields) => fields.names(name));
    return place?.read(MARKET_SIZES, name);
  };
  const endMs = Date.parse(endDate);
  const ends = endMs > Date.parse(now) ? endMs : null;
  const [closeTimeMs = ends, openTimeMs = null] = [read('closeTime'), read('openTime')];
  return { closeTimeMs, ...(openTimeMs !== null && { openTimeMs }) };
}

function newTag(fields: Fields, names: CatalogNames): TagDefinition {
  fields.checkInput(TAG_FIELDS, known.TAG_EXTRAS);
  const tag = fields.all(TAG_FIELDS);
  const slug = names.slug(fields, lineOf(fields, 'label', tag.label), 'tag');
  return { ...tag, slug, createdAt: tag.createdAt || names.now, updatedAt: tag.updatedAt || names.now };
}

function newSeries(fields: Fields, names: CatalogNames): SeriesDefinition {
  fields.checkInput(SERIES_FIELDS, known.SERIES_EXTRAS);
  const series = fields.all(SERIES_FIELDS);
  const slug = names.slug(fields, lineOf(fields, 'title', series.title), 'series');
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
    const slug = item.read(TAG_FIELDS, 'slug') || slugOf(item.as(TAG_FIELDS.label, labelField));
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
  const names = (fields.read(EVENT_FIELDS, 'sites') ?? []).map(siteName);
  const { max } = EVENT_FIELDS.creator;
  if (names.some((name) => name === '' || name.length > max)) {
    fields.fail('sites', `must be names of 1 to ${max} characters`);
  }
  return [...new Set(names)];
}
