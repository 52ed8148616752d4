/** The operator's choice of how a one-winner event ends: one winner, a dead heat, or void. Pure. */
import { type EventWinners, eventPayouts, type OpenAnswer } from './event-payouts.ts';
import { payoutText } from './payouts.ts';

/** Pseudo values that cannot clash with a condition id. */
export const VOID = 'void';
export const DEAD_HEAT = 'dead heat';

export interface ResultChoice {
  /** Condition id of the winner, `VOID` or `DEAD_HEAT`; '' if nothing is chosen. */
  readonly of: string;
  /** Condition ids of the markets that share a dead heat. */
  readonly sharing: readonly string[];
}

export const NO_CHOICE: ResultChoice = { of: '', sharing: [] };

export interface ChosenResult {
  readonly winners: EventWinners;
  /** Word that the operator types to confirm. */
  readonly word: string;
  /** Meaning of the result for holders. */
  readonly hint: string;
  /** Title of the toast after resolving. */
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
