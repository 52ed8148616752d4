/** Prices of tokens, their terms, and price history: `/price` to `/fee-rate`, `/prices-history` and the batch forms. */
import { Type } from 'typebox';
import { DecimalAnswer, SideText, STRICT, TokenIdText } from './common.ts';

/** A price of a token, as a decimal in collateral per share. */
const PriceAnswer = Type.String({ description: 'price in 0..1: decimal without exponent and without trailing zeros' });

export const TokenParams = Type.Object({ token_id: TokenIdText });

export const PriceQuery = Type.Object({ token_id: TokenIdText, side: SideText });
export const Price = Type.Object({ price: PriceAnswer }, { description: 'best bid for BUY, best ask for SELL' });

export const PriceList = Type.Array(Type.Object({ token_id: TokenIdText, side: Type.Optional(SideText) }, STRICT), {
  description: 'at most 500; without a side both are answered',
});
export type PriceList = Type.Static<typeof PriceList>;

export const Prices = Type.Record(
  Type.String(),
  Type.Object({ BUY: Type.Optional(PriceAnswer), SELL: Type.Optional(PriceAnswer) }),
  { description: 'best bid (BUY) and best ask (SELL) by token id; tokens and sides without one are left out' },
);
export type Prices = Type.Static<typeof Prices>;

export const Midpoint = Type.Object({
  mid: PriceAnswer,
  mid_price: Type.String({ description: 'the same as mid; additive' }),
});

export const Spread = Type.Object({ spread: DecimalAnswer }, { description: 'best ask less best bid' });
export const Spreads = Type.Record(Type.String(), Type.String(), {
  description: 'spread by token id, as a decimal; tokens without one are left out',
});

export const TokenLastTradePrice = Type.Object({
  price: Type.String({ description: 'decimal; 0.5 before any trade' }),
  side: Type.Enum(['BUY', 'SELL', ''], { description: "the taker's side for this token; empty before any trade" }),
});

export const TickSize = Type.Object({ minimum_tick_size: Type.Number({ description: 'smallest step of a price' }) });
export const NegRisk = Type.Object({ neg_risk: Type.Boolean() });
export const FeeRate = Type.Object({
  base_fee: Type.Integer({ minimum: 0, description: 'taker fee rate in ten-thousandths' }),
});

/** Time spans that end now; `max` and `all` begin with the first price. */
export const HISTORY_INTERVALS = ['1h', '6h', '1d', '1w', '1m', 'max', 'all'] as const;
export type HistoryInterval = (typeof HISTORY_INTERVALS)[number];

/** Most points in one token's history, without the current one: 15 days of minutes. */
export const HISTORY_POINTS_MAX = 21_600;
/** Most points in a history over a market's whole life, which is thinned. */
export const HISTORY_LIFE_POINTS_MAX = 5_000;
/** Most points in one batch answer, all tokens together. */
export const HISTORY_BATCH_POINTS_MAX = 100_000;
/** Most tokens in one batch of histories. */
export const HISTORY_MARKETS_MAX = 20;
/** Coarsest grid: a week. */
export const FIDELITY_MINUTES_MAX = 10_080;
/** Latest time in a request for a history, Unix seconds. */
export const HISTORY_TIME_MAX = 9_999_999_999;

const UnixSeconds = Type.Integer({ minimum: 0, maximum: HISTORY_TIME_MAX, description: 'Unix seconds' });
const Interval = Type.Enum([...HISTORY_INTERVALS], {
  description:
    'span that ends now or at the end given, 1m is 30 days; of no effect beside a start; 1d when neither is given',
});
const Fidelity = Type.Integer({
  minimum: 1,
  maximum: FIDELITY_MINUTES_MAX,
  description: 'minutes between two points; the finest that the span allows when absent',
});

export const HistoryQuery = Type.Object({
  market: TokenIdText,
  startTs: Type.Optional(UnixSeconds),
  endTs: Type.Optional(UnixSeconds),
  interval: Type.Optional(Interval),
  fidelity: Type.Optional(Fidelity),
});

export const BatchHistoryBody = Type.Object(
  {
    markets: Type.Array(TokenIdText, { description: 'at most 20 token ids' }),
    start_ts: Type.Optional(UnixSeconds),
    end_ts: Type.Optional(UnixSeconds),
    interval: Type.Optional(Interval),
    fidelity: Type.Optional(Fidelity),
  },
  STRICT,
);

export const HistoryPoint = Type.Object({
  t: Type.Integer({ description: 'Unix seconds' }),
  p: Type.Number({ description: 'price in 0..1, at most 5 decimals' }),
});
export type HistoryPoint = Type.Static<typeof HistoryPoint>;
export const HistoryPoints = Type.Array(HistoryPoint, {
  description: 'oldest first; from the first price on; empty for an unknown token',
});

export const History = Type.Object({ history: HistoryPoints });
export const BatchHistory = Type.Object({
  history: Type.Record(Type.String(), HistoryPoints, { description: 'by token id' }),
});
