/** Lines of a tape: a recorded market (`docs/reference/tape.md`). Each line may have more fields than listed here. */
import { Type } from 'typebox';
import { orNull } from '../described.ts';
import { LATEST_MS } from './common.ts';

const TimeMs = Type.Integer({ minimum: 0, maximum: LATEST_MS });
const Name = Type.String({ minLength: 1 });
const Price = Type.String({ pattern: '^(0(\\.[0-9]{1,18})?|\\.[0-9]{1,18}|1(\\.0{1,18})?)$' });
const Size = Type.String({ pattern: '^([0-9]{1,9}(\\.[0-9]{1,18})?|\\.[0-9]{1,18})$' });
const Side = Type.Enum(['BUY', 'SELL']);
const Level = Type.Object({ price: Price, size: Size });

export const TapeHeaderLine = Type.Object({
  source: Type.String(),
  time_ms: TimeMs,
  markets: Type.Array(
    Type.Object({
      condition_id: Name,
      slug: Name,
      question: Name,
      outcomes: Type.Tuple([Name, Name]),
      token_ids: Type.Tuple([Name, Name]),
      minimum_tick_size: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
      minimum_order_size: Type.Number({ minimum: 0 }),
      taker_base_fee: Type.Number({ minimum: 0 }),
      neg_risk: Type.Optional(Type.Boolean()),
      neg_risk_market_id: Type.Optional(Type.String({ maxLength: 66 })),
    }),
  ),
});

export const TapeGapLine = Type.Object({
  from_ms: TimeMs,
  to_ms: TimeMs,
  market: orNull(Type.String()),
  why: Type.Enum(['cut', 'silent', 'resync', 'missing', 'stopped']),
});

export const TapeEndLine = Type.Object({ time_ms: TimeMs });

const MESSAGE = {
  market: Name,
  sequence: Type.Optional(Type.Integer({ minimum: 0 })),
  journal_entry: Type.Optional(Type.Integer({ minimum: 0 })),
} as const;

const messageLine = <T extends Type.TProperties>(fields: T) =>
  Type.Object({ time_ms: TimeMs, received_ms: TimeMs, message: Type.Object({ ...MESSAGE, ...fields }) });

/** Lines by `event_type`. */
export const TAPE_MESSAGE_LINES = {
  book: messageLine({ asset_id: Name, bids: Type.Array(Level), asks: Type.Array(Level) }),
  price_change: messageLine({
    price_changes: Type.Array(Type.Object({ asset_id: Name, side: Side, price: Price, size: Size })),
  }),
  last_trade_price: messageLine({ asset_id: Name, side: Side, price: Price, size: Size }),
  tick_size_change: messageLine({
    asset_id: Name,
    new_tick_size: Type.String({ pattern: '^0?\\.[0-9]{0,17}[1-9][0-9]{0,17}$' }),
  }),
  /** `winning_asset_id` and `payouts` have no fixed form: if neither can be read, the result is unknown. */
  market_resolved: messageLine({}),
} as const;
