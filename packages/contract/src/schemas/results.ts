/** Results of markets and events: fixed at once, or proposed, disputed, confirmed and reversed. */
import { Type } from 'typebox';
import { flag, strict, text } from '../described.ts';
import { IsoTime } from './common.ts';

const payout = Type.Union(
  [Type.String({ pattern: '^(1(\\.0{1,4})?|0(\\.[0-9]{1,4})?)$' }), Type.Number({ minimum: 0, maximum: 1 })],
  { description: 'payout for one share, 0..1 with at most 4 decimals' },
);
const payouts = Type.Array(Type.String(), { description: 'decimal, per outcome' });

const ofMarket = {
  winner: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'label of the winning outcome' })),
  payouts: Type.Optional(Type.Array(payout, { minItems: 2, maxItems: 2, description: 'per outcome, summing to 1' })),
};
const named = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'a market of the event: condition id, slug, groupItemTitle or question',
});
const ofEvent = {
  winner: Type.Optional(named),
  winners: Type.Optional(
    Type.Array(named, { minItems: 1, maxItems: 500, description: 'a dead heat: they share 1 in equal parts' }),
  ),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: 40 })], {
      description: 'of a numeric event: a number, or an ISO 8601 date; the market whose range contains it wins',
    }),
  ),
};

/**
 * `POST /admin/markets/{condition_id}/resolve`: exactly one of the two. In a negative-risk event, a market that wins
 * resolves all markets of the event.
 */
export const Resolution = strict(ofMarket);
const resolvedMarket = { condition_id: Type.String(), status: Type.Enum(['resolving', 'resolved']), payouts };
const ResolvedMarket = Type.Object(resolvedMarket);
export const ResolutionAnswer = Type.Object({
  ...resolvedMarket,
  also_resolved: Type.Array(ResolvedMarket, {
    description: 'other markets of a negative-risk event that were resolved in the same step',
  }),
});
export type ResolutionAnswer = Type.Static<typeof ResolutionAnswer>;

/** `POST /admin/events/{id}/resolve`: exactly one of the four. */
export const EventResolution = strict({
  ...ofEvent,
  void: Type.Optional(Type.Literal(true, { description: 'all markets that are not resolved yet share 1' })),
});
export const EventResolutionAnswer = Type.Object({
  event_id: Type.String(),
  slug: Type.String(),
  markets: Type.Array(ResolvedMarket, { description: 'markets that were resolved in this step' }),
});
export type EventResolutionAnswer = Type.Static<typeof EventResolutionAnswer>;

/** Days of the longest window of a proposal, as hours. */
export const WINDOW_HOURS_MAX = 720;
export const WINDOW_HOURS = 24;
export const RESULT_TEXT_LENGTH_MAX = 2_000;
export const RESULT_SOURCE_LENGTH_MAX = 500;

const optional = (description: string) =>
  Type.Optional(Type.String({ maxLength: RESULT_TEXT_LENGTH_MAX, description }));
const required = (description: string) => Type.String({ minLength: 1, maxLength: RESULT_TEXT_LENGTH_MAX, description });

const voided = {
  void: Type.Optional(
    Type.Enum(['refund', 'split'], {
      description:
        'refund: each account gets back what the question cost it, fees included, and gives back what it took out; split: the outcomes, or the markets of a one-winner event, share 1 evenly',
    }),
  ),
};
const MarketResult = strict({ ...ofMarket, ...voided });
export type MarketResult = Type.Static<typeof MarketResult>;
const EventResult = strict({ ...ofEvent, ...voided });
export type EventResult = Type.Static<typeof EventResult>;

const grounds = {
  source: Type.Optional(
    Type.String({ maxLength: RESULT_SOURCE_LENGTH_MAX, description: 'where the result can be read, such as a URL' }),
  ),
  note: optional('why, for everyone to read'),
  windowHours: Type.Optional(
    Type.Number({
      ...{ minimum: 0, maximum: WINDOW_HOURS_MAX, default: WINDOW_HOURS },
      description:
        'hours for disputes; the window’s end confirms a proposal that no one has disputed; 0: at once. Below 24 only operators and owners',
    }),
  ),
};
/** `POST /admin/markets/{condition_id}/propose`: exactly one of `winner`, `payouts` and `void`. */
export const MarketProposal = strict({ ...MarketResult.properties, ...grounds });
/** `POST /admin/events/{id}/propose`: exactly one of `winner`, `winners`, `value` and `void`. */
export const EventProposal = strict({ ...EventResult.properties, ...grounds });

/** `…/confirm`. */
export const ResultNote = strict({ note: optional('why, for everyone to read') });
/** `…/withdraw-proposal`. */
export const ResultReason = strict({ reason: optional('why, for everyone to read') });
/** `…/dispute`. */
export const ResultDispute = strict({ reason: required('why the proposal is wrong, for everyone to read') });

const open = Type.Literal('open', {
  description: 'no result: payouts are taken back, shares restored, trading resumes',
});
const note = required('why, told to everyone it touches');
/** `POST /admin/markets/{condition_id}/reverse`. */
export const MarketReversal = strict({ to: Type.Union([open, MarketResult]), note });
/** `POST /admin/events/{id}/reverse`. */
export const EventReversal = strict({ to: Type.Union([open, EventResult]), note });

/** Answer of each call about a result, as it stands afterwards. */
export const ResultAnswer = Type.Object({
  status: Type.Enum(['open', 'proposed', 'disputed', 'resolving', 'resolved'], {
    description: 'open: no result, and none proposed',
  }),
  refund: flag('the result is a refund of what the question cost: no share pays anything'),
  ends_at: Type.Union([IsoTime, Type.Null()], {
    description: 'end of the window, when the proposal is confirmed; null: nothing is proposed, or it is disputed',
  }),
  markets: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      payouts: Type.Array(Type.String(), {
        description: 'decimal, per outcome, as proposed or fixed; empty for a refund and without a result',
      }),
    }),
    { description: 'every market that it covers' },
  ),
});
export type ResultAnswer = Type.Static<typeof ResultAnswer>;

const given = {
  payouts: Type.Array(Type.String(), { description: 'decimal, per outcome; empty for a refund' }),
  refund: flag('true: each account gets back what the question cost it'),
  note: Type.String(),
  by: text('operator, or empty: the venue itself'),
};
/** A proposed result of a market, in its catalog answers. */
export const ProposedResult = Type.Object({
  ...given,
  outcome: text('label of the outcome that wins in full; empty without one'),
  source: Type.String(),
  proposed_at: IsoTime,
  ends_at: { ...IsoTime, description: 'end of the window for disputes' },
  disputed: Type.Optional(
    Type.Object(
      { by: text('address of the account, or operator'), reason: Type.String() },
      { description: 'absent while no one disputes it' },
    ),
  ),
});
export type ProposedResult = Type.Static<typeof ProposedResult>;
/** The last reversal of a market's result, in its catalog answers. */
export const ReversedResult = Type.Object({ note: Type.String(), by: text('operator'), reversed_at: IsoTime });
export type ReversedResult = Type.Static<typeof ReversedResult>;

/** Fields of a market in its catalog answers that tell of its result; absent for most markets. */
export const resultFields = {
  refunded: Type.Optional(
    flag('true: the result is a refund of what the question cost, and each price is 0.5; else absent; additive'),
  ),
  proposal: Type.Optional(ProposedResult),
  reversal: Type.Optional(ReversedResult),
};

export const RESULT_LINE_STATUSES = ['proposed', 'disputed', 'withdrawn', 'resolved', 'reversed'] as const;
/** One step in the life of a market's result. */
export const ResultLine = Type.Object({
  ...given,
  status: Type.Enum([...RESULT_LINE_STATUSES]),
  by: text('address of the account, operator, or empty: the end of the window, or the venue itself'),
  note: text('reason of a dispute or a withdrawal'),
  source: Type.String(),
  time: IsoTime,
});
export type ResultLine = Type.Static<typeof ResultLine>;
