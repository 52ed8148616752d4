/** The action of a fault, converted from form input to the venue's format. Pure. */
import { FAULT_DELAY_MS_MAX, FAULT_STEP_MS_MAX, type FaultRule } from '@bellwether/contract';
import { formatCount } from '../format/numbers.ts';
import { readTyped } from '../format/typed-number.ts';
import type { FaultKind } from './fault-words.ts';
import { isShare, NO_SHARE, shareOf } from './match-draft.ts';
import { readWhole } from './time-fields.ts';

export type Fault = FaultRule['do'];
type Status = Extract<Fault, { kind: 'refuse' }>['status'];
type Settle = Extract<Fault, { kind: 'settle' }>;

export const REQUEST_KINDS = ['refuse', 'drop', 'delay', 'html', 'truncate', 'skew'] as const satisfies FaultKind[];
export const FRAME_KINDS = ['silence', 'double', 'reorder', 'disconnect'] as const satisfies FaultKind[];
export const TRADE_KINDS = ['settle', 'match-later'] as const satisfies FaultKind[];

/** Input for all kinds of faults. Only the fields of the chosen kind are read. */
export const NEW_DOING = {
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
  mined: '',
  confirmed: '',
  retrying: '',
};

export type DoingText = Readonly<typeof NEW_DOING>;

/** Fields whose input may be invalid. */
export type DoingField = 'seconds' | 'retried' | 'failed' | 'mined' | 'confirmed' | 'retrying';

interface DraftedDoing {
  readonly fault: Fault;
  readonly problems: Readonly<Partial<Record<DoingField, string>>>;
}

/** Returns the chosen kind of fault. */
export function kindOf({ of, requestKind, frameKind, tradeKind }: DoingText): FaultKind {
  return { requests: requestKind, frames: frameKind, trades: tradeKind }[of];
}

export function doingOf(text: DoingText): DraftedDoing {
  const kind = kindOf(text);
  switch (kind) {
    case 'drop':
      return fine({ kind, when: text.when });
    case 'refuse':
      return fine({ kind, status: text.status });
    case 'delay':
      return waiting(text.seconds, FAULT_DELAY_MS_MAX, (ms) => ({ kind, ms }));
    case 'match-later':
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

const STATUS_FIELDS = { mined: 'mined_ms', confirmed: 'confirmed_ms', retrying: 'retrying_ms' } as const;
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
