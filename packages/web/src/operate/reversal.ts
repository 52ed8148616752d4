/** Money that a refund, or the reversal of a paid result, takes from each account and pays it. Pure. */
import type { MarketPosition } from '@bellwether/contract';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { type NewPayouts, OPEN, REFUND } from './event-payouts.ts';
import { PAYOUT_ONE } from './payouts.ts';

/** A present or past position in a market, with what it brought over its life. */
export type PastPosition = Pick<
  MarketPosition,
  | ('proxyWallet' | 'name' | 'pseudonym' | 'outcomeIndex' | 'currentValue' | 'cashPnl')
  | ('redeemed' | 'payout' | 'realizedPnl' | 'feesPaid')
>;

export interface ReversalRow {
  readonly wallet: string;
  readonly name: string;
  /** Signed, in millionths. */
  readonly change: bigint;
}

interface ReversalSummary {
  /** Accounts whose money changes: the largest losses first, then the largest gains. */
  readonly rows: readonly ReversalRow[];
  readonly taken: string;
  readonly takenFrom: number;
  readonly paid: string;
  readonly paidTo: number;
}

/** Summarizes a refund or a reversal. `positions` has those of each market, in the order of `to` if that has payouts. */
export function summarizeReversal(positions: readonly (readonly PastPosition[])[], to: NewPayouts): ReversalSummary {
  const rows = new Map<string, ReversalRow>();
  for (const [index, ofMarket] of positions.entries()) {
    for (const position of ofMarket) {
      const { proxyWallet: wallet, name, pseudonym } = position;
      const change = changeOf(position, to, index) + (rows.get(wallet)?.change ?? 0n);
      rows.set(wallet, { wallet, name: name || pseudonym, change });
    }
  }
  const changed = [...rows.values()].filter(({ change }) => change !== 0n);
  const lost = changed.filter(({ change }) => change < 0n).sort((left, right) => (left.change < right.change ? -1 : 1));
  const won = changed.filter(({ change }) => change > 0n).sort((left, right) => (left.change > right.change ? -1 : 1));
  return {
    rows: [...lost, ...won],
    taken: fromMicros(-sum(lost)),
    takenFrom: lost.length,
    paid: fromMicros(sum(won)),
    paidTo: won.length,
  };
}

function changeOf(position: PastPosition, to: NewPayouts, index: number): bigint {
  const { redeemed, payout, realizedPnl, feesPaid, outcomeIndex, currentValue, cashPnl } = position;
  if (to === OPEN) return -micros(payout);
  // A refund leaves neither profit nor loss.
  if (to === REFUND) return micros(currentValue) - micros(cashPnl) - micros(realizedPnl) + micros(feesPaid);
  const due = (micros(redeemed) * BigInt(to[index]?.[outcomeIndex === 0 ? 0 : 1] ?? 0)) / BigInt(PAYOUT_ONE);
  return due - micros(payout);
}

const micros = (amount: number): bigint => toMicros(amount) ?? 0n;
const sum = (rows: readonly ReversalRow[]): bigint => rows.reduce((total, { change }) => total + change, 0n);
