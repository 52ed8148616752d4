/** Faults that the operator is writing: from what is typed to what the venue is asked for. Pure. */
import {
  FAULT_DELAY_MS_MAX,
  FAULT_STEP_MS_MAX,
  type FaultMatch,
  type FaultPreset,
  type FaultRule,
  type FaultWish,
} from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { formatCount } from '../format/numbers.ts';
import { readTyped } from '../format/typed-number.ts';
import type { FaultKind } from './fault-words.ts';
import { readWhole } from './time-fields.ts';

type Fault = FaultRule['do'];
type Status = Extract<Fault, { kind: 'refuse' }>['status'];
type Feed = NonNullable<FaultMatch['feed']>;

/** What every fault may be bounded by; empty text leaves it out. */
export interface BoundsText {
  readonly times: string;
  /** In per cent. */
  readonly chance: string;
  readonly market: string;
}

export const NO_BOUNDS: BoundsText = { times: '', chance: '', market: '' };

export interface RuleText extends BoundsText {
  readonly of: 'requests' | 'frames' | 'trades';
  readonly route: string;
  readonly account: string;
  readonly feed: Feed;
  readonly requestKind: FaultKind;
  readonly frameKind: FaultKind;
  readonly tradeKind: FaultKind;
  /** Of trades, in per cent. */
  readonly failed: string;
  readonly seconds: string;
  readonly when: 'before' | 'after';
  readonly status: Status;
}

export const NEW_RULE: RuleText = {
  ...NO_BOUNDS,
  of: 'requests',
  route: 'POST /order',
  account: '',
  feed: 'market',
  requestKind: 'refuse',
  frameKind: 'silence',
  tradeKind: 'settle',
  failed: '10',
  seconds: '2',
  when: 'after',
  status: 503,
};

export const REQUEST_KINDS = ['refuse', 'drop', 'delay', 'html', 'truncate', 'skew'] as const satisfies FaultKind[];
export const FRAME_KINDS = ['silence', 'double', 'reorder', 'disconnect'] as const satisfies FaultKind[];
export const TRADE_KINDS = ['settle', 'match-later'] as const satisfies FaultKind[];
export const FEEDS = ['market', 'user', 'live', '*'] as const satisfies Feed[];

export type FaultField = 'times' | 'chance' | 'market' | 'route' | 'account' | 'seconds' | 'failed';
export type Problems = Readonly<Partial<Record<FaultField, string>>>;

/** `wish` is null while there are problems. */
export interface Drafted {
  readonly wish: FaultWish | null;
  readonly problems: Problems;
}

export function presetWish(preset: FaultPreset, text: BoundsText): Drafted {
  const { match, problems } = boundsOf(text);
  return finished({ preset, match }, problems);
}

export function ruleWish(text: RuleText): Drafted {
  const bounds = boundsOf(text);
  if (text.of === 'frames') {
    const fault = { kind: text.frameKind } as Fault;
    return finished({ match: { ...bounds.match, feed: text.feed }, do: fault }, bounds.problems);
  }
  const account = text.account.trim();
  const match = { ...bounds.match, ...(account !== '' && { account }) };
  const problems = {
    ...bounds.problems,
    ...(!/^(0x[0-9a-fA-F]{40})?$/.test(account) && {
      account: 'An address is 0x followed by 40 digits or letters a to f.',
    }),
  };
  if (text.of === 'trades') {
    const { fault, ...own } = tradeFault(text);
    return finished({ match, do: fault }, { ...problems, ...own.problems });
  }
  const route = text.route.trim();
  const { fault, problem } = requestFault(text);
  return finished(
    { match: { ...match, ...(route !== '' && { route }) }, do: fault },
    {
      ...problems,
      ...(!isRoute(route) && { route: 'A route is such as POST /order, /book or GET /data/*.' }),
      ...(problem !== null && { seconds: problem }),
    },
  );
}

function tradeFault({ tradeKind, failed, seconds }: RuleText): { readonly fault: Fault; readonly problems: Problems } {
  if (tradeKind === 'match-later') {
    const ms = msOf(seconds);
    const most = FAULT_STEP_MS_MAX / 1_000;
    const fits = ms >= 1 && ms <= FAULT_STEP_MS_MAX;
    const told = `It has to be more than 0 and at most ${formatCount(most)} s.`;
    return { fault: { kind: 'match-later', ms }, problems: fits ? {} : { seconds: told } };
  }
  const share = shareOf(failed);
  const isShare = share === null || (share >= 0 && share <= 1);
  return {
    fault: { kind: 'settle', ...(share !== null && { failed: share }) },
    problems: isShare ? {} : { failed: NO_SHARE },
  };
}

const NO_SHARE = 'It has to be from 0 to 100.';

/** Of per cent as they are typed; null for nothing, and no number for what is none. */
function shareOf(text: string): number | null {
  const typed = readTyped(text);
  if (typed.kind === 'empty') return null;
  return typed.kind === 'number' ? Number(typed.micros) / 1e8 : Number.NaN;
}

/** Milliseconds of seconds as they are typed; 0 for what is none. */
function msOf(seconds: string): number {
  const typed = readTyped(seconds);
  return typed.kind === 'number' ? Math.round(Number(typed.micros) / 1_000) : 0;
}

const finished = (wish: FaultWish, problems: Problems): Drafted => ({
  wish: Object.keys(problems).length === 0 ? wish : null,
  problems,
});

/** Empty: of any request. */
const isRoute = (route: string): boolean => /^(?:(?:(?:GET|POST|PUT|PATCH|DELETE|\*) )?\/\S{0,199})?$/.test(route);

function boundsOf({ times, chance, market }: BoundsText): { readonly match: FaultMatch; readonly problems: Problems } {
  const count = times.trim() === '' ? null : readWhole(times, 1, '');
  const probability = shareOf(chance);
  const isShare = probability === null || (probability >= 0 && probability <= 1);
  const name = market.trim();
  return {
    match: {
      ...(count?.value != null && { times: count.value }),
      ...(probability !== null && isShare && { probability }),
      ...(name !== '' && { market: name }),
    },
    problems: {
      ...(count?.problem != null && { times: count.problem }),
      ...(!isShare && { chance: NO_SHARE }),
    },
  };
}

function requestFault({ requestKind, when, status, seconds }: RuleText): {
  readonly fault: Fault;
  readonly problem: string | null;
} {
  switch (requestKind) {
    case 'drop':
      return { fault: { kind: 'drop', when }, problem: null };
    case 'refuse':
      return { fault: { kind: 'refuse', status }, problem: null };
    case 'delay': {
      const ms = msOf(seconds);
      const most = FAULT_DELAY_MS_MAX / 1_000;
      const fits = ms >= 1 && ms <= FAULT_DELAY_MS_MAX;
      return { fault: { kind: 'delay', ms }, problem: fits ? null : `It has to be more than 0 and at most ${most} s.` };
    }
    case 'skew': {
      const isBehind = /^\s*[-−]/.test(seconds);
      const size = readWhole(seconds.replace(/^\s*[-−]/, ''), 0, 'Enter a number of seconds.');
      const fits = size.value !== null && size.value <= SKEW_MAX;
      const told = `It has to be a whole number of at most ${formatCount(SKEW_MAX)} s, with a minus for a time behind.`;
      return {
        fault: { kind: 'skew', seconds: (size.value ?? 0) * (isBehind ? -1 : 1) },
        problem: fits ? null : told,
      };
    }
    default:
      return { fault: { kind: requestKind } as Fault, problem: null };
  }
}

/** A day. */
const SKEW_MAX = 86_400;

const FIELDS: readonly (readonly [RegExp, FaultField])[] = [
  [/match\.market/, 'market'],
  [/match\.route/, 'route'],
  [/match\.account/, 'account'],
  [/match\.times/, 'times'],
  [/match\.probability/, 'chance'],
];

/** Which field the venue's refusal speaks of; null for none of them. */
export function refusedField(error: unknown): FaultField | null {
  if (!isApiError(error)) return null;
  return FIELDS.find(([pattern]) => pattern.test(error.error))?.[1] ?? null;
}
