/**
 * Common parts of events, markets, tags and series from any source: admin requests and recorded catalog payloads use
 * the same field names. Only reads fields; ids, slugs and defaults are up to the callers.
 */
import { LABEL_LENGTH_MAX, TEXT_LENGTH_MAX, TITLE_LENGTH_MAX, URL_LENGTH_MAX } from '@bellwether/contract';
import {
  type CatalogEventText,
  type MarketDefinition,
  type MarketFlags,
  type MarketTerms,
  type MarketText,
  micros,
  type SeriesDefinition,
  type TagDefinition,
} from '@bellwether/engine';
import type { Fields } from './fields.ts';
import { type RecordedFees, recordedFees } from './recorded-terms.ts';

export const DEFAULT_TICK = 100;
export const DEFAULT_MINIMUM_SIZE = micros(5_000_000);
export const DEFAULT_OUTCOMES = ['Yes', 'No'] as const;

const REWARDS_RATES_MAX = 20;
const ASSET_LENGTH_MAX = 66;

/** Text of an event except its title, which not every caller requires. */
export function eventText(fields: Fields): Omit<CatalogEventText, 'title' | 'ticker'> {
  return {
    description: fields.text('description', TEXT_LENGTH_MAX),
    resolutionSource: fields.text('resolutionSource', URL_LENGTH_MAX),
    image: fields.text('image', URL_LENGTH_MAX),
    icon: fields.text('icon', URL_LENGTH_MAX),
    startDate: fields.date('startDate'),
    endDate: fields.date('endDate'),
  };
}

export function marketText(fields: Fields): Omit<MarketText, 'question'> {
  return {
    ...eventText(fields),
    gameStartTime: fields.date('gameStartTime'),
    groupItemTitle: fields.text('groupItemTitle', LABEL_LENGTH_MAX),
  };
}

/** Trading terms except fees. */
export function marketSizes(fields: Fields): Pick<MarketTerms, 'tick' | 'minimumSize' | 'closeTimeMs'> {
  return {
    tick: fields.tick('orderPriceMinTickSize', DEFAULT_TICK),
    minimumSize: fields.micros('orderMinSize', DEFAULT_MINIMUM_SIZE),
    closeTimeMs: fields.instant('closeTime'),
  };
}

/** Fees from the fields. `isMarked`: a `takerBaseFee` of 1000 is the ecosystem's mark for fees, not a rate. */
export function marketFees(fields: Fields, isMarked: boolean): RecordedFees {
  return recordedFees(fields, { taker: 'takerBaseFee', maker: 'makerBaseFee', labels: [], isMarked });
}

/** Flags of a market. A closed market never accepts orders, whatever the record says. */
export function marketFlags(fields: Fields): MarketFlags {
  const active = fields.flag('active', true);
  const closed = fields.flag('closed', false);
  return {
    active,
    closed,
    archived: fields.flag('archived', false),
    acceptingOrders: fields.flag('acceptingOrders', active && !closed) && !closed,
  };
}

/** Facts of a market that are passed on as published. */
export function marketFacts(fields: Fields) {
  return {
    negRiskMarketId: fields.text('negRiskMarketID', 66),
    negRiskRequestId: fields.text('negRiskRequestID', 66),
    fpmm: fields.text('marketMakerAddress', 66),
    notificationsEnabled: fields.flag('notificationsEnabled', true),
    enableOrderBook: fields.flag('enableOrderBook', true),
    acceptingOrderTimestamp: fields.date('acceptingOrdersTimestamp'),
    secondsDelay: fields.shownNumber('secondsDelay'),
    rewardsMinSize: fields.shownNumber('rewardsMinSize'),
    rewardsMaxSpread: fields.shownNumber('rewardsMaxSpread'),
    ...rewardsRates(fields, 'clobRewards', { asset: 'assetAddress', daily: 'rewardsDailyRate' }),
    is5050Outcome: fields.flag('is5050Outcome', false),
  };
}

/** Daily rewards under a record's field names; an empty object without any. */
export function rewardsRates(
  fields: Fields,
  name: string,
  { asset, daily }: { readonly asset: string; readonly daily: string },
): Pick<MarketDefinition, 'rewardsRates'> {
  const rates = fields.records(name);
  if (rates.length > REWARDS_RATES_MAX) fields.fail(name, `must have at most ${REWARDS_RATES_MAX} items`);
  if (rates.length === 0) return {};
  return {
    rewardsRates: rates.map((rate) => ({
      assetAddress: rate.text(asset, ASSET_LENGTH_MAX),
      dailyRate: rate.shownNumber(daily),
    })),
  };
}

/** A tag; `slug` and dates are '' if absent. */
export function tagParts(fields: Fields): TagDefinition {
  return {
    id: fields.catalogId('id'),
    label: fields.requiredText('label', LABEL_LENGTH_MAX),
    slug: fields.slug('slug'),
    createdAt: fields.date('createdAt'),
    updatedAt: fields.date('updatedAt'),
    requiresTranslation: fields.flag('requiresTranslation', false),
  };
}

/** A series; `slug`, `ticker` and dates are '' if absent. */
export function seriesParts(fields: Fields): SeriesDefinition {
  return {
    id: fields.catalogId('id'),
    ticker: fields.text('ticker', TITLE_LENGTH_MAX),
    slug: fields.slug('slug'),
    title: fields.requiredText('title', TITLE_LENGTH_MAX),
    seriesType: fields.text('seriesType', LABEL_LENGTH_MAX),
    recurrence: fields.text('recurrence', LABEL_LENGTH_MAX),
    image: fields.text('image', URL_LENGTH_MAX),
    icon: fields.text('icon', URL_LENGTH_MAX),
    active: fields.flag('active', true),
    closed: fields.flag('closed', false),
    archived: fields.flag('archived', false),
    createdAt: fields.date('createdAt'),
    updatedAt: fields.date('updatedAt'),
  };
}
