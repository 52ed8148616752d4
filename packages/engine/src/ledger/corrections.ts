/** The money of a corrected result: what each wallet is due under a result, and the steps from one result to another. */
import type { Market } from '../market/market.ts';
import type { Correction, CorrectionStep, Paid } from '../results/proposal.ts';
import { marketOf, type State, walletOf } from '../state.ts';
import { addCost, type Cost } from '../units/cost.ts';
import {
  addMicros,
  type MarketId,
  type Micros,
  micros,
  PRICE_ONE,
  type WalletId,
  ZERO_MICROS,
} from '../units/units.ts';
import { isRefund, payoutOf } from './settlement.ts';

export const NOTHING_PAID: Paid = [0, 0];

/** Payouts of a resolved market. */
export function paidBy({ payouts }: Readonly<Market>): Paid {
  return payouts === null || isRefund(payouts) ? null : payouts;
}

export const paying = (first: number | null): Paid => (first === null ? null : [first, PRICE_ONE - first]);

/** True for a result that can no longer be reversed: the venue has forgotten what that would need. */
export const isFinal = ({ status, settlement }: Readonly<Market>): boolean =>
  status === 'resolved' && settlement === null;

type Trader = { readonly wallet: WalletId; readonly cost: Cost; readonly shares: readonly [Micros, Micros] };

/** Everyone who has traded in a market: those who hold shares, and those of the past. */
export function* tradersOf(state: Readonly<State>, market: Readonly<Market>): Generator<Trader, void, undefined> {
  for (const [wallet, past] of market.past) yield { wallet, ...past };
  for (const id of market.holders) {
    const position = walletOf(state, id).positions.get(market.id);
    if (position === undefined) continue;
    const { free, held, cost } = position;
    yield { wallet: id, cost, shares: [addMicros(free[0], held[0]), addMicros(free[1], held[1])] };
  }
}

const dueOf = ({ cost, shares }: Trader, paid: Paid): Cost => (paid === null ? cost : payoutOf(shares, paid));

/** How much more (or less) each wallet is due over all `markets` if they have paid `to` instead of `from`. */
export function changesOf(
  state: Readonly<State>,
  { markets, from, to }: Pick<Correction, 'markets' | 'from' | 'to'>,
): Map<WalletId, Cost> {
  const changes = new Map<WalletId, Cost>();
  markets.forEach((id, index) => {
    const [before, after] = [from[index] ?? null, to === null ? NOTHING_PAID : (to[index] ?? null)];
    for (const trader of tradersOf(state, marketOf(state, id))) {
      const change = addCost(dueOf(trader, after), -dueOf(trader, before));
      changes.set(trader.wallet, addCost(changes.get(trader.wallet) ?? 0, change));
    }
  });
  return changes;
}

/** Sum of what wallets have to give back. */
export function claimsOf(changes: ReadonlyMap<WalletId, Cost>): bigint {
  let sum = 0n;
  for (const change of changes.values()) if (change < 0) sum -= BigInt(change);
  return sum;
}

/**
 * All steps of a correction, in order: what is given back, then what is paid out, then the shares of reopening markets.
 * The same at any moment of the correction, so that a snapshot need not contain them.
 */
export function stepsOf(state: Readonly<State>, correction: Correction): CorrectionStep[] {
  const changes = [...changesOf(state, correction)].sort(([a], [b]) => a - b);
  const less = changes.filter(([, change]) => change < 0);
  const more = changes.filter(([, change]) => change > 0);
  const restored = correction.to !== null ? [] : correction.markets.flatMap((id) => holdersToBe(state, id));
  return [
    ...less.map(([wallet, change]) => ({ kind: 'reclaim', wallet, amount: micros(-Number(change)) }) as const),
    ...more.map(([wallet, change]) => ({ kind: 'pay', wallet, amount: micros(Number(change)) }) as const),
    ...restored,
  ];
}

function holdersToBe(state: Readonly<State>, market: MarketId): CorrectionStep[] {
  const traders = [...tradersOf(state, marketOf(state, market))].filter(({ shares }) => shares[0] + shares[1] > 0);
  return traders.sort((a, b) => a.wallet - b.wallet).map(({ wallet }) => ({ kind: 'restore', market, wallet }));
}

/** Fees of trades that an earlier refund has given back, and that the fee account gets again. */
export function feesRefunded(markets: readonly Readonly<Market>[], from: Correction['from']): Micros {
  return markets.reduce(
    (sum, market, index) => (from[index] === null ? addMicros(sum, market.feesTaken) : sum),
    ZERO_MICROS,
  );
}
