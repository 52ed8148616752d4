/** The replay of a tape in a sandbox: how to start it, its progress, and its result. */
import { Type } from 'typebox';
import { count, orNull, strict, text, whole } from '../described.ts';
import { LatencyModel } from './sandbox-latency.ts';
import { ScenarioAccount } from './scenario.ts';

export const REPLAY_QUEUES = ['pessimistic', 'optimistic'] as const;
const STEP_MS_MAX = 3_600_000;
/** Version of the rules by which a tape is played: certificates of different versions are not comparable. */
export const REPLAY_RULES = 5;

export const ReplayWish = strict({
  tape: Type.String({
    minLength: 1,
    maxLength: 4_096,
    description:
      'name of the tape in the sandbox’s folder `tapes`, or the path or file name of one that --tape named at its start',
  }),
  accounts: Type.Optional(
    Type.Array(ScenarioAccount, {
      maxItems: 50,
      description: 'who trades beside the tape, as in a scenario; by default `bot`, as in those that are ready',
    }),
  ),
  queue: Type.Optional(
    Type.Enum([...REPLAY_QUEUES], {
      default: 'pessimistic',
      description:
        'which bound of the queue ahead fills resting orders: whether those who cancelled were behind them or ahead',
    }),
  ),
  step: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: STEP_MS_MAX,
      default: 0,
      description:
        'milliseconds of the tape between two times at which the books are brought up to date; 0: with every message. Fills and bounds go by every message all the same',
    }),
  ),
  latency: Type.Optional(LatencyModel),
  speed: Type.Optional(
    Type.Union([Type.Literal('max'), Type.Number({ minimum: 0, maximum: 100_000 })], {
      default: 0,
      description: 'max: to its end, as fast as it goes; a number: as of the clock; 0: as the clock is moved',
    }),
  ),
});
export type ReplayWish = Type.Static<typeof ReplayWish>;

export const ReplayParams = Type.Object({
  id: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'of a replay of this sandbox' }),
});

const shares = (description: string) => text(`shares: ${description}`);
const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
const hashed = (description: string) =>
  Type.Object({ count: count('how many'), sha256: sha256('of all of them in order') }, { description });

const CertifiedOrder = Type.Object({
  order: count('which of the clients’ orders, from 1'),
  market: count('which of the markets of the tape, from 0'),
  side: Type.Enum(['bid', 'ask'], { description: 'in terms of the first outcome' }),
  sent_ms: Type.Optional(count('when its request was sent, since the first message of the tape; where it took time')),
  arrived_ms: Type.Optional(count('when its request arrived')),
  price: text('of the first outcome'),
  size: shares('when it began to rest'),
  ahead_at_first: shares('of the tape, at its price, when it began to rest'),
  filled_by_clients: shares('by other clients'),
  filled: shares('by the tape, in the books of the sandbox'),
  pessimistic: shares('by the tape, if who cancelled was behind it'),
  optimistic: shares('by the tape, if who cancelled was ahead of it'),
});

export const ReplayCertificate = Type.Object({
  rules: whole('by which tapes are played; certificates of different ones are not compared'),
  tape: Type.Object({
    sha256: sha256('of the tape'),
    source: Type.String(),
    markets: Type.Array(Type.String(), { description: 'condition ids' }),
    from_ms: Type.Integer(),
    to_ms: Type.Integer(),
    messages: count('that were played'),
    unknown_messages: count('of them, of markets that the tape does not describe'),
    changes: count('groups of messages that belong together and changed something'),
    uncrossed_trades: count(
      'recorded trades that do not cross: its own book had nothing at their price or a better one',
    ),
    gaps: count('where messages may be missing'),
    torn_bytes: count('at its end, of a block that was never finished'),
  }),
  seed: Type.Integer(),
  queue: Type.Enum([...REPLAY_QUEUES]),
  step_ms: Type.Integer(),
  latency: Type.Array(
    Type.Object({
      from_ms: count('since the first message of the tape'),
      ...LatencyModel.properties,
      seed: Type.Integer(),
    }),
    {
      description:
        'models, each from its moment on, the first 100; none: a request is done at the moment at which it comes',
    },
  ),
  requests: hashed('what clients did, without the ids that they choose'),
  fills: hashed('what clients got'),
  orders: Type.Object({
    count: count('of clients, that rested'),
    listed: Type.Array(CertifiedOrder, { description: 'the first 1,000' }),
  }),
  bends: Type.Object(
    {
      taken: shares('that clients took of the tape'),
      given: shares('that takers of the tape met at orders of clients'),
      short_trades: count('trades of the tape for which a client had taken something away'),
      short: shares('how much less was there for them'),
    },
    { description: 'where the trades of clients make it another market than was recorded' },
  ),
  profit: Type.Object(
    {
      pessimistic: text('collateral'),
      optimistic: text('collateral'),
      marks: Type.Array(Type.String(), { description: 'what a share of the first outcome counts, by market' }),
    },
    { description: 'of all clients, with what each bound says that resting orders got' },
  ),
  sha256: sha256('of all before: the same for the same tape, plan and requests'),
  state: Type.Object(
    {
      sequence: Type.Integer(),
      journal_sha256: sha256('of its last entry'),
      state_hash: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'of the whole state' }),
    },
    { description: 'the same, too, where clients choose the same ids' },
  ),
});
export type ReplayCertificate = Type.Static<typeof ReplayCertificate>;

const PROGRESS = {
  id: Type.String(),
  state: Type.Enum(['running', 'done', 'left', 'failed'], {
    description: 'left: clients trade on another branch; running: it goes on when time does',
  }),
  failure: orNull(Type.String()),
  branch: text('that it is played on'),
  tape: Type.String(),
  queue: Type.Enum([...REPLAY_QUEUES]),
  step_ms: Type.Integer(),
  from_ms: Type.Integer(),
  to_ms: Type.Integer(),
  messages: count('that were played'),
  lines: count('on the tape, messages and others'),
} as const;

/** One item of `GET /sandbox/replay`. */
export const ReplayProgress = Type.Object(PROGRESS);
export type ReplayProgress = Type.Static<typeof ReplayProgress>;

export const ReplayList = Type.Array(ReplayProgress);

export const SandboxReplay = Type.Object({
  ...PROGRESS,
  certificate: Type.Union([ReplayCertificate, Type.Null()], { description: 'null until all of it was played' }),
});
export type SandboxReplay = Type.Static<typeof SandboxReplay>;
