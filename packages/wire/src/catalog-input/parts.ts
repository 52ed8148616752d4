/**
 * Common parts of markets from any source: admin requests and recorded catalog payloads use the same field names. Only
 * reads fields; ids, slugs and defaults are up to the callers.
 */
import {
  CATALOG_VISIBILITY,
  CLOB_REWARDS,
  LABEL_LENGTH_MAX,
  MARKET_FACTS,
  MARKET_FIELDS,
  MARKET_SIZES,
} from '@bellwether/contract';
import type { MarketDefinition, MarketFlags, MarketTerms } from '@bellwether/engine';
import { CatalogInputError, type Fields } from './fields.ts';
import { type RecordedFees, recordedFees } from './recorded-terms.ts';

export const DEFAULT_OUTCOMES = ['Yes', 'No'] as const;

/** Checks two outcome labels; they must not be empty or equal. */
export function outcomePair(values: readonly string[], path: string): readonly [string, string] {
  const [first, second] = values.map((value) => value.trim());
  if (values.length !== 2 || first === undefined || second === undefined) {
    throw new CatalogInputError(path, 'must name exactly two outcomes');
  }
  if (first === '' || second === '') throw new CatalogInputError(path, 'outcomes must not be empty');
  if (first.length > LABEL_LENGTH_MAX || second.length > LABEL_LENGTH_MAX) {
    throw new CatalogInputError(path, `outcomes must have at most ${LABEL_LENGTH_MAX} characters`);
  }
  if (first === second) throw new CatalogInputError(path, 'outcomes must differ');
  return [first, second];
}

/** Trading terms except fees. */
export function marketSizes(fields: Fields): Pick<MarketTerms, 'tick' | 'minimumSize' | 'closeTimeMs' | 'openTimeMs'> {
  const { orderPriceMinTickSize, orderMinSize, closeTime, openTime } = fields.all(MARKET_SIZES);
  const opens = openTime !== null && { openTimeMs: openTime };
  return { tick: orderPriceMinTickSize, minimumSize: orderMinSize, closeTimeMs: closeTime, ...opens };
}

/** Fees from the fields. `isMarked`: a `takerBaseFee` of 1000 is the ecosystem's mark for fees, not a rate. */
export function marketFees(fields: Fields, isMarked: boolean): RecordedFees {
  return recordedFees(fields, { taker: 'takerBaseFee', maker: 'makerBaseFee', labels: [], isMarked });
}

/** Flags of a market. A closed market never accepts orders, whatever the record says. */
export function marketFlags(fields: Fields): MarketFlags {
  const shown = fields.all(CATALOG_VISIBILITY);
  const { active, closed } = shown;
  const acceptingOrders = fields.read(MARKET_FIELDS, 'acceptingOrders', active && !closed) && !closed;
  return { ...shown, acceptingOrders };
}

/** Facts of a market that are passed on as published, in the order of the journal: a sandbox's bytes depend on it. */
export function marketFacts(fields: Fields) {
  const {
    negRiskMarketID: negRiskMarketId,
    negRiskRequestID: negRiskRequestId,
    marketMakerAddress: fpmm,
    notificationsEnabled,
    enableOrderBook,
    acceptingOrdersTimestamp: acceptingOrderTimestamp,
    is5050Outcome,
    ...shown
  } = fields.all(MARKET_FACTS);
  const rewards = rewardsRates(fields, 'clobRewards', { asset: 'assetAddress', daily: 'rewardsDailyRate' });
  const dates = { notificationsEnabled, enableOrderBook, acceptingOrderTimestamp };
  return { negRiskMarketId, negRiskRequestId, fpmm, ...dates, ...shown, ...rewards, is5050Outcome };
}

/** Daily rewards under a record's field names; an empty object without any. */
export function rewardsRates(
  fields: Fields,
  name: string,
  { asset, daily }: { readonly asset: string; readonly daily: string },
): Pick<MarketDefinition, 'rewardsRates'> {
  const rates = fields.records(name);
  if (rates.length > CLOB_REWARDS.max) fields.fail(name, `must have at most ${CLOB_REWARDS.max} items`);
  if (rates.length === 0) return {};
  return {
    rewardsRates: rates.map((rate) => ({
      assetAddress: rate.as(MARKET_FACTS.marketMakerAddress, asset),
      dailyRate: rate.as(MARKET_FACTS.rewardsMinSize, daily),
    })),
  };
}
