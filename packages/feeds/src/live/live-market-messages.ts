/**
 * Messages of the market feed in the format of the activity feed, made from the same frames and books, once for all
 * readers. Only the messages of the last frame and of the latest books are kept, since all readers ask one after the
 * other.
 */
import type {
  BookMessage,
  LastTradePriceMessage,
  PriceChangeMessage,
  TickSizeChangeMessage,
} from '@bellwether/contract';
import type { Market, Outcome } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import type { Static, TSchema } from 'typebox';
import type { Frame } from '../frame.ts';
import type { MarketNews } from '../market/market-feed.ts';
import type { MarketStream } from '../market/market-stream.ts';
import { LiveMessage } from './live-message.ts';

/** Tokens of a market as bits: 1 for the first, 2 for the second. */
export type TokenBits = 0 | 1 | 2 | 3;

type MessageOf<Schema extends TSchema> = Readonly<Static<Schema>>;
type MarketMessage =
  | MessageOf<typeof PriceChangeMessage>
  | MessageOf<typeof LastTradePriceMessage>
  | MessageOf<typeof TickSizeChangeMessage>
  | MessageOf<typeof BookMessage>;

/** One message of a frame, for readers of some of its tokens. */
export interface LiveMarketMessage {
  readonly type: 'price_change' | 'last_trade_price' | 'tick_size_change';
  readonly tokens: TokenBits;
  /** Returns the message for readers of these tokens, of which it must concern at least one. */
  for(tokens: TokenBits): LiveMessage;
}

const TOPIC = 'clob_market';
/** Markets whose books are kept as bytes between two batches. */
const BOOKS_KEPT_MAX = 64;

export class LiveMarketMessages {
  #frame: Frame | null = null;
  #messages: readonly LiveMarketMessage[] = [];
  readonly #books = new Map<
    MarketStream,
    { readonly sequence: number; readonly byOutcome: (LiveMessage | undefined)[] }
  >();

  /** Messages of a frame, except whole books. */
  of({ market }: MarketStream, frame: Frame): readonly LiveMarketMessage[] {
    if (this.#frame !== frame) {
      this.#messages = frame.messages.flatMap((text) => liveMessage(JSON.parse(text) as MarketMessage, market));
      this.#frame = frame;
    }
    return this.#messages;
  }

  /** Newest book of a token. */
  book(stream: MarketStream, outcome: Outcome): LiveMessage {
    const { market, sequence } = stream;
    let books = this.#books.get(stream);
    if (books?.sequence !== sequence) {
      if (this.#books.size >= BOOKS_KEPT_MAX) this.#books.clear();
      books = { sequence, byOutcome: [] };
      this.#books.set(stream, books);
    }
    const made =
      books.byOutcome[outcome] ??
      new LiveMessage(TOPIC, 'agg_orderbook', market.bookChangedMs, stream.books[outcome].json);
    books.byOutcome[outcome] = made;
    return made;
  }

  /** Drops messages that readers will not ask for again. */
  clear(): void {
    this.#frame = null;
    this.#messages = [];
    this.#books.clear();
  }
}

function liveMessage(message: MarketMessage, market: Market): LiveMarketMessage[] {
  const bitOf = (tokenId: string): TokenBits => (tokenId === market.tokenIds[0] ? 1 : 2);
  const said = (type: string, payload: object): LiveMessage =>
    new LiveMessage(TOPIC, type, Number(message.timestamp), JSON.stringify(payload));
  switch (message.event_type) {
    case 'price_change': {
      const { event_type: type, price_changes: changes, ...rest } = message;
      const made: (LiveMessage | undefined)[] = [];
      const make = (tokens: TokenBits): LiveMessage => {
        const wanted = changes.filter(({ asset_id: tokenId }) => (bitOf(tokenId) & tokens) !== 0);
        return said(type, { ...rest, price_changes: wanted });
      };
      // A changed level is a change of both tokens.
      return [{ type, tokens: 3, for: (tokens) => (made[tokens] ??= make(tokens)) }];
    }
    case 'last_trade_price':
    case 'tick_size_change': {
      const { event_type: type, ...payload } = message;
      const made = said(type, payload);
      return [{ type, tokens: bitOf(message.asset_id), for: () => made }];
    }
    case 'book':
      return [];
  }
}

export function marketNewsMessage({ type, market, timeMs }: MarketNews): LiveMessage {
  const payload = {
    market: market.conditionId,
    asset_ids: market.tokenIds,
    min_order_size: amountText(market.minimumSize),
    tick_size: priceText(market.tick),
    neg_risk: market.negRisk,
    ...(market.payouts !== null && { payouts: market.payouts.map((payout) => priceText(payout)) }),
    sequence: market.bookVersion,
  };
  return new LiveMessage(TOPIC, type, timeMs, JSON.stringify(payload));
}
