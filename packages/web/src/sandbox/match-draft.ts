/** The conditions of a fault, converted from form input to the venue's format. Pure. */
import type { FaultMatch } from '@bellwether/contract';
import { readTyped } from '../format/typed-number.ts';
import { readMoment, readWhole } from './time-fields.ts';

export type Feed = NonNullable<FaultMatch['feed']>;

/** Conditions that any fault can have. Empty text means no condition. */
export const NO_BOUNDS = {
  times: '',
  /** In percent. */
  chance: '',
  market: '',
  nth: '',
  every: '',
  /** `datetime-local` text. */
  from: '',
  until: '',
  seed: '',
};

export type BoundsText = Readonly<typeof NO_BOUNDS>;

/** Fields whose input may be invalid. */
export type MatchField = keyof BoundsText | 'route' | 'account' | 'feed';
type MatchProblems = Readonly<Partial<Record<MatchField, string>>>;

export interface DraftedMatch {
  readonly match: FaultMatch;
  /** Seed of the random choices that the rule makes. */
  readonly seed?: number;
  readonly problems: MatchProblems;
}

export const NO_SHARE = 'It must be from 0 to 100.';

/** Converts typed percent to a share of 0..1; null if the text is empty, NaN if it is not a number. */
export function shareOf(text: string): number | null {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return null;
  return typed.kind === 'number' ? Number(typed.micros) / 1e8 : Number.NaN;
}

export const isShare = (share: number | null): boolean => share === null || (share >= 0 && share <= 1);

export function boundsOf(text: BoundsText): DraftedMatch {
  const probability = shareOf(text.chance);
  const market = text.market.trim();
  const read = {
    times: optional(text.times, (typed) => readWhole(typed, 1, '')),
    nth: optional(text.nth, (typed) => readWhole(typed, 1, '')),
    every: optional(text.every, (typed) => readWhole(typed, 1, '')),
    from: optional(text.from, readMoment),
    until: optional(text.until, readMoment),
    seed: optional(text.seed, (typed) => readWhole(typed, 0, '')),
  };
  const { times, nth, every, from, until, seed } = read;
  const isOver = from?.value != null && until?.value != null && until.value <= from.value;
  return {
    match: {
      ...(times?.value != null && { times: times.value }),
      ...(probability !== null && isShare(probability) && { probability }),
      ...(market !== '' && { market }),
      ...(nth?.value != null && { nth: nth.value }),
      ...(every?.value != null && { every: every.value }),
      ...(from?.value != null && { from: from.value }),
      ...(until?.value != null && { until: until.value }),
    },
    ...(seed?.value != null && { seed: seed.value }),
    problems: {
      ...Object.fromEntries(Object.entries(read).flatMap(([name, one]) => (one?.problem ? [[name, one.problem]] : []))),
      ...(!isShare(probability) && { chance: NO_SHARE }),
      ...(isOver && { until: 'It has to end after it begins.' }),
    },
  };
}

/** Reads optional text; null if it is empty. */
function optional<Value>(text: string, read: (text: string) => Value): Value | null {
  return text.trim() === '' ? null : read(text);
}

/** Reads a route; empty text matches any. */
export function routeOf(text: string): DraftedMatch {
  const route = text.trim();
  const isRoute = /^(?:(?:(?:GET|POST|PUT|PATCH|DELETE|\*) )?\/\S{0,199})?$/.test(route);
  return {
    match: route === '' ? {} : { route },
    problems: isRoute ? {} : { route: 'A route is such as POST /order, /book or GET /data/*.' },
  };
}

/** Reads an account; empty text matches any. */
export function accountOf(text: string): DraftedMatch {
  const account = text.trim();
  const isAddress = /^(0x[0-9a-fA-F]{40})?$/.test(account);
  return {
    match: account === '' ? {} : { account },
    problems: isAddress ? {} : { account: 'An address is 0x followed by 40 digits or letters a to f.' },
  };
}

/** Combines conditions that all must hold. */
export function together(...parts: readonly DraftedMatch[]): DraftedMatch {
  const seed = parts.find((part) => part.seed !== undefined)?.seed;
  return {
    match: Object.assign({}, ...parts.map(({ match }) => match)) as FaultMatch,
    ...(seed !== undefined && { seed }),
    problems: Object.assign({}, ...parts.map(({ problems }) => problems)) as MatchProblems,
  };
}
