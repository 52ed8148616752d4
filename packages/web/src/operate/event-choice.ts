/** How a one-winner event ends, as the operator chooses it: one winner, several that share, or none. Pure. */
import { type EventWinners, eventPayouts, type OpenAnswer } from './event-payouts.ts';
import { payoutText } from './payouts.ts';

/** No condition ids. */
export const VOID = 'void';
export const DEAD_HEAT = 'dead heat';

export interface ResultChoice {
  /** Condition id of the winner, `VOID`, `DEAD_HEAT`, or '' for none yet. */
  readonly of: string;
  /** Condition ids of those that share a dead heat. */
  readonly sharing: readonly string[];
}

export const NO_CHOICE: ResultChoice = { of: '', sharing: [] };

export interface ChosenResult {
  readonly winners: EventWinners;
  /** Typed to confirm. */
  readonly word: string;
  /** What it means for those who hold shares. */
  readonly hint: string;
  /** What is said when it is done. */
  readonly title: string;
}

/** null while something is left to choose. `open` is in the order of the event, which has `marketsOfEvent` in all. */
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

/** When all markets but one have lost, the last one can only win. */
export function isVoidable(open: readonly OpenAnswer[], marketsOfEvent: number): boolean {
  return open.length > 1 || marketsOfEvent === 1;
}

function voidHint(open: readonly OpenAnswer[], marketsOfEvent: number): string {
  const [[first] = [0]] = eventPayouts(open, null, marketsOfEvent);
  if (marketsOfEvent === 1) return `Each share pays ${payoutText(first)}, whichever its outcome.`;
  return `A share of each market’s first outcome pays about ${payoutText(first)}; together they pay 1.`;
}
