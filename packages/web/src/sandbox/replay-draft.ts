/** Draft of a replay, converted from form input to the venue's format. Pure. */
import { type ReplayWish, withoutComments } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { jsonFault, lineOf } from './json.ts';
import { readSpeed, readWhole } from './time-fields.ts';
import { SPEEDS } from './words.ts';

/** Choice that reads the value from a separate field. */
export const OTHER = 'other';

export const NEW_REPLAY = {
  tape: '',
  /** Milliseconds of the tape, or `OTHER`. */
  step: '0',
  stepMs: '',
  queue: 'pessimistic' as 'pessimistic' | 'optimistic',
  speed: 'clock' as keyof typeof SPEEDS | typeof OTHER,
  times: '',
  /** JSON with comments; empty for the single account `bot`. */
  accounts: '',
};

export type ReplayText = Readonly<typeof NEW_REPLAY>;

export type ReplayField = 'tape' | 'stepMs' | 'times' | 'accounts';
export type ReplayProblems = Readonly<Partial<Record<ReplayField, string>>>;

/** Returns the request for a replay. `wish` is null while there are problems. */
export function replayWish(text: ReplayText): { readonly wish: ReplayWish | null; readonly problems: ReplayProblems } {
  const tape = text.tape.trim();
  const step = text.step === OTHER ? readWhole(text.stepMs, 0, 'Enter a number of milliseconds.') : null;
  const speed = text.speed === OTHER ? readSpeed(text.times) : null;
  const fault = text.accounts.trim() === '' ? null : jsonFault(withoutComments(text.accounts));
  const problems: ReplayProblems = {
    ...(tape === '' && { tape: 'Give the name of a file in the sandbox’s folder tapes.' }),
    ...(step?.problem && { stepMs: step.problem }),
    ...(speed?.problem && { times: speed.problem }),
    ...(fault !== null && {
      accounts: `Line ${lineOf(text.accounts, fault.offset)}: this is not JSON, where ${fault.wanted} belongs.`,
    }),
  };
  if (Object.keys(problems).length > 0) return { wish: null, problems };
  const accounts = text.accounts.trim() === '' ? null : (JSON.parse(withoutComments(text.accounts)) as unknown);
  return {
    wish: {
      tape,
      step: step?.value ?? Number(text.step),
      queue: text.queue,
      speed: text.speed === OTHER ? (speed?.value ?? 0) : SPEEDS[text.speed].speed,
      // The venue validates the contents.
      ...(accounts !== null && { accounts: accounts as NonNullable<ReplayWish['accounts']> }),
    },
    problems,
  };
}

const FIELDS: readonly (readonly [RegExp, ReplayField])[] = [
  [/^(?:Invalid payload: )?accounts\b|the key of/, 'accounts'],
  [/^(?:Invalid payload: )?step\b/, 'stepMs'],
  [/^(?:Invalid payload: )?speed\b/, 'times'],
];

/** Returns the field that a refusal is about; the tape if it names no other. */
export function refusedReplayField(error: unknown): ReplayField {
  if (!isApiError(error)) return 'tape';
  return FIELDS.find(([pattern]) => pattern.test(error.error))?.[1] ?? 'tape';
}
