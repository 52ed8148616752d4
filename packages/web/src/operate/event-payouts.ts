/** How a market or a one-winner event ends: the operator's choice, and its payouts. Pure. */
import { type OpenAnswer, PAYOUT_ONE, type PayoutPair, payoutText } from './payouts.ts';

/**
 * Returns the payouts of each market of `open`, which is in the event's order. The first outcomes of the winners share
 * one in ten-thousandths; a remainder goes to the first winners, one ten-thousandth each. The first outcomes of all
 * other markets pay nothing. Without winners all of `open` share, and a single-market event pays half for each outcome.
 */
export function eventPayouts(
  open: readonly OpenAnswer[],
  winners: readonly string[] | null,
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

/** Choices beside the winners' condition ids, which cannot clash with one. */
export const FIRST = 'first';
export const SECOND = 'second';
export const SPLIT = 'split';
export const DEAD_HEAT = 'dead heat';
export const REFUND = 'refund';
/** Only for a reversal: no result, trading resumes. */
export const OPEN = 'open';

export interface ResultChoice {
  /** Condition id of the winner or one of the choices above; '' if nothing is chosen. */
  readonly of: string;
  /** Condition ids of the winners of a dead heat. */
  readonly sharing: readonly string[];
  /** Payout of a market's first outcome in ten-thousandths, for `SPLIT`; null while it is not valid. */
  readonly split: number | null;
  /** Value that chose the winner of a numeric event, in words. */
  readonly value?: string;
}

export const NO_CHOICE: ResultChoice = { of: '', sharing: [], split: PAYOUT_ONE / 2 };

/** Payouts by market; a refund; or none, because the markets reopen. */
export type NewPayouts = readonly PayoutPair[] | typeof REFUND | typeof OPEN;

export interface ChosenResult {
  /** The result as calls name it. */
  readonly result: 'open' | { payouts?: string[]; winners?: string[]; void?: 'refund' | 'split' };
  readonly payouts: NewPayouts;
  /** Word that the operator types to confirm. */
  readonly word: string;
  readonly hint: string;
  readonly title: string;
  /** Note for everyone to read, if the operator writes none. */
  readonly note?: string;
}

const REFUNDED: ChosenResult = {
  result: { void: 'refund' },
  payouts: REFUND,
  word: REFUND,
  hint: 'Each account gets back what the question cost it, fees included. Accounts that took a profit out give it back.',
  title: 'Refunded',
};
const REOPENED: ChosenResult = {
  result: 'open',
  payouts: OPEN,
  word: OPEN,
  hint: 'Payouts are taken back, holders have their shares again, and trading resumes.',
  title: 'Open again',
};

/** Returns the chosen result of one market; null while the choice is incomplete. */
export function chosenOfMarket(
  { of, split }: ResultChoice,
  [first, second]: readonly [string, string],
): ChosenResult | null {
  if (of === REFUND) return REFUNDED;
  if (of === OPEN) return REOPENED;
  const paid = of === FIRST ? PAYOUT_ONE : of === SECOND ? 0 : of === SPLIT ? split : null;
  if (paid === null) return null;
  const pair: PayoutPair = [paid, PAYOUT_ONE - paid];
  const word = of === FIRST ? first : of === SECOND ? second : SPLIT;
  return { result: { payouts: pair.map(payoutText) }, payouts: [pair], word, hint: '', title: 'Market resolved' };
}

/**
 * Returns the chosen result of an event; null while the choice is incomplete. `open` lists the markets that it is for in
 * the event's order; `marketsOfEvent` is the number of all its markets.
 */
export function chosenOfEvent(
  { of, sharing, value }: ResultChoice,
  open: readonly OpenAnswer[],
  marketsOfEvent: number,
): ChosenResult | null {
  if (of === REFUND) return REFUNDED;
  if (of === OPEN) return REOPENED;
  const paying = (winners: readonly string[] | null) => eventPayouts(open, winners, marketsOfEvent);
  if (of === SPLIT) {
    const hint = splitHint(paying(null), marketsOfEvent);
    return { result: { void: 'split' }, payouts: paying(null), word: SPLIT, hint, title: 'Split evenly' };
  }
  if (of === DEAD_HEAT) {
    const named = open.filter(({ conditionId }) => sharing.includes(conditionId));
    if (named.length < 2) return null;
    const winners = named.map(({ conditionId }) => conditionId);
    const [first = 0] = eventPayouts(named, winners, marketsOfEvent)[0] ?? [];
    const about = named.length === 2 || named.length === 4 || named.length === 5 ? '' : 'about ';
    const others = open.length === named.length ? '' : ' All others resolve to their second outcome.';
    const hint = `A share of each winner’s first outcome pays ${about}${payoutText(first)}; together they pay 1.${others}`;
    const title = `Dead heat of ${named.length}`;
    return { result: { winners }, payouts: paying(winners), word: DEAD_HEAT, hint, title };
  }
  const winner = open.find(({ conditionId }) => conditionId === of);
  if (winner === undefined) return null;
  const [first, second] = winner.outcomeLabels;
  const winners = [winner.conditionId];
  const hint = `${winner.label} resolves to ${first}, and all others to ${second}, in one step.`;
  const result = { result: { winners }, payouts: paying(winners), word: winner.label, hint };
  return { ...result, title: `${winner.label} won`, ...(value !== undefined && { note: `The value is ${value}.` }) };
}

/** True if the event can be split. If only one of several markets is still open, it can only win. */
export function isSplittable(open: readonly OpenAnswer[], marketsOfEvent: number): boolean {
  return open.length > 1 || marketsOfEvent === 1;
}

function splitHint([[first] = [0, 0]]: readonly PayoutPair[], marketsOfEvent: number): string {
  if (marketsOfEvent === 1) return `Each share pays ${payoutText(first)}, whichever its outcome.`;
  return `A share of each market’s first outcome pays about ${payoutText(first)}; together they pay 1.`;
}
