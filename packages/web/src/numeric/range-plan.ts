/**
 * Plans the purchase of as many shares of each bucket of a range, so that whichever of them wins pays the same. Pure.
 * Orders that spend a sum would buy more of a bucket that has become cheaper meanwhile, as it does when the house makes
 * all of them. These are therefore limit orders, which end soon; their rest is cancelled at once.
 */
import type { Event } from '@bellwether/contract';
import type { OrderInput } from '@bellwether/sdk';
import { fromMicros, shiftDecimal, toMicros } from '../format/decimal.ts';
import { formatExactMoney, formatShares } from '../format/numbers.ts';
import { readTyped, typedText } from '../format/typed-number.ts';
import { levelsFor, limitCost, type Take, takeShares } from '../ticket/estimate.ts';
import { planOrder, type Scene } from '../ticket/plan.ts';
import { emptyForm } from '../ticket/ticket-form.ts';

const ONE = 1_000_000n;
/** Seconds in which an order ends by itself, if nothing can cancel it. The venue requires one minute. */
const LIFE_SECONDS = 120;

/** First and last bucket. */
export type Range = readonly [from: number, to: number];

export interface RangeLeg {
  /** Name of the bucket. */
  readonly label: string;
  readonly scene: Scene;
}

export interface RangeOrder {
  readonly label: string;
  readonly order: OrderInput & { readonly size: string };
}

export type RangePlan =
  | { readonly kind: 'empty' }
  | { readonly kind: 'blocked'; readonly reason: string }
  | {
      readonly kind: 'ready';
      readonly orders: readonly RangeOrder[];
      /** Shares of each bucket, in millionths, as are the sums below. */
      readonly shares: bigint;
      /** Expected cost with fees. */
      readonly cost: bigint;
      /** Largest possible cost with fees, which has to be free. */
      readonly most: bigint;
    };

const blocked = (reason: string): RangePlan => ({ kind: 'blocked', reason });

/** Shares that move log p / (1 - p) by one, where the house makes all answers by one curve; null without a house. */
export function liquidityOf({ houseMaker }: Pick<Event, 'houseMaker'>): number | null {
  return houseMaker === undefined
    ? null
    : -Number(houseMaker.subsidy) / Math.log(Math.min(...houseMaker.probabilities));
}

/** With the house, each purchase makes the other buckets cheaper. */
export function planRange(quantity: string, legs: readonly RangeLeg[], liquidity: number | null): RangePlan {
  const typed = readTyped(quantity);
  if (typed.kind === 'empty') return { kind: 'empty' };
  if (typed.kind === 'bad') return blocked(typed.reason);
  const shares = typed.micros;
  const orders: RangeOrder[] = [];
  let [cost, most] = [0, 0n];
  /** Part of each price that the earlier purchases leave. */
  let left = 1;
  for (const { label, scene } of legs) {
    if (scene.book === null) return blocked('Waiting for the order books…');
    const levels = levelsFor(scene.book, 'BUY', scene.own);
    const take = takeShares('BUY', levels, shares, null, scene.feeBps);
    if (!take.isEnough)
      return blocked(`Of “${label}” only ${formatShares(fromMicros(take.shares), 2, 'share')} are offered now.`);
    const { factor, reached, next } = afterPurchases(left, take, scene, liquidity);
    const limit = limitAbove(reached, scene);
    const form = { ...emptyForm('BUY'), type: 'limit', unit: 'shares', quantity, cents: centsText(limit) } as const;
    const plan = planOrder(form, { ...scene, funds: null });
    if (plan.kind !== 'ready') return plan.kind === 'empty' ? plan : blocked(plan.reason);
    if (!('size' in plan.order)) return blocked('This cannot be bought.');
    const expiration = Math.floor(scene.nowMs / 1_000) + LIFE_SECONDS;
    orders.push({ label, order: { ...plan.order, type: 'GTD', expiration } });
    cost += factor * Number(take.collateral) + Number(take.fee);
    most += limitCost(limit, shares, scene.feeBps);
    left = next;
  }
  const free = legs[0]?.scene.funds?.collateral ?? null;
  if (free !== null && most > free)
    return blocked(
      `You have ${formatExactMoney(fromMicros(free))}; this can take up to ${formatExactMoney(fromMicros(most))}.`,
    );
  return { kind: 'ready', orders, shares, cost: BigInt(Math.round(cost)), most };
}

const part = (micros: bigint): number => Number(micros) / Number(ONE);

/**
 * Estimates what a purchase becomes once the others have been made, which leave the part `left` of each price: the factor
 * of its cost, its last price, and what it leaves itself. Buying moves p to q along the house's curve, and the chances of
 * all others by (1 - q) / (1 - p).
 */
function afterPurchases(left: number, { shares, best, worst }: Take, { terms }: Scene, liquidity: number | null) {
  const last = worst ?? 0n;
  if (liquidity === null) return { factor: 1, reached: last, next: left };
  const growth = Math.exp(part(shares) / liquidity);
  const moved = (p: number): number => (p * growth) / (1 - p + p * growth);
  const costOf = (p: number): number => Math.log(1 - p + p * growth);
  // The first offer is on the tick above the price.
  const before = part(best ?? 0n) - Number(terms.tick) / 2;
  const now = left * before;
  return {
    factor: costOf(now) / costOf(before),
    reached: BigInt(Math.ceil((Number(last) * moved(now)) / moved(before))),
    next: (left * (1 - moved(now))) / (1 - now),
  };
}

const centsText = (price: bigint): string => typedText(shiftDecimal(fromMicros(price), 2));

/** Returns the last price reached and a tenth more, at least a tick: others trade meanwhile. */
function limitAbove(price: bigint, { terms }: Scene): bigint {
  const tick = toMicros(terms.tick) ?? 0n;
  const reached = price + ((tick - (price % tick)) % tick);
  const more = reached / 10n - ((reached / 10n) % tick);
  const limit = reached + (more > tick ? more : tick);
  return limit > ONE - tick ? ONE - tick : limit;
}
