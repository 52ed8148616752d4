/** Finds the open markets. Reads only. */
import type { MarketListingItem } from '@bellwether/contract';
import type { Client } from '@bellwether/sdk';
import type { HouseMarket } from './market.ts';

const PAGE_SIZE = 500;
/** Maximum number of markets: with more, the house's pace would leave each book alone for too long. */
const MARKETS_MAX = 300;
const PRICE_ONE = 10_000;

export async function openMarkets(client: Client, signal: AbortSignal): Promise<HouseMarket[]> {
  const markets: HouseMarket[] = [];
  for await (const item of client.markets.all({ pageSize: PAGE_SIZE, signal })) {
    markets.push(...houseMarket(item));
    if (markets.length === MARKETS_MAX) break;
  }
  return markets;
}

/** The two open markets that are quoted deepest. */
export async function deepestMarkets(client: Client, signal: AbortSignal): Promise<HouseMarket[]> {
  const deepest = await client.markets.list({ order: 'liquidity', closed: false, limit: 2 }, { signal });
  const ids = new Set(deepest.map(({ conditionId }) => conditionId));
  return (await openMarkets(client, signal)).filter(({ conditionId }) => ids.has(conditionId));
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
      negRisk: item.neg_risk,
    },
  ];
}
