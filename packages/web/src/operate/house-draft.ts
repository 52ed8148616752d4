/** The house as maker of a new event's markets: opening chances, problems, and its part of the request body. Pure. */
import { MILLION } from '@bellwether/contract';
import { fromMicros } from '../format/decimal.ts';
import { formatPart } from '../format/numbers.ts';
import { readTyped } from '../format/typed-number.ts';
import type { EventDraft } from './draft-shape.ts';
import { amountProblem, plainDecimal } from './rules.ts';

/** Largest spread in cents. */
const SPREAD_CENTS_MAX = 50n;
/** Millionths of a percent in a millionth of one. */
const PERCENT = 100n;

/**
 * Returns the opening chances in millionths; a text if they are invalid. In an event with one winner the answers without
 * a chance share what is left in equal parts; in others they open at one half.
 */
export function openingChances({
  markets,
  negRisk,
}: Pick<EventDraft, 'markets' | 'negRisk'>): readonly number[] | string {
  const typed = markets.map(({ chance = '' }) => readTyped(chance));
  const parts: (number | null)[] = [];
  for (const one of typed) {
    if (one.kind === 'bad') return one.reason;
    if (one.kind === 'empty') parts.push(null);
    else if (one.micros % PERCENT !== 0n) return 'Chances have at most four decimals.';
    else parts.push(Number(one.micros / PERCENT));
  }
  if (parts.some((part) => part !== null && (part <= 0 || part >= MILLION)))
    return 'Each chance has to be more than 0% and less than 100%.';
  if (!negRisk) return parts.map((part) => part ?? MILLION / 2);
  const sum = parts.reduce<number>((all, part) => all + (part ?? 0), 0);
  const open = parts.filter((part) => part === null).length;
  const left = MILLION - sum;
  if (open === 0 && left !== 0) return `The chances add to ${formatPart(sum / MILLION)}, not to 100%.`;
  if (open > 0 && left < open)
    return `The chances add to ${formatPart(sum / MILLION)}: nothing is left for the others.`;
  let next = 0;
  const share = (): number => Math.floor(left / open) + (next++ < left % open ? 1 : 0);
  return parts.map((part) => part ?? share());
}

export function houseProblems(draft: EventDraft): Readonly<Record<string, string | null>> {
  if (!draft.house) return {};
  const spread = readTyped(draft.spread);
  const isWide = spread.kind === 'number' && spread.micros > SPREAD_CENTS_MAX * 1_000_000n;
  const isFine = spread.kind === 'number' && spread.micros % 10_000n !== 0n;
  const chances = draft.kind === 'answers' ? openingChances(draft) : [];
  return {
    subsidy: amountProblem(draft.subsidy),
    chances: typeof chances === 'string' ? chances : null,
    spread:
      spread.kind === 'bad' ? spread.reason : isWide || isFine ? 'From 0 to 50¢, with at most two decimals.' : null,
  };
}

/** The part of the body of `POST /admin/events`; without chances the venue's default applies. */
export function houseBody(draft: EventDraft): Readonly<Record<string, unknown>> {
  if (!draft.house) return {};
  const chances = openingChances(draft);
  const isTyped = draft.kind === 'answers' && draft.markets.some(({ chance = '' }) => chance.trim() !== '');
  const spread = readTyped(draft.spread);
  return {
    houseMaker: {
      subsidy: plainDecimal(draft.subsidy),
      ...(isTyped && typeof chances !== 'string' && { probabilities: chances.map((part) => part / MILLION) }),
      ...(spread.kind === 'number' && { spread: fromMicros(spread.micros / 100n) }),
    },
  };
}

/** A chance in millionths as it is typed in percent. */
export const chancePercent = (part: number): string => fromMicros(BigInt(part) * PERCENT);
