/**
 * A token's book kept up to date by feed messages and verified by the venue's hash: SHA-1 over the canonical book.
 * Knows no connection.
 */
import type { Book } from '@bellwether/contract';
import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatPrice, parsePrice } from '../amounts.ts';
import type { MarketMessage } from './market-subscriber.ts';

const PRICE_ONE = 10_000n;

/**
 * The hash of a book as the venue computes it: over compact JSON in the venue's order of fields, with an empty hash.
 */
export function bookHash(book: Omit<Book, 'hash' | 'sequence'>): string {
  const { market, asset_id, timestamp, bids, asks, min_order_size, tick_size, neg_risk, last_trade_price } = book;
  const levels = (side: Book['bids']) => side.map(({ price, size }) => ({ price, size }));
  const canonical = {
    market,
    asset_id,
    timestamp,
    hash: '',
    bids: levels(bids),
    asks: levels(asks),
    min_order_size,
    tick_size,
    neg_risk,
    last_trade_price,
  };
  return bytesToHex(sha1(utf8ToBytes(JSON.stringify(canonical))));
}

export type FeedBook = Book & { readonly sequence: number };

type Levels = Map<string, string>;
/**
 * All fields of a book except its levels. Changed in place, because it changes with every message and there are many.
 */
type Head = { -readonly [Field in keyof Omit<FeedBook, 'bids' | 'asks'>]: FeedBook[Field] };

export class LiveBook {
  readonly #bids: Levels;
  readonly #asks: Levels;
  readonly #head: Head;
  /** The current book, once verified. */
  #proven: FeedBook | null = null;

  constructor(snapshot: FeedBook) {
    this.#bids = levelMap(snapshot.bids);
    this.#asks = levelMap(snapshot.asks);
    const { bids: _bids, asks: _asks, ...head } = snapshot;
    this.#head = head;
  }

  get market(): string {
    return this.#head.market;
  }

  /** The book in the form of `GET /book`: best prices last. O(levels). */
  snapshot(): FeedBook {
    const { market, asset_id, timestamp, hash, ...rest } = this.#head;
    const sides = { bids: sorted(this.#bids, 1), asks: sorted(this.#asks, -1) };
    return { market, asset_id, timestamp, hash, ...sides, ...rest };
  }

  /** Notes that a sequence of the market has passed, whatever it contained. */
  passed(sequence: number): void {
    this.#proven = null;
    this.#head.sequence = sequence;
  }

  /** Applies a message of its market. A whole book makes a new `LiveBook` instead. */
  apply(message: Exclude<MarketMessage, { readonly event_type: 'book' }>): void {
    const head = this.#head;
    const own = head.asset_id;
    this.#proven = null;
    switch (message.event_type) {
      case 'price_change':
        for (const change of message.price_changes) {
          if (change.asset_id !== own) continue;
          const levels = change.side === 'BUY' ? this.#bids : this.#asks;
          if (change.size === '0') levels.delete(change.price);
          else levels.set(change.price, change.size);
          head.timestamp = message.timestamp;
          head.hash = change.hash;
        }
        break;
      case 'last_trade_price':
        // Buying one outcome at p is selling the other at 1 - p.
        head.last_trade_price =
          message.asset_id === own ? message.price : formatPrice(PRICE_ONE - parsePrice(message.price));
        break;
      case 'tick_size_change':
        if (message.asset_id !== own) break;
        head.tick_size = message.new_tick_size;
        head.timestamp = message.timestamp;
        head.hash = message.hash;
        break;
      case 'best_bid_ask':
      case 'new_market':
      case 'market_resolved':
      case 'close_time':
      case 'result_status':
      case 'clarification':
        break;
      default:
        message satisfies never;
    }
  }

  /** True if the book matches the venue's hash. O(levels). */
  isProven(): boolean {
    return this.proven() !== null;
  }

  /** The book if it matches the venue's hash, as the same object until it changes; null otherwise. O(levels), once. */
  proven(): FeedBook | null {
    if (this.#proven === null) {
      const book = this.snapshot();
      if (bookHash(book) === book.hash) this.#proven = book;
    }
    return this.#proven;
  }
}

function levelMap(levels: Book['bids']): Levels {
  return new Map(levels.map(({ price, size }) => [price, size]));
}

function sorted(levels: Levels, direction: 1 | -1): Book['bids'] {
  // Prices are decimals below 1, so their texts sort like numbers.
  return [...levels]
    .map(([price, size]) => ({ price, size }))
    .sort((left, right) => (left.price < right.price ? -direction : direction));
}
