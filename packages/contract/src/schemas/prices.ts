/** Books, prices of tokens, their terms, and price history: `/book` to `/fee-rate`, `/prices-history`, batch forms. */
import { Type } from 'typebox';
import { count, figure, strict, text, whole } from '../described.ts';
import { MARKED } from '../fee-mark.ts';
import { DecimalAnswer, SideText, TokenIdText } from './common.ts';

/** A price of a token, as a decimal in collateral per share. */
const PriceAnswer = text('price in 0..1: decimal without exponent and without trailing zeros');

export const TokenParams = Type.Object({ token_id: TokenIdText });

/** The side of a price in a request; older clients write it small. */
const PriceSide = Type.Enum(['BUY', 'SELL', 'buy', 'sell'], { description: 'BUY or SELL, for the outcome named' });
export const PriceQuery = Type.Object({ token_id: TokenIdText, side: PriceSide });
export const Price = Type.Object({ price: PriceAnswer }, { description: 'best bid for BUY, best ask for SELL' });

export const PriceList = Type.Array(strict({ token_id: TokenIdText, side: Type.Optional(PriceSide) }), {
  description: 'at most 500; without a side both are answered',
});

export const Prices = Type.Record(
  Type.String(),
  Type.Object({ BUY: Type.Optional(PriceAnswer), SELL: Type.Optional(PriceAnswer) }),
  { description: 'best bid (BUY) and best ask (SELL) by token id; tokens and sides without one are left out' },
);
export type Prices = Type.Static<typeof Prices>;

export const Midpoint = Type.Object({ mid: PriceAnswer, mid_price: text('the same as mid; additive') });

export const Spread = Type.Object({ spread: DecimalAnswer }, { description: 'best ask less best bid' });
export const Spreads = Type.Record(Type.String(), Type.String(), {
  description: 'spread by token id, as a decimal; tokens without one are left out',
});

export const TokenLastTradePrice = Type.Object({
  price: text('decimal; 0.5 before any trade'),
  side: Type.Enum(['BUY', 'SELL', ''], { description: "the taker's side for this token; empty before any trade" }),
});

export const TickSize = Type.Object({ minimum_tick_size: figure('smallest step of a price') });
export const NegRisk = Type.Object({ neg_risk: Type.Boolean() });
export const FeeRate = Type.Object({ base_fee: count(`taker fee rate in ten-thousandths; ${MARKED}`) });

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
  description:
    'minutes between two points; the finest that the span allows when absent, and in the profile polymarket when it is too fine',
});

export const HistoryQuery = Type.Object({
  market: TokenIdText,
  startTs: Type.Optional(UnixSeconds),
  endTs: Type.Optional(UnixSeconds),
  interval: Type.Optional(Interval),
  fidelity: Type.Optional(Fidelity),
});

export const BatchHistoryBody = strict({
  markets: Type.Array(TokenIdText, { description: 'at most 20 token ids' }),
  start_ts: Type.Optional(UnixSeconds),
  end_ts: Type.Optional(UnixSeconds),
  interval: Type.Optional(Interval),
  fidelity: Type.Optional(Fidelity),
});

export const HistoryPoint = Type.Object({ t: whole('Unix seconds'), p: figure('price in 0..1, at most 5 decimals') });
export type HistoryPoint = Type.Static<typeof HistoryPoint>;
export const HistoryPoints = Type.Array(HistoryPoint, {
  description: 'oldest first; from the first price on; empty for an unknown token',
});

export const History = Type.Object({ history: HistoryPoints });
export const BatchHistory = Type.Object({
  history: Type.Record(Type.String(), HistoryPoints, { description: 'by token id' }),
});

// Books: `GET /book`, `POST /books`, `POST /midpoints`, `POST /last-trades-prices`.

const BookLevel = Type.Object({ price: DecimalAnswer, size: DecimalAnswer });

export const Book = Type.Object({
  market: text('condition id'),
  asset_id: text('token id'),
  timestamp: text('Unix milliseconds of the last change'),
  hash: text('SHA-1 of this object up to last_trade_price as compact JSON with an empty hash'),
  bids: Type.Array(BookLevel, { description: 'ascending: the best is the last' }),
  asks: Type.Array(BookLevel, { description: 'descending: the best is the last' }),
  min_order_size: DecimalAnswer,
  tick_size: DecimalAnswer,
  neg_risk: Type.Boolean(),
  last_trade_price: text('decimal; empty before any trade'),
  sequence: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "place in the market's feed: rises by 1 with each change; not part of the hash; additive. The profile polymarket, " +
        'whose clients hash the whole object, has it in the header x-book-sequence alone',
    }),
  ),
});
export type Book = Type.Static<typeof Book>;
export const Books = Type.Array(Book);

export const BookQuery = Type.Object({ token_id: TokenIdText });

export const TOKENS_PER_BATCH_MAX = 500;

export const TokenList = Type.Array(strict({ token_id: TokenIdText }));
export type TokenList = Type.Static<typeof TokenList>;
/** The list in the profile `polymarket`, whose public clients always send a side with every token. */
export const PublicClientTokenList = Type.Array(
  strict({ token_id: TokenIdText, side: Type.Optional({ ...SideText, description: 'of no effect' }) }),
);

export const Midpoints = Type.Record(Type.String(), Type.String(), {
  description: 'midpoint by token id, as a decimal; tokens without one are left out',
});

export const LastTradePrice = Type.Object({ token_id: Type.String(), price: DecimalAnswer, side: SideText });
export type LastTradePrice = Type.Static<typeof LastTradePrice>;
export const LastTradePrices = Type.Array(LastTradePrice);
