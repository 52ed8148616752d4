/** Who is paid what if a one-winner event is resolved as a whole: reckoned exactly, before anything happens. Pure. */
import { fromMicros } from '../format/decimal.ts';
import { PAYOUT_ONE, type Payee, type PayoutPair, summarizePayouts } from './payouts.ts';
import type { HolderGroups } from './resolution-types.ts';

/** A market of the event that has no result yet. */
export interface OpenAnswer {
  readonly conditionId: string;
  /** Its name within the event. */
  readonly label: string;
  readonly outcomeLabels: readonly [string, string];
}

export interface EventPayee extends Payee {
  readonly conditionId: string;
  /** Name of the market within the event. */
  readonly answer: string;
  /** Name of the outcome that is held. */
  readonly label: string;
}

export interface EventPayoutSummary {
  /** Holdings, the largest payout first; those that get nothing at the end. */
  readonly payees: readonly EventPayee[];
  readonly total: string;
  /** Accounts that are paid something, and those that get nothing at all. */
  readonly paid: number;
  readonly unpaid: number;
}

/** The condition ids of one winner, or of all winners of a dead heat; null for a void. */
export type EventWinners = readonly string[] | null;

/**
 * The payouts of each market of `open`, which is in the event's order: the first outcomes of the winners share one in
 * ten-thousandths, the first of them one more where it does not divide; those of all others pay nothing. In a void all of
 * `open` share; the only market of an event pays half each then.
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

/** `holders` and `payouts` belong to the markets of `open`, in their order. */
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
