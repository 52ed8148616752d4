/**
 * A taker at work: occasionally one modest order in some market. A thin layer: it reads, asks the strategy, and sends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isInvalidInput, isRefused, isUnauthorized } from '@bellwether/sdk';
import { fairPrices } from '../catalog/index.ts';
import type { HouseTrader } from './house-accounts.ts';
import { bestPrices, type HouseMarket } from './market.ts';
import { deepestMarkets, openMarkets } from './market-list.ts';
import { Purse } from './purse.ts';
import type { Random } from './random.ts';
import { chooseOrder } from './taker-choice.ts';
import { startWander, stepWander, type Wander } from './wander.ts';

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
const PPM_PER_PRICE_UNIT = 100;

/** Memory of a taker between two actions. */
interface Memory {
  readonly isSteady: boolean;
  /** Own resting orders, oldest first. */
  readonly resting: string[];
  /** Opinion on each market by its slug. */
  readonly opinions: Map<string, Wander>;
}

/**
 * Trades until the signal stops it or the venue fails. A steady taker trades only in the two deepest markets,
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
  const memory: Memory = { isSteady, resting: [], opinions: new Map() };
  let turn = 0;
  for (;;) {
    if (performance.now() - listReadAt > LIST_AGE_MS_MAX) {
      markets = await (isSteady ? deepestMarkets : openMarkets)(client, signal);
      listReadAt = performance.now();
    }
    const purse = new Purse(await client.account.get({ signal }));
    for (let action = 0; action < ACTIONS_PER_PURSE; action += 1) {
      await sleep(PAUSE_MS_MIN + random.below(isSteady ? STEADY_PAUSE_MS_SPREAD : PAUSE_MS_SPREAD), undefined, {
        signal,
      });
      const market = isSteady ? markets[++turn % markets.length] : chooseMarket(markets, purse, random);
      if (market !== undefined) await actIn(client, market, purse, memory, random, signal);
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
  { resting, isSteady, opinions }: Memory,
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
    const { bid, ask } = bestPrices(await client.books.get(yes, { signal }));
    if (bid === null || ask === null) return;
    const opinion = stepWander(opinions.get(market.slug) ?? firstOpinion(market, (bid + ask) / 2), random);
    opinions.set(market.slug, opinion);
    const value = opinion.pricePpm / PPM_PER_PRICE_UNIT;
    const funds = { collateral: purse.collateral, shares };
    const order = chooseOrder(market, { bid, ask, value }, funds, random, isSteady);
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

/** Begins at the book's price, and is drawn to the catalog's. */
function firstOpinion({ slug }: HouseMarket, price: number): Wander {
  return startWander((fairPrices.get(slug) ?? price) * PPM_PER_PRICE_UNIT, price * PPM_PER_PRICE_UNIT);
}
