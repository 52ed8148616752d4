/**
 * `GET /explain/order/{id}`: the life of an own order as text, and the figures behind the text. Prices are for the
 * order's own outcome unless a field says otherwise; sizes are shares; times are Unix milliseconds as decimal digits,
 * as in feeds.
 */
import { Type } from 'typebox';
import { count, flag, orNull, text } from '../described.ts';
import { DecimalAnswer, SideText } from './common.ts';
import { ORDER_STATUSES, ORDER_TYPES } from './order.ts';
import { RefusalDetails } from './refusal.ts';

const shares = (description: string) => text(`shares, decimal: ${description}`);
const price = (description: string) => text(`decimal: ${description}`);
const time = (description: string) => text(`Unix milliseconds in decimal digits: ${description}`);
const entry = (description: string) => count(`entry of the journal: ${description}`);

/** Most fills in an explanation: the oldest. */
export const EXPLAINED_FILLS_MAX = 100;

const Step = Type.Object({
  kind: Type.Enum(
    ['latency', 'checks', 'held', 'refused', 'hold', 'queue', 'fill', 'ahead', 'market', 'end', 'needed', 'looked'],
    { description: 'what the words tell of' },
  ),
  timestamp: orNull(time('when; null for what is of no moment')),
  sequence: orNull(entry('that did it; null for what none did')),
  words: text('in English'),
});

const ExplainedCheck = Type.Object({
  rule: text('an error code, with which the check refuses'),
  passed: Type.Boolean(),
  words: text('what was held against what'),
});

const Refusal = Type.Object({
  timestamp: time('when it was refused'),
  code: text('of the error'),
  error: text('what was answered'),
  details: Type.Optional(RefusalDetails),
  best_bid: orNull(price('highest bid for the outcome then')),
  best_ask: orNull(price('lowest ask for the outcome then')),
});

const HeldBack = Type.Object(
  {
    rule: text('id of the rule that held it back; it may be gone by now'),
    preset: orNull(text('of which the rule is a part')),
    since: time('when it came'),
    until: time('when it comes to the exchange, or came'),
    best_opposite: orNull(price('best price of the other side when it came')),
  },
  {
    description:
      'in a sandbox alone, where `match-later` goes wrong on purpose: the last time that it was held back; null for every other order',
  },
);

const Latency = Type.Object(
  {
    in: orNull(text('the point by which its request took time; null: none')),
    ack: orNull(text('the point by which its answer did')),
    sent: time('when its request was sent'),
    arrived: time('when it arrived'),
    answered: time('when its answer arrived'),
  },
  { description: 'in a sandbox alone, for an order whose request had latency' },
);

const Fill = Type.Object({
  trade_id: text('of the trade'),
  timestamp: time('when'),
  role: Type.Enum(['TAKER', 'MAKER']),
  size: shares('filled'),
  price: price('paid or got per share'),
  fee: text('decimal: collateral, of the taker alone'),
  transaction_hash: text('of the trade'),
});

const UserFrame = Type.Object({
  event_type: Type.Enum(['order', 'trade']),
  type: Type.Enum(['PLACEMENT', 'UPDATE', 'CANCELLATION', 'TRADE']),
  sequence: entry('`sequence` of the user feed'),
  timestamp: time('`timestamp` of the message'),
  status: text('`status` of the message'),
  size_matched: orNull(shares('`size_matched` of the message; null for a trade')),
  transaction_hash: orNull(text('of a trade')),
});

/** Answer of `GET /explain/order/{id}`. */
export const OrderExplanation = Type.Object({
  orderID: Type.String(),
  status: Type.Enum([...ORDER_STATUSES, 'DELAYED', 'UNMATCHED', 'REFUSED'], {
    description: 'DELAYED: a sandbox holds it back; REFUSED: it was never accepted',
  }),
  summary: text('why it is as it is, in one or two sentences'),
  market: text('condition id; empty for a refused order whose token belongs to no market'),
  question: text('of the market; empty for an order that is not in the ledger'),
  asset_id: text('token id'),
  outcome: Type.String(),
  side: SideText,
  order_type: Type.Enum([...ORDER_TYPES]),
  price: text('decimal: its limit; empty when the amounts say none on the market’s grid'),
  original_size: DecimalAnswer,
  size_matched: DecimalAnswer,
  created_at: time('when it was accepted, came to be held back, or was refused last'),
  expiration: text('Unix seconds, 0 unless GTD'),
  book: orNull(
    Type.Object(
      {
        side: Type.Enum(['bid', 'ask']),
        asset_id: text('token id of the market’s first outcome'),
        price: price('for that outcome'),
      },
      { description: 'its place in the one book that both outcomes share; null for a refused order' },
    ),
  ),
  steps: Type.Array(Step, { description: 'all of it in words, in order' }),
  checks: Type.Array(ExplainedCheck, {
    description: 'in the order in which they were made, up to the one that refused',
  }),
  refusals: Type.Array(Refusal, {
    description:
      'the latest refusals of the same signed order that this gateway remembers, oldest first; it may have been accepted later',
  }),
  held_back: orNull(HeldBack),
  latency: Type.Optional(Latency),
  hold: orNull(Type.Object({ of: Type.Enum(['collateral', 'shares']), now: text('decimal: held still') })),
  queue: orNull(
    Type.Object(
      {
        at_rest: shares('ahead of it when it came to rest'),
        traded: shares('of these, traded since'),
        cancelled: shares('of these, cancelled since'),
        ahead: shares('of these, ahead still: now, or when it ended'),
        unknown: shares('of these, not found within the bounds'),
        through: entry('up to which this counts; for a cancelled order the one before its end'),
      },
      { description: 'the orders ahead of it at its price; null if it never rested' },
    ),
  ),
  fills: Type.Object({ listed: Type.Array(Fill, { maxItems: EXPLAINED_FILLS_MAX }), all: flag('false: it has more') }),
  needed: Type.Object(
    {
      opposite: orNull(price('best price of the other side now; null: nothing rests there')),
      words: text('what would have filled it, or fill it still'),
    },
    { description: 'what would fill it' },
  ),
  end: orNull(
    Type.Object({
      timestamp: time('when'),
      sequence: orNull(entry('that ended it')),
      reason: Type.Enum(
        [
          'filled',
          'rest_dropped',
          'refused',
          'user',
          'self_trade',
          'expired',
          'market_resolved',
          'heartbeat',
          'trading_ended',
          'key_revoked',
          'key_ended',
          'result_reversed',
          'suspended',
        ],
        { description: 'rest_dropped: a FAK took what there was; user: it was cancelled by request' },
      ),
    }),
  ),
  frames: Type.Object({
    user: Type.Array(UserFrame, { description: 'messages of the user feed that were due for it and its listed fills' }),
  }),
  looked: Type.Object(
    {
      sequence: entry('the last one that the answer knows'),
      complete: flag('false: a bound was reached'),
      bounds: Type.Array(Type.String(), { description: 'which, and how far was looked' }),
      keeps: text('how far back the venue can explain, and who remembers refusals'),
    },
    { description: 'how far this looked' },
  ),
});
export type OrderExplanation = Type.Static<typeof OrderExplanation>;

/** A hold-back of an order by a sandbox, in the form of an explanation. */
export type ExplainedHoldBack = Type.Static<typeof HeldBack>;

/** A refusal of a signed order, in the form of an explanation. */
export type ExplainedRefusal = Type.Static<typeof Refusal>;
