/** Faults injected at the edge of a sandbox: rules that say where, when and what. */
import { Type } from 'typebox';
import { count, orNull, strict, text } from '../described.ts';
import { Moment } from './common.ts';

/** Longest delay, in milliseconds of real time. */
export const FAULT_DELAY_MS_MAX = 600_000;
/** Longest time that a trade is shown in one status, in milliseconds of sandbox time. */
export const FAULT_STEP_MS_MAX = 86_400_000;
export const FAULT_RULES_MAX = 256;

export const FAULT_FEEDS = ['market', 'user', 'live'] as const;

/** Conditions for a rule: where and when it applies. All given ones have to hold. */
export const FaultMatch = strict({
  route: Type.Optional(
    Type.String({
      pattern: '^(?:(?:GET|POST|PUT|PATCH|DELETE|\\*) )?/\\S{0,199}$',
      description: 'requests: `POST /order`, `/book`, `GET /data/*`; `*` at the end stands for anything',
    }),
  ),
  feed: Type.Optional(
    Type.Union([Type.Enum([...FAULT_FEEDS]), Type.Literal('*')], { description: 'frames of a live feed; `*`: of all' }),
  ),
  account: Type.Optional(
    Type.String({
      pattern: '^0x[0-9a-fA-F]{40}$',
      description: 'requests that say that they are from this account; trades that it had a part in; its orders',
    }),
  ),
  market: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'what is about a market: its condition id, slug or token id',
    }),
  ),
  from: Type.Optional({ ...Moment, description: 'not before this moment of the venue' }),
  until: Type.Optional({ ...Moment, description: 'not from this moment of the venue on' }),
  nth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'only this one of those that match' }),
  ),
  every: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'every so manieth of them' })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'each with this chance' })),
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'so often at most' })),
});
export type FaultMatch = Type.Static<typeof FaultMatch>;

const ms = Type.Integer({ minimum: 1, maximum: FAULT_DELAY_MS_MAX, description: "milliseconds of the machine's time" });
const doing = <Kind extends string>(kind: Kind, description: string) =>
  Type.Object({ kind: Type.Literal(kind) }, { additionalProperties: false, description });

export const FAULT_STATUSES = [425, 429, 500, 502, 503, 504] as const;

export const RequestFault = Type.Union([
  Type.Object({ kind: Type.Literal('delay'), ms }, { additionalProperties: false, description: 'it is begun later' }),
  Type.Object(
    { kind: Type.Literal('drop'), when: Type.Enum(['before', 'after']) },
    {
      additionalProperties: false,
      description:
        'the connection ends without an answer; `before`: nothing was done, `after`: it was done all the same',
    },
  ),
  Type.Object(
    { kind: Type.Literal('refuse'), status: Type.Enum([...FAULT_STATUSES]) },
    { additionalProperties: false, description: 'an error in the venue’s shape; nothing was done' },
  ),
  doing('html', 'a 403 in HTML, as proxies send it; nothing was done'),
  doing('truncate', 'the connection ends in the middle of the answer; it was done'),
  Type.Object(
    { kind: Type.Literal('skew'), seconds: Type.Integer({ minimum: -86_400, maximum: 86_400 }) },
    { additionalProperties: false, description: 'the time that `Date` and `GET /time` say is wrong by so much' },
  ),
  doing(
    'old-exchange',
    'orders for tokens of markets of version v1 are refused with `order_version_mismatch`, and `GET /version` says 3; nothing was done',
  ),
]);
export type RequestFault = Type.Static<typeof RequestFault>;

/** Effect on a frame of a feed. */
export const FrameFault = Type.Union([
  doing('silence', 'it is not sent, and the connection stays open and answers pings'),
  doing('double', 'it is sent twice'),
  doing('reorder', 'it is sent behind the next one'),
  doing('disconnect', 'the connection ends without a word'),
]);
export type FrameFault = Type.Static<typeof FrameFault>;

const stepMs = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: FAULT_STEP_MS_MAX,
      description: `milliseconds of the sandbox's time ${description}`,
    }),
  );
const share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

/** Effect on the displayed status of a trade; the ledger settles it at once. */
export const TradeFault = Type.Object(
  {
    kind: Type.Literal('settle'),
    unbroadcast_ms: stepMs('that it is MATCHED_NOT_BROADCASTED before it is MATCHED; 0 by default'),
    hash_ms: stepMs(
      'after the match from which it is shown with its transaction hash, and its order answered with it; 0 by default',
    ),
    mined_ms: stepMs('that it is MATCHED before it is MINED; 2000 by default'),
    confirmed_ms: stepMs('that it is MINED before it is CONFIRMED, or RETRYING; 2000 by default'),
    retrying_ms: stepMs('that it is RETRYING before it is MINED again, or FAILED; 5000 by default'),
    retried: share('of trades: they are RETRYING once, then MINED and CONFIRMED; 0 by default'),
    failed: share('of trades: they are RETRYING, then FAILED; 0 by default'),
  },
  {
    additionalProperties: false,
    description:
      'it is shown as MATCHED first, then as MINED and CONFIRMED; the ledger has settled it at once and for good, whatever is shown',
  },
);
export type TradeFault = Type.Static<typeof TradeFault>;

/** Effects on an order that would trade at once. */
const laterOrder = <Kind extends string>(kind: Kind, until: string, description: string) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      ms: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: FAULT_STEP_MS_MAX,
          description: `milliseconds of the sandbox's time until it ${until}; 3000 by default`,
        }),
      ),
    },
    { additionalProperties: false, description },
  );
export const OrderFault = Type.Union([
  laterOrder(
    'match-later',
    'comes to the book',
    'an order that would trade at once is answered with `delayed` and comes to the book later; no cancel finds it until then',
  ),
  laterOrder(
    'unmatch',
    'ends',
    'an order that would trade at once is answered with `delayed`, and ends as UNMATCHED later without having come to the book',
  ),
]);
export type OrderFault = Type.Static<typeof OrderFault>;

/** Effect on the whole venue at the moment from which the rule holds. */
export const MomentFault = doing(
  'wipe',
  'all open orders are cancelled, once, at the moment from which the rule holds',
);
export type MomentFault = Type.Static<typeof MomentFault>;

/** Presets named after incidents at real venues. */
export const FAULT_PRESETS = [
  ...['engine-restart', 'timed-out-yet-filled', 'lost-before-it-was-done', 'silent-market-feed', 'silent-user-feed'],
  ...['gaps-in-the-feed', 'doubled-frames', 'frames-out-of-order', 'dropped-connections', 'proxy-refuses'],
  ...['rate-limit-storm', 'overloaded', 'slow-answers', 'cut-off-answers', 'clock-ahead', 'settles-later'],
  ...['settles-at-the-second-try', 'matched-yet-failed', 'delayed-orders', 'fills-without-hashes'],
  ...['matched-not-broadcasted', 'unmatched-orders', 'cutover'],
] as const;
export type FaultPreset = (typeof FAULT_PRESETS)[number];

/** `POST /sandbox/faults`: a preset, whose `match` may be narrowed, or a rule with both `match` and `do`. */
export const FaultWish = strict({
  preset: Type.Optional(Type.Enum([...FAULT_PRESETS])),
  match: Type.Optional(FaultMatch),
  do: Type.Optional(
    Type.Union([...RequestFault.anyOf, ...FrameFault.anyOf, TradeFault, ...OrderFault.anyOf, MomentFault]),
  ),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'of its chances; that of the sandbox by default' }),
  ),
});
export type FaultWish = Type.Static<typeof FaultWish>;

export const FaultRule = Type.Object({
  id: text('for DELETE'),
  preset: orNull(Type.String()),
  match: FaultMatch,
  do: Type.Union([...RequestFault.anyOf, ...FrameFault.anyOf, TradeFault, ...OrderFault.anyOf, MomentFault]),
  matched: count('requests, frames, trades or orders that it has met'),
  injected: count('to how many of them it has done something'),
});
export type FaultRule = Type.Static<typeof FaultRule>;

/** Rules in the order in which they were armed; only the first match affects a request or frame. */
export const FaultRules = Type.Array(FaultRule);

/** `DELETE /sandbox/faults`: removes all rules without `id`. */
export const FaultRemoval = Type.Object({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'of the rule; all of them by default' })),
});
export type FaultRemoval = Type.Static<typeof FaultRemoval>;
