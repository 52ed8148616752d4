/** Drafts of faults, their conditions and their action, converted from form input to the venue's format. Pure. */
import {
  FAULT_DELAY_MS_MAX,
  FAULT_FEEDS,
  FAULT_STEP_MS_MAX,
  type FaultMatch,
  type FaultPreset,
  type FaultRule,
  type FaultWish,
} from '@bellwether/contract';
import { formatCount } from '../format/numbers.ts';
import { readTyped } from '../format/typed-number.ts';
import type { FaultKind } from './fault-words.ts';
import { readMoment, readWhole } from './time-fields.ts';

export type Feed = NonNullable<FaultMatch['feed']>;

/** Conditions that any fault can have. Empty text means no condition. */
const NO_BOUNDS = {
  times: '',
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

type MatchField = keyof BoundsText | 'route' | 'account' | 'feed';
type MatchProblems = Readonly<Partial<Record<MatchField, string>>>;

interface DraftedMatch {
  readonly match: FaultMatch;
  /** Seed of the random choices that the rule makes. */
  readonly seed?: number;
  readonly problems: MatchProblems;
}

const NO_SHARE = 'It must be from 0 to 100.';

/** Converts typed percent to a share of 0..1; null if the text is empty, NaN if it is not a number. */
function shareOf(text: string): number | null {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return null;
  return typed.kind === 'number' ? Number(typed.micros) / 1e8 : Number.NaN;
}

const isShare = (share: number | null): boolean => share === null || (share >= 0 && share <= 1);

function boundsOf(text: BoundsText): DraftedMatch {
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
  const { seed, ...bounds } = Object.fromEntries(
    Object.entries(read).flatMap(([name, one]) => (one?.value == null ? [] : [[name, one.value]])),
  ) as FaultMatch & { readonly seed?: number };
  const isOver = read.from?.value != null && read.until?.value != null && read.until.value <= read.from.value;
  return {
    match: {
      ...bounds,
      ...(probability !== null && isShare(probability) && { probability }),
      ...(market !== '' && { market }),
    },
    ...(seed !== undefined && { seed }),
    problems: {
      ...Object.fromEntries(Object.entries(read).flatMap(([name, one]) => (one?.problem ? [[name, one.problem]] : []))),
      ...(!isShare(probability) && { chance: NO_SHARE }),
      ...(isOver && { until: 'It has to end after it begins.' }),
    },
  };
}

function optional<Value>(text: string, read: (text: string) => Value): Value | null {
  return text.trim() === '' ? null : read(text);
}

/** Reads a route; empty text matches any. */
function routeOf(text: string): DraftedMatch {
  const route = text.trim();
  const isRoute = /^(?:(?:(?:GET|POST|PUT|PATCH|DELETE|\*) )?\/\S{0,199})?$/.test(route);
  return {
    match: route === '' ? {} : { route },
    problems: isRoute ? {} : { route: 'A route is such as POST /order, /book or GET /data/*.' },
  };
}

/** Reads an account; empty text matches any. */
function accountOf(text: string): DraftedMatch {
  const account = text.trim();
  const isAddress = /^(0x[0-9a-fA-F]{40})?$/.test(account);
  return {
    match: account === '' ? {} : { account },
    problems: isAddress ? {} : { account: 'An address is 0x followed by 40 digits or letters a to f.' },
  };
}

export function together(...parts: readonly DraftedMatch[]): DraftedMatch {
  const seed = parts.find((part) => part.seed !== undefined)?.seed;
  return {
    match: Object.assign({}, ...parts.map(({ match }) => match)) as FaultMatch,
    ...(seed !== undefined && { seed }),
    problems: Object.assign({}, ...parts.map(({ problems }) => problems)) as MatchProblems,
  };
}

export type Fault = FaultRule['do'];
type Status = Extract<Fault, { kind: 'refuse' }>['status'];
type Settle = Extract<Fault, { kind: 'settle' }>;

export const REQUEST_KINDS = [
  ...(['refuse', 'drop', 'delay', 'html', 'truncate', 'skew', 'old-exchange'] as const),
] as const satisfies FaultKind[];
export const FRAME_KINDS = ['silence', 'double', 'reorder', 'disconnect'] as const satisfies FaultKind[];
export const TRADE_KINDS = ['settle', 'match-later', 'unmatch', 'wipe'] as const satisfies FaultKind[];

/** Input for all kinds of faults. Only the fields of the chosen kind are read. */
const NEW_DOING = {
  of: 'requests' as 'requests' | 'frames' | 'trades',
  requestKind: 'refuse' as FaultKind,
  frameKind: 'silence' as FaultKind,
  tradeKind: 'settle' as FaultKind,
  seconds: '2',
  when: 'after' as 'before' | 'after',
  status: 503 as Status,
  /** Share of trades, in percent. */
  retried: '',
  failed: '10',
  /** Time a trade spends in each status, in seconds. */
  unbroadcast: '',
  hash: '',
  mined: '',
  confirmed: '',
  retrying: '',
};

type DoingText = Readonly<typeof NEW_DOING>;

type DoingField = 'seconds' | 'retried' | 'failed' | 'unbroadcast' | 'hash' | 'mined' | 'confirmed' | 'retrying';

interface DraftedDoing {
  readonly fault: Fault;
  readonly problems: Readonly<Partial<Record<DoingField, string>>>;
}

export function kindOf({ of, requestKind, frameKind, tradeKind }: DoingText): FaultKind {
  return { requests: requestKind, frames: frameKind, trades: tradeKind }[of];
}

function doingOf(text: DoingText): DraftedDoing {
  const kind = kindOf(text);
  switch (kind) {
    case 'drop':
      return fine({ kind, when: text.when });
    case 'refuse':
      return fine({ kind, status: text.status });
    case 'delay':
      return waiting(text.seconds, FAULT_DELAY_MS_MAX, (ms) => ({ kind, ms }));
    case 'match-later':
    case 'unmatch':
      return waiting(text.seconds, FAULT_STEP_MS_MAX, (ms) => ({ kind, ms }));
    case 'skew':
      return skew(text.seconds);
    case 'settle':
      return settle(text);
    default:
      return fine({ kind });
  }
}

const fine = (fault: Fault): DraftedDoing => ({ fault, problems: {} });

function waiting(seconds: string, mostMs: number, faultOf: (ms: number) => Fault): DraftedDoing {
  const ms = msOf(seconds);
  const fits = ms >= 1 && ms <= mostMs;
  const told = `It must be more than 0 and at most ${formatCount(mostMs / 1_000)} s.`;
  return { fault: faultOf(ms), problems: fits ? {} : { seconds: told } };
}

/** Maximum clock skew in seconds: one day. */
const SKEW_MAX = 86_400;

function skew(seconds: string): DraftedDoing {
  const isBehind = /^\s*[-−]/.test(seconds);
  const size = readWhole(seconds.replace(/^\s*[-−]/, ''), 0, 'Enter a number of seconds.');
  const fits = size.value !== null && size.value <= SKEW_MAX;
  const told = `It must be a whole number of at most ${formatCount(SKEW_MAX)} s, with a minus for a time behind.`;
  return {
    fault: { kind: 'skew', seconds: (size.value ?? 0) * (isBehind ? -1 : 1) },
    problems: fits ? {} : { seconds: told },
  };
}

const STATUS_FIELDS = {
  unbroadcast: 'unbroadcast_ms',
  hash: 'hash_ms',
  mined: 'mined_ms',
  confirmed: 'confirmed_ms',
  retrying: 'retrying_ms',
} as const;
const SHARE_FIELDS = ['retried', 'failed'] as const;

function settle(text: DoingText): DraftedDoing {
  const fault: { -readonly [Name in keyof Settle]: Settle[Name] } = { kind: 'settle' };
  const problems: Partial<Record<DoingField, string>> = {};
  for (const name of SHARE_FIELDS) {
    const share = shareOf(text[name]);
    if (!isShare(share)) problems[name] = NO_SHARE;
    else if (share !== null) fault[name] = share;
  }
  for (const [name, field] of Object.entries(STATUS_FIELDS) as [keyof typeof STATUS_FIELDS, 'mined_ms'][]) {
    if (text[name].trim() === '') continue;
    const ms = msOf(text[name]);
    if (ms >= 0 && ms <= FAULT_STEP_MS_MAX) fault[field] = ms;
    else problems[name] = `It must be from 0 to ${formatCount(FAULT_STEP_MS_MAX / 1_000)} s.`;
  }
  return { fault, problems };
}

/** Converts typed seconds to milliseconds; NaN if the text is not a number. */
function msOf(seconds: string): number {
  const typed = readTyped(seconds);
  return typed.kind === 'number' ? Math.round(Number(typed.micros) / 1_000) : Number.NaN;
}

export const FEEDS: readonly Feed[] = [...FAULT_FEEDS, '*'];

/** Fields that narrow a preset. An empty one keeps the preset's own value. */
export interface PresetText extends BoundsText {
  readonly route: string;
  readonly account: string;
  readonly feed: Feed | '';
}

export const AS_IT_IS: PresetText = { ...NO_BOUNDS, route: '', account: '', feed: '' };

export interface RuleText extends BoundsText, DoingText {
  readonly route: string;
  readonly account: string;
  readonly feed: Feed;
}

export const NEW_RULE: RuleText = { ...NO_BOUNDS, ...NEW_DOING, route: 'POST /order', account: '', feed: 'market' };

export type FaultField = MatchField | DoingField;
export type Problems = Readonly<Partial<Record<FaultField, string>>>;

/** `wish` is null while there are problems. */
export interface Drafted {
  readonly wish: FaultWish | null;
  readonly problems: Problems;
}

export function presetWish(preset: FaultPreset, text: PresetText): Drafted {
  const feed = feedOf(text.feed);
  const { match, seed, problems } = together(boundsOf(text), routeOf(text.route), accountOf(text.account), feed);
  return finished({ preset, match, ...(seed !== undefined && { seed }) }, problems);
}

export function ruleWish(text: RuleText): Drafted {
  const { match, seed, problems } = together(boundsOf(text), placeOf(text));
  const doing = doingOf(text);
  const wish = { match, do: doing.fault, ...(seed !== undefined && { seed }) };
  return finished(wish, { ...problems, ...doing.problems });
}

/** Returns the place of a fault: frames have a feed; requests, trades and orders have an account. */
function placeOf({ of, route, account, feed }: RuleText): DraftedMatch {
  if (of === 'frames') return feedOf(feed);
  return of === 'requests' ? together(routeOf(route), accountOf(account)) : accountOf(account);
}

const feedOf = (feed: Feed | ''): DraftedMatch => ({ match: feed === '' ? {} : { feed }, problems: {} });

const finished = (wish: FaultWish, problems: Problems): Drafted => ({
  wish: Object.keys(problems).length === 0 ? wish : null,
  problems,
});
