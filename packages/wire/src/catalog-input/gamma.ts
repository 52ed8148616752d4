/**
 * Wire to definitions for recorded catalog records (events with nested markets, markets with their event, tags,
 * series), keeping their ids. Fields without use here stay unread, and the import's notes name them: recorded payloads have
 * many and gain more.
 */
import {
  CATALOG_VISIBILITY,
  EVENT_FIELDS,
  EVENT_TEXT,
  MARKET_FIELDS,
  MARKET_SIZES,
  MARKET_TEXT,
  SERIES_FIELDS,
  TAG_FIELDS,
} from '@bellwether/contract';
import type { CatalogEventDefinition, MarketDefinition, SeriesDefinition, TagDefinition } from '@bellwether/engine';
import { type Fields, parseScaled } from './fields.ts';
import type { RecordContext } from './import-notes.ts';
import { recordedTokenIds, refuseOtherVersion, versionIn } from './market-ids.ts';
import * as parts from './parts.ts';
import { recordedHalfTicks } from './recorded-terms.ts';

/** A tag as recorded: id, label and slug are required. `now` replaces unknown dates. */
export function recordedTag(fields: Fields, now: string): TagDefinition {
  const tag = fields.all(TAG_FIELDS);
  const id = fields.required('id', tag.id);
  return { ...tag, id, slug: requiredSlug(fields), createdAt: tag.createdAt || now, updatedAt: tag.updatedAt || now };
}

/** A series as recorded: id, title and slug are required. */
export function recordedSeries(fields: Fields, now: string): SeriesDefinition {
  const series = fields.all(SERIES_FIELDS);
  return {
    ...series,
    id: fields.required('id', series.id),
    slug: requiredSlug(fields),
    createdAt: series.createdAt || now,
    updatedAt: series.updatedAt || now,
  };
}

/**
 * An event as recorded, without tags, series and markets, which callers read from its arrays. `market` is the record
 * that the event came in; null for an event by itself.
 */
export function recordedEvent(
  fields: Fields,
  market: Fields | null,
  { now, notes }: RecordContext,
): CatalogEventDefinition {
  const id = fields.required('id', fields.read(EVENT_FIELDS, 'id'));
  const slug = requiredSlug(fields);
  const markets = [...(market === null ? [] : [market]), ...fields.records('markets')];
  const createdAt = fields.date('createdAt', now);
  const text = fields.all(EVENT_TEXT);
  notes.dates(text.endDate, `event ${slug}`, fields.path);
  return {
    ...text,
    id,
    slug,
    title: fields.read(EVENT_FIELDS, 'title'),
    ticker: fields.read(EVENT_FIELDS, 'ticker'),
    creationDate: fields.read(EVENT_FIELDS, 'creationDate', createdAt),
    createdAt,
    updatedAt: fields.read(EVENT_FIELDS, 'updatedAt', createdAt),
    ...fields.all(CATALOG_VISIBILITY),
    negRisk: fields.flag('negRisk', markets.length > 0 && markets.every((each) => each.get('negRisk') === true)),
    negRiskMarketId: fields.read(EVENT_FIELDS, 'negRiskMarketID'),
    tagSlugs: [],
    seriesSlugs: [],
    sites: [],
    creator: '',
    metadata: fields.read(EVENT_FIELDS, 'eventMetadata'),
  };
}

/**
 * Outcome token ids; null for a record without any, however it expresses that. Records of version v2 may have only
 * `positionIds`.
 */
function recordedTokens(fields: Fields): readonly string[] | null {
  const given = fields.strings('clobTokenIds');
  const ids = given === null && versionIn(fields) === 'v2' ? fields.strings('positionIds') : given;
  return ids?.every((id) => id === '') ? null : ids;
}

/** True for an open market of a one-winner event without token ids yet. */
export function isPlaceholder(fields: Fields, event: CatalogEventDefinition | null): boolean {
  const negRisk = fields.flag('negRisk', event?.negRisk ?? false);
  return negRisk && !fields.flag('closed', false) && recordedTokens(fields) === null;
}

/** A market as recorded, inside `event`, or without one (null). */
export function recordedMarket(
  fields: Fields,
  event: CatalogEventDefinition | null,
  { now, notes, hasVersions }: RecordContext,
): MarketDefinition {
  const id = fields.required('id', fields.read(EVENT_FIELDS, 'id'));
  const conditionId = fields.required('conditionId', fields.read(MARKET_FIELDS, 'conditionId'));
  const negRisk = fields.flag('negRisk', event?.negRisk ?? false);
  if (event !== null && negRisk !== event.negRisk) fields.fail('negRisk', `must equal its event's (${event.negRisk})`);
  const flags = parts.marketFlags(fields);
  const tokens = recordedTokens(fields);
  if (tokens === null && flags.acceptingOrders) fields.fail('clobTokenIds', 'is required while orders are accepted');
  const createdAt = fields.date('createdAt', now);
  const given = fields.all(MARKET_TEXT);
  const endDate = given.endDate || (event?.endDate ?? '');
  const text = { ...given, startDate: given.startDate || (event?.startDate ?? ''), endDate };
  const { notes: fees, ...rates } = parts.marketFees(fields, true);
  const sizes = parts.marketSizes(fields);
  const payouts = recordedPayouts(fields, flags.closed, negRisk);
  const isLost = flags.closed && payouts === null;
  if (isLost && fields.says('refunded', true)) notes.refunded(`market ${conditionId}`, fields.path);
  const price = isLost ? recordedPrice(fields) : null;
  notes.market(endDate, fees, tokens === null, `market ${conditionId}`, fields.path);
  const tokenIds = recordedTokenIds(fields, conditionId, tokens);
  if (!hasVersions) refuseOtherVersion(fields, conditionId, tokenIds);
  notes.positions(conditionId, tokenIds, fields.path);
  return {
    ...text,
    ...sizes,
    ...rates,
    // Once trading is over, the record may say when it ended.
    closeTimeMs: sizes.closeTimeMs ?? (flags.closed ? fields.as(MARKET_SIZES.closeTime, 'closedTime') : null),
    ...flags,
    active: notes.active(flags.active, flags.acceptingOrders, `market ${conditionId}`, fields.path),
    ...parts.marketFacts(fields),
    id,
    question: fields.read(MARKET_FIELDS, 'question'),
    conditionId,
    questionId: fields.read(MARKET_FIELDS, 'questionID'),
    slug: requiredSlug(fields),
    outcomes: parts.outcomePair(fields.strings('outcomes') ?? parts.DEFAULT_OUTCOMES, fields.at('outcomes')),
    tokenIds,
    createdAt,
    updatedAt: fields.date('updatedAt', createdAt),
    negRisk,
    tagLabels: event === null ? tagLabels(fields) : [],
    payouts,
    ...(price !== null && { recordedPriceHalfTicks: price }),
  };
}

/** Recorded price in 1/20000. Records of a venue like this one mark unknown prices; these are null. */
function recordedPrice(fields: Fields): number | null {
  if (fields.says('priceKnown', false)) return null;
  return recordedHalfTicks(fields.strings('outcomePrices') ?? []);
}

const requiredSlug = (fields: Fields): string => fields.required('slug', fields.read(TAG_FIELDS, 'slug'));

function tagLabels(fields: Fields): string[] {
  return fields.records('tags').map((tag) => tag.read(TAG_FIELDS, 'label'));
}

/**
 * Payouts of a closed market that is marked as resolved: its final prices, if they are valid payouts here and not the
 * even ones shown for a refund; otherwise null.
 */
function recordedPayouts(fields: Fields, closed: boolean, negRisk: boolean): readonly [number, number] | null {
  if (!closed) return null;
  const marks = { umaResolutionStatus: 'resolved', automaticallyResolved: true, resolved: true };
  if (Object.entries(marks).filter(([name, value]) => fields.says(name, value)).length === 0) return null;
  if (fields.says('refunded', true)) return null;
  const [first, second] = (fields.strings('outcomePrices') ?? []).map((price) => parseScaled(price, 4));
  if (first === undefined || second === undefined || first === null || second === null) return null;
  if (first + second !== 10_000 || (negRisk && first !== 0 && second !== 0)) return null;
  return [first, second];
}
