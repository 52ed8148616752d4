/** Books and prices: `GET /book`, `POST /books`, `POST /midpoints`, `POST /last-trades-prices`. */
import { Type } from 'typebox';
import { DecimalAnswer, SideText, STRICT, TokenIdText } from './common.ts';

const BookLevel = Type.Object({ price: DecimalAnswer, size: DecimalAnswer });

export const Book = Type.Object({
  market: Type.String({ description: 'condition id' }),
  asset_id: Type.String({ description: 'token id' }),
  timestamp: Type.String({ description: 'Unix milliseconds of the last change' }),
  hash: Type.String({ description: 'SHA-1 of this object up to last_trade_price as compact JSON with an empty hash' }),
  bids: Type.Array(BookLevel, { description: 'ascending: the best is the last' }),
  asks: Type.Array(BookLevel, { description: 'descending: the best is the last' }),
  min_order_size: DecimalAnswer,
  tick_size: DecimalAnswer,
  neg_risk: Type.Boolean(),
  last_trade_price: Type.String({ description: 'decimal; empty before any trade' }),
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

/** Most tokens in one batch read. */
export const TOKENS_PER_BATCH_MAX = 500;

export const TokenList = Type.Array(Type.Object({ token_id: TokenIdText }, STRICT));
export type TokenList = Type.Static<typeof TokenList>;
/** The list in the profile `polymarket`, whose public clients always send a side with every token. */
export const PublicClientTokenList = Type.Array(
  Type.Object({ token_id: TokenIdText, side: Type.Optional({ ...SideText, description: 'of no effect' }) }, STRICT),
);

export const Midpoints = Type.Record(Type.String(), Type.String(), {
  description: 'midpoint by token id, as a decimal; tokens without one are left out',
});

export const LastTradePrice = Type.Object({ token_id: Type.String(), price: DecimalAnswer, side: SideText });
export type LastTradePrice = Type.Static<typeof LastTradePrice>;
export const LastTradePrices = Type.Array(LastTradePrice);
