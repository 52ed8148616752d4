/**
 * A taker at work: occasionally one modest order in some market. A thin layer: it reads, asks the strategy, and sends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isInvalidInput, isRefused, isUnauthorized } from '@bellwether/sdk';
import type { HouseTrader } from './house-accounts.ts';
import type { HouseMarket } from './market.ts';
import { busiest, openMarkets } from './market-list.ts';
import { Purse } from './purse.ts';
import type { Random } from './random.ts';
import { bestPrices } from './read-book.ts';
import { chooseOrder } from './taker-choice.ts';

const PAUSE_MS_MIN = 1_500;
const PAUSE_MS_SPREAD = 3_000;
/** The same for a steady taker, short enough for two orders within ten seconds. */
const STEADY_PAUSE_MS_SPREAD = 1_500;
const LIST_AGE_MS_MAX = 120_000;
const ACTIONS_PER_PURSE = 5;
/** Maximum of own resting orders; a further one cancels the oldest. */
const RESTING_MAX = 8;
/** Percentage of actions that look at a market with something to sell. */
const REVISIT_PERCENT = 45;
const MERGED_FROM_SHARES = 5;

/**
 * Trades until the signal stops it or the venue fails. A steady taker trades only in the two busiest markets,
 * alternately and immediately.
 */
export async function runTaker(
  { client }: HouseTrader,
  random: Random,
  signal: AbortSignal,
  isSteady = false,
): Promise<void> {
  let markets: readonly HouseMarket[] = [];
  let listReadAt = Number.NEGATIVE_INFINITY;
  const resting: string[] = [];
  let turn = 0;
  for (;;) {
    if (performance.now() - listReadAt > LIST_AGE_MS_MAX) {
      const open = await openMarkets(client, signal);
      markets = isSteady ? busiest(open) : open;
      listReadAt = performance.now();
    }
    const purse = new Purse(await client.account.get({ signal }));
    for (let action = 0; action < ACTIONS_PER_PURSE; action += 1) {
      await sleep(PAUSE_MS_MIN + random.below(isSteady ? STEADY_PAUSE_MS_SPREAD : PAUSE_MS_SPREAD), undefined, {
        signal,
      });
      const market = isSteady ? markets[++turn % markets.length] : chooseMarket(markets, purse, random);
      if (market !== undefined) await actIn(client, market, purse, { resting, isSteady }, random, signal);
    }
  }
}

function chooseMarket(markets: readonly HouseMarket[], purse: Purse, random: Random): HouseMarket | undefined {
  const held = markets.filter(({ tokens }) => tokens.some((token) => purse.shares(token) > 0));
  return held.length > 0 && random.chance(REVISIT_PERCENT) ? random.pick(held) : random.pick(markets);
}

async function actIn(
  client: HouseTrader['client'],
  market: HouseMarket,
  purse: Purse,
  { resting, isSteady }: { readonly resting: string[]; readonly isSteady: boolean },
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const [yes, no] = market.tokens;
  const shares = [purse.shares(yes), purse.shares(no)] as const;
  try {
    const pairs = Math.min(...shares);
    if (!isSteady && pairs >= MERGED_FROM_SHARES) {
      await client.account.merge({ conditionId: market.conditionId, amount: String(pairs) }, { signal });
      return;
    }
    const best = bestPrices(await client.books.get(yes, { signal }));
    const order = chooseOrder(market, best, { collateral: purse.collateral, shares }, random, isSteady);
    if (order === null) return;
    const answer = await client.orders.place(order, { signal });
    if (order.type === 'GTC') resting.push(answer.orderID);
    const oldest = resting.length > RESTING_MAX ? resting.shift() : undefined;
    if (oldest !== undefined) await client.orders.cancel(oldest, { signal });
  } catch (error) {
    // Refusals are part of trading: no liquidity at the price, too little balance, a market that has just closed.
    if (!(isRefused(error) || isInvalidInput(error)) || isUnauthorized(error)) throw error;
  }
}
