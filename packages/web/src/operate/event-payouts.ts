/** Exact preview of the payouts when a one-winner event is resolved as a whole. Pure. */
import { fromMicros } from '../format/decimal.ts';
import { PAYOUT_ONE, type Payee, type PayoutPair, summarizePayouts } from './payouts.ts';
import type { HolderGroups } from './resolution-types.ts';

/** A market of the event without a result. */
export interface OpenAnswer {
  readonly conditionId: string;
  /** Name of the market within the event. */
  readonly label: string;
  readonly outcomeLabels: readonly [string, string];
}

export interface EventPayee extends Payee {
  readonly conditionId: string;
  /** Name of the market within the event. */
  readonly answer: string;
  /** Name of the outcome held. */
  readonly label: string;
}

interface EventPayoutSummary {
  /** Holdings by payout, largest first; those that get nothing come last. */
  readonly payees: readonly EventPayee[];
  readonly total: string;
  /** Number of accounts that are paid something, and of those that get nothing at all. */
  readonly paid: number;
  readonly unpaid: number;
}

/** Condition ids of the single winner or of all winners of a dead heat; null for a void. */
export type EventWinners = readonly string[] | null;

/**
 * Returns the payouts of each market of `open`, which is in the event's order. The first outcomes of the winners share
 * one in ten-thousandths; a remainder goes to the first winners, one ten-thousandth each. The first outcomes of all
 * other markets pay nothing. In a void all of `open` share. A single-market event then pays half for each outcome.
 */
export function eventPayouts(
  open: readonly OpenAnswer[],
  winners: EventWinners,
  marketsOfEvent: number,
): readonly PayoutPair[] {
  if (winners === null && marketsOfEvent === 1) return open.map(() => [PAYOUT_ONE / 2, PAYOUT_ONE / 2]);
  const sharing = open.filter(({ conditionId }) => winners === null || winners.includes(conditionId));
  const part = Math.floor(PAYOUT_ONE / Math.max(1, sharing.length));
  const more = PAYOUT_ONE - part * sharing.length;
  return open.map((market) => {
    const index = sharing.indexOf(market);
    const first = index === -1 ? 0 : part + (index < more ? 1 : 0);
    return [first, PAYOUT_ONE - first];
  });
}

/** Summarizes the payouts of an event. `holders` and `payouts` are in the order of `open`. */
export function summarizeEvent(
  open: readonly OpenAnswer[],
  holders: readonly HolderGroups[],
  payouts: readonly PayoutPair[],
): EventPayoutSummary {
  const payees = open.flatMap(({ conditionId, label, outcomeLabels }, index): EventPayee[] =>
    summarizePayouts(holders[index] ?? [], payouts[index] ?? [0, PAYOUT_ONE]).payees.map((payee) => ({
      ...payee,
      conditionId,
      answer: label,
      label: outcomeLabels[payee.outcome],
    })),
  );
  payees.sort(
    (left, right) => Number(right.payoutMicros > left.payoutMicros) - Number(right.payoutMicros < left.payoutMicros),
  );
  const paid = new Set(payees.filter(({ payoutMicros }) => payoutMicros > 0n).map(({ wallet }) => wallet));
  return {
    payees,
    total: fromMicros(payees.reduce((sum, { payoutMicros }) => sum + payoutMicros, 0n)),
    paid: paid.size,
    unpaid: new Set(payees.map(({ wallet }) => wallet)).size - paid.size,
  };
}
