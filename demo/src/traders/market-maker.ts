/**
 * The market maker at work: keeps the ladder of `quotes.ts` standing in every open book, a few markets at a time. New
 * orders go in before old ones come out, so that a book is never empty. A thin layer: it reads, asks the strategy, and
 * sends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefused, type LimitInput, type LimitOrder } from '@bellwether/sdk';
import type { HouseTrader } from './house-accounts.ts';
import { type HouseMarket, houseTerms } from './market.ts';
import { openMarkets, popularityPercent, startingPrices } from './market-list.ts';
import { boundByEvent } from './one-winner.ts';
import { Purse } from './purse.ts';
import { ladder, planRequote, type Quote, type StandingQuote } from './quotes.ts';
import type { Random } from './random.ts';
import { bookDepth } from './read-book.ts';
import { stepWander, type Wander } from './wander.ts';

/** Number of books per turn, and duration of a turn. */
const MARKETS_PER_TURN = 8;
const TURN_MS = 4_000;
const ORDERS_PER_REQUEST = 15;
const PURSE_AGE_MS_MAX = 15_000;
const LIST_AGE_MS_MAX = 60_000;
/** Share of all collateral that may be committed to orders, in percent. */
const COMMITTED_PERCENT = 60;
/** Limit on depth, however rich the house is. */
const SHARES_PER_SIDE_MAX = 3_000;
/** Pairs of both outcomes kept for selling, and the number from which the surplus is merged, in shares. */
const PAIRS_KEPT = 200;
const PAIRS_MERGED_FROM = 1_000;
const CANCEL_ROUNDS_MAX = 100;

interface Desk {
  readonly market: HouseMarket;
  /** Share of a market's part of the funds that is used. */
  readonly popularityPercent: number;
  wander: Wander;
  standing: readonly StandingQuote[];
  /**
   * Everything that may be in the book while orders are in transit: `standing`, plus orders on their way in and out.
   */
  shown: readonly Quote[];
}

interface Placement {
  readonly desk: Desk;
  readonly quote: Quote;
  readonly order: LimitInput;
}

/** Quotes until the signal stops it or the venue fails. Calls `onQuoting` once every market has its first quotes. */
export async function runMarketMaker(
  trader: HouseTrader,
  random: Random,
  signal: AbortSignal,
  onQuoting: () => void,
): Promise<void> {
  const { client } = trader;
  const desks = new Map<string, Desk>();
  // Prices first: the old quotes still show them.
  await refreshDesks(trader, desks, signal);
  await cancelEverything(trader, signal);
  let purse = new Purse(await client.account.get({ signal }));
  let purseReadAt = performance.now();
  let listReadAt = performance.now();
  for (let first = true; ; first = false) {
    for (const turn of chunks([...desks.values()], MARKETS_PER_TURN)) {
      const until = performance.now() + TURN_MS;
      if (performance.now() - purseReadAt > PURSE_AGE_MS_MAX) {
        purse = new Purse(await client.account.get({ signal }));
        purseReadAt = performance.now();
      }
      await quote(trader, turn, purse, [...desks.values()], random, signal);
      if (first) continue;
      const chosen = random.pick(turn);
      if (chosen !== undefined) await keepPairs(trader, chosen.market, purse, signal);
      await sleep(Math.max(0, until - performance.now()), undefined, { signal });
    }
    onQuoting();
    if (desks.size === 0) await sleep(TURN_MS, undefined, { signal });
    if (performance.now() - listReadAt > LIST_AGE_MS_MAX || desks.size === 0) {
      await refreshDesks(trader, desks, signal);
      listReadAt = performance.now();
    }
  }
}

/** Adds desks for new markets and drops those of closed ones. Terms may have changed as well. */
async function refreshDesks(trader: HouseTrader, desks: Map<string, Desk>, signal: AbortSignal): Promise<void> {
  const markets = await openMarkets(trader.client, signal);
  const fresh = markets.filter((market) => !desks.has(market.conditionId));
  const starts = await startingPrices(trader.client, fresh, signal);
  const open = new Map(markets.map((market) => [market.conditionId, market]));
  for (const [conditionId, desk] of desks) {
    const market = open.get(conditionId);
    if (market === undefined) desks.delete(conditionId);
    else desks.set(conditionId, { ...desk, market });
  }
  for (const [market, wander] of starts) {
    const desk = { market, popularityPercent: popularityPercent(market.slug), wander };
    desks.set(market.conditionId, { ...desk, standing: [], shown: [] });
  }
}

/** Repeats the cancel, because the venue cancels a bounded number at a time. */
async function cancelEverything({ client }: HouseTrader, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < CANCEL_ROUNDS_MAX; round += 1) {
    const { canceled } = await client.orders.cancelAll({ signal });
    if (canceled.length === 0) return;
  }
}

async function quote(
  { client }: HouseTrader,
  turn: readonly Desk[],
  purse: Purse,
  all: readonly Desk[],
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const tokens = turn.map(({ market }) => market.tokens[0]);
  const depths = await bookDepth(client, tokens, signal);
  const sharesMax = Math.min((purse.wealth * COMMITTED_PERCENT) / 100 / all.length, SHARES_PER_SIDE_MAX);
  const placements: Placement[] = [];
  const cancelled: string[] = [];
  for (const desk of turn) {
    const { market } = desk;
    const [yes, no] = market.tokens;
    desk.wander = stepWander(desk.wander, random);
    const wanted = ladder({
      fairPpm: desk.wander.pricePpm,
      tick: market.tick,
      minimumShares: market.minimumShares,
      sharesMax: Math.trunc((sharesMax * desk.popularityPercent) / 100),
      netShares: purse.owned(yes) - purse.owned(no),
    });
    const others =
      market.event === '' ? [] : all.filter((other) => other !== desk && other.market.event === market.event);
    const shown = others.map((other) => other.shown);
    const target = others.length === 0 ? wanted : boundByEvent(wanted, shown, market.tick);
    const plan = planRequote(desk.standing, target, depths.get(yes) ?? (() => 0));
    desk.standing = plan.keep;
    desk.shown = [...plan.keep, ...plan.cancel, ...plan.place];
    cancelled.push(...plan.cancel.map(({ orderId }) => orderId));
    for (const placed of plan.place) {
      const order = purse.orderFor(market, placed);
      if (order !== null) placements.push({ desk, quote: placed, order: withTerms(order, market) });
    }
  }
  for (const batch of chunks(placements, ORDERS_PER_REQUEST)) {
    const orders = batch.map(({ order }) => order);
    const answers = await client.orders.placeMany(orders, { signal });
    for (const [index, { desk, quote: placed }] of batch.entries()) {
      const answer = answers[index];
      // Refused orders (for lack of funds, or in a market that has just closed) are retried at the market's next turn.
      if (answer?.success === true) desk.standing = [...desk.standing, { ...placed, orderId: answer.orderID }];
    }
  }
  if (cancelled.length > 0) await client.orders.cancelMany(cancelled, { signal });
  for (const desk of turn) desk.shown = desk.standing;
}

function withTerms(order: LimitOrder, market: HouseMarket): LimitInput {
  const terms = houseTerms(market);
  return terms === null ? order : { ...order, terms };
}

/** Makes pairs to sell if there are too few, and merges them into collateral if there are many. */
async function keepPairs(
  { client }: HouseTrader,
  { conditionId, tokens }: HouseMarket,
  purse: Purse,
  signal: AbortSignal,
): Promise<void> {
  const pairs = Math.min(purse.shares(tokens[0]), purse.shares(tokens[1]));
  const hasNone = purse.owned(tokens[0]) === 0 && purse.owned(tokens[1]) === 0;
  const wanted = Math.min(PAIRS_KEPT, Math.trunc(purse.collateral / 500));
  try {
    if (pairs > PAIRS_MERGED_FROM) {
      await client.account.merge({ conditionId, amount: String(pairs - PAIRS_KEPT) }, { signal });
    } else if (hasNone && wanted > 0 && purse.spend(wanted)) {
      await client.account.split({ conditionId, amount: String(wanted) }, { signal });
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
