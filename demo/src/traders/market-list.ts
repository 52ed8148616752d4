/** Finds the markets that the house trades: open ones with a starting price. Reads only. */
import type { MarketListingItem } from '@bellwether/contract';
import { type Client, isRefused } from '@bellwether/sdk';
import { fairPrices } from '../catalog/index.ts';
import type { HouseMarket } from './market.ts';
import { createRandom } from './random.ts';
import { startWander, type Wander } from './wander.ts';

const PAGE_SIZE = 500;
/** Maximum number of markets: with more, the house's pace would leave each book alone for too long. */
const MARKETS_MAX = 300;
const TOKENS_PER_READ = 500;
/** Minimum share of a market's funds, in percent; the most popular markets get their full part. */
const POPULARITY_PERCENT_MIN = 25;
const PRICE_ONE = 10_000;
const PPM_PER_TICK_UNIT = 100;
const ONE_PPM = 1_000_000;

export async function openMarkets(client: Client, signal: AbortSignal): Promise<HouseMarket[]> {
  const markets: HouseMarket[] = [];
  for await (const item of client.markets.all({ pageSize: PAGE_SIZE, signal })) {
    markets.push(...houseMarket(item));
    if (markets.length === MARKETS_MAX) break;
  }
  return markets;
}

/** The two markets that the market maker quotes deepest. */
export function busiest(markets: readonly HouseMarket[]): readonly HouseMarket[] {
  return markets.toSorted((a, b) => popularityPercent(b.slug) - popularityPercent(a.slug)).slice(0, 2);
}

/** Percentage of the usual number of shares that house traders quote in this market. */
export function popularityPercent(slug: string): number {
  return POPULARITY_PERCENT_MIN + createRandom(slug).below(101 - POPULARITY_PERCENT_MIN);
}

function houseMarket(item: MarketListingItem): HouseMarket[] {
  const [yes, no] = item.tokens;
  if (yes === undefined || no === undefined) return [];
  if (item.closed || !item.active || !item.accepting_orders || !item.enable_order_book) return [];
  return [
    {
      conditionId: item.condition_id,
      slug: item.market_slug,
      tokens: [yes.token_id, no.token_id],
      tick: Math.round(item.minimum_tick_size * PRICE_ONE),
      minimumShares: Math.max(1, Math.ceil(item.minimum_order_size)),
      feeRate: item.taker_base_fee,
      negRisk: item.neg_risk,
      event: item.neg_risk ? item.neg_risk_market_id : '',
    },
  ];
}

/**
 * Starting price of each market: the book's midpoint, else the last trade, else the catalog's price. Markets without
 * any of these are left out: the house does not invent a price.
 */
export async function startingPrices(client: Client, markets: readonly HouseMarket[], signal: AbortSignal) {
  const tokens = markets.map((market) => market.tokens[0]).slice(0, TOKENS_PER_READ);
  const midpoints = new Map(Object.entries(await readOr({}, () => client.prices.midpoints(tokens, { signal }))));
  const trades = await readOr([], () => client.prices.lastTrades(tokens, { signal }));
  const lastPrices = new Map(trades.map(({ token_id, price }) => [token_id, price]));
  const starts = new Map<HouseMarket, Wander>();
  for (const market of markets) {
    const [token] = market.tokens;
    const seen = midpoints.get(token) ?? lastPrices.get(token);
    const seenPpm = seen === undefined ? null : Math.round(Number(seen) * ONE_PPM);
    const fair = fairPrices.get(market.slug);
    const anchorPpm = fair === undefined ? seenPpm : fair * PPM_PER_TICK_UNIT;
    if (anchorPpm !== null) starts.set(market, startWander(anchorPpm, seenPpm ?? anchorPpm));
  }
  return starts;
}

/** Falls back if the venue refuses a price read, since it can still be traded on. */
async function readOr<T>(fallback: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRefused(error)) return fallback;
    throw error;
  }
}
