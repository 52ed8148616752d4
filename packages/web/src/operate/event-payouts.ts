/** How a one-winner event ends: the operator's choice, and an exact preview of the payouts. Pure. */
import { fromMicros } from '../format/decimal.ts';
import { type HolderGroups, PAYOUT_ONE, type Payee, type PayoutPair, payoutText, summarizePayouts } from './payouts.ts';

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
type EventWinners = readonly string[] | null;

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

/** Pseudo values that cannot clash with a condition id. */
export const VOID = 'void';
export const DEAD_HEAT = 'dead heat';

export interface ResultChoice {
  /** Condition id of the winner, `VOID` or `DEAD_HEAT`; '' if nothing is chosen. */
  readonly of: string;
  readonly sharing: readonly string[];
}

export const NO_CHOICE: ResultChoice = { of: '', sharing: [] };

export interface ChosenResult {
  readonly winners: EventWinners;
  /** Word that the operator types to confirm. */
  readonly word: string;
  readonly hint: string;
  readonly title: string;
}

/**
 * Returns the chosen result; null while the choice is incomplete. `open` lists the unresolved markets in the event's
 * order; `marketsOfEvent` is the number of all its markets.
 */
export function chosenResult(
  { of, sharing }: ResultChoice,
  open: readonly OpenAnswer[],
  marketsOfEvent: number,
): ChosenResult | null {
  if (of === VOID) {
    return { winners: null, word: VOID, hint: voidHint(open, marketsOfEvent), title: 'Event void' };
  }
  if (of === DEAD_HEAT) {
    const named = open.filter(({ conditionId }) => sharing.includes(conditionId));
    if (named.length < 2) return null;
    const winners = named.map(({ conditionId }) => conditionId);
    const [first = 0] = eventPayouts(named, winners, marketsOfEvent)[0] ?? [];
    const about = named.length === 2 || named.length === 4 || named.length === 5 ? '' : 'about ';
    const others = open.length === named.length ? '' : ' All others resolve to their second outcome.';
    const hint = `A share of each winner’s first outcome pays ${about}${payoutText(first)}; together they pay 1.${others}`;
    return { winners, word: DEAD_HEAT, hint, title: `Dead heat of ${named.length}` };
  }
  const winner = open.find(({ conditionId }) => conditionId === of);
  if (winner === undefined) return null;
  const [first, second] = winner.outcomeLabels;
  const hint = `${winner.label} resolves to ${first}, and all others to ${second}, in one step.`;
  return { winners: [winner.conditionId], word: winner.label, hint, title: `${winner.label} won` };
}

/** True if the event can be voided. If only one of several markets is still open, it can only win. */
export function isVoidable(open: readonly OpenAnswer[], marketsOfEvent: number): boolean {
  return open.length > 1 || marketsOfEvent === 1;
}

function voidHint(open: readonly OpenAnswer[], marketsOfEvent: number): string {
  const [[first] = [0]] = eventPayouts(open, null, marketsOfEvent);
  if (marketsOfEvent === 1) return `Each share pays ${payoutText(first)}, whichever its outcome.`;
  return `A share of each market’s first outcome pays about ${payoutText(first)}; together they pay 1.`;
}
