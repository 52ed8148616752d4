/** Controls of a sandbox: its clock, its branches, its forks. */
import { Type } from 'typebox';
import { amount, count, flag, orNull, strict, text } from '../described.ts';
import { Duration, Moment, TimeMs } from './common.ts';
import { ReplayWish } from './sandbox-replay.ts';
import { Scenario, ScenarioName } from './scenario.ts';

const isoTime = text('ISO 8601, UTC');
const sequence = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'of a journal entry; 0: before the first',
});
const branchId = Type.String({ minLength: 1, maxLength: 20, pattern: '^(main|[1-9][0-9]*)$' });
/** Largest multiple of real time. */
export const SANDBOX_SPEED_MAX = 100_000;

export const SandboxClock = Type.Object({
  time: isoTime,
  time_ms: TimeMs,
  speed: amount("of the machine's time; 0: it stands still"),
  branch: text('that clients trade on'),
  sequence: count('of the last entry of its journal'),
});
export type SandboxClock = Type.Static<typeof SandboxClock>;

/** `POST /sandbox/clock`: at least one field. First time is advanced, then it runs or stops. */
export const SandboxClockMove = strict({
  advance: Type.Optional({
    ...Duration,
    description: 'by how much it goes on: milliseconds, or a length of time in words',
  }),
  until: Type.Optional({ ...Moment, description: 'to which moment it goes on, instead of `advance`' }),
  speed: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: SANDBOX_SPEED_MAX,
      description: "from then on it runs at so many times the machine's time; 0: it stands still",
    }),
  ),
  pause: Type.Optional(Type.Literal(true, { description: 'the same as speed 0' })),
});
export type SandboxClockMove = Type.Static<typeof SandboxClockMove>;

const moment = {
  sequence: Type.Optional({ ...sequence, description: 'after this entry' }),
  time: Type.Optional({ ...Moment, description: 'as it was at this moment, instead of `sequence`' }),
};

/** `POST /sandbox/rewind`: exactly one of `sequence` and `time`. */
export const SandboxRewind = strict({
  ...moment,
  branch: Type.Optional({ ...branchId, description: 'whose moment it is; the current one by default' }),
});
export type SandboxRewind = Type.Static<typeof SandboxRewind>;

/**
 * `POST /sandbox/fork`: at most one of `sequence`, `time`, `scenario` and `tape`; by default the current state. `seed` and
 * `start` begin a new venue, too.
 */
export const SandboxForkWish = strict({
  ...moment,
  scenario: Type.Optional(
    Type.Union([ScenarioName, Scenario], {
      description: 'nothing but this, at its start: a ready one by its name, or one of your own',
    }),
  ),
  tape: Type.Optional(
    Type.Union([ReplayWish.properties.tape, ReplayWish], {
      description: 'nothing but the markets of this tape, which is played at once: its name, or a whole replay',
    }),
  ),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'of all chance in a new venue or scenario' }),
  ),
  start: Type.Optional(
    Type.Union([TimeMs, Scenario.properties.start], { description: 'when time begins in a new venue or scenario' }),
  ),
  data_dir: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description:
        'a folder that stays when the fork ends: a new or empty one, or one of an earlier fork or sandbox, which continues. Only with --local-files',
    }),
  ),
  port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535, default: 0, description: '0: a free one' })),
});
export type SandboxForkWish = Type.Static<typeof SandboxForkWish>;

export const SandboxBranch = Type.Object({
  id: branchId,
  parent: Type.Union([Type.String(), Type.Null()], { description: 'the branch that it began on; null: none' }),
  from: count('the last entry that it has in common with its parent'),
  sequence: count('its last entry'),
  time: isoTime,
  time_ms: TimeMs,
  scenario: Type.Union([Type.String(), Type.Null()], {
    description: 'name of the scenario that it plays, `replay` where it has the market of a tape; null: none',
  }),
  current: flag('clients trade on it'),
});
export type SandboxBranch = Type.Static<typeof SandboxBranch>;

/** `GET /sandbox/branches`, in the order in which they were traded on. */
export const SandboxBranches = Type.Array(SandboxBranch);

export const SandboxForkEnd = Type.Object({
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'of the fork that ends' }),
});
export type SandboxForkEnd = Type.Static<typeof SandboxForkEnd>;

export const SandboxFork = Type.Object({
  url: text('where it answers'),
  sequence: count('the last entry that it began with'),
  time: isoTime,
  time_ms: TimeMs,
  replay: orNull(text('id of the replay of its tape')),
});
export type SandboxFork = Type.Static<typeof SandboxFork>;

/** `GET /sandbox/fork`, in the order in which they were started. */
export const SandboxForks = Type.Array(SandboxFork);
