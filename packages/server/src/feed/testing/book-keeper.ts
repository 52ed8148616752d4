/**
 * Keeps books from the market feed as a careful client does: takes snapshots, applies changes, and after every frame
 * proves the sequence, and the hash by its own arithmetic. Throws at the first thing that does not fit.
 */
import { createHash } from 'node:crypto';
import { type FeedFrame, type Message, messagesOf } from './feed-client.ts';

interface Kept {
  market: string;
  asset: string;
  timestamp: string;
  hash: string;
  readonly bids: Map<string, string>;
  readonly asks: Map<string, string>;
  minimumSize: string;
  tick: string;
  negRisk: boolean;
  lastTrade: string;
  sequence: number;
}

export class BookKeeper {
  readonly #books = new Map<string, Kept>();
  readonly #sequences = new Map<string, number>();
  /** Resyncs it was told of. */
  readonly resyncs: Message[] = [];

  /** Forgets a token, as after unsubscribing. */
  forget(asset: string): void {
    this.#books.delete(asset);
  }

  /** Begins anew with a market: the next thing about it has to be a snapshot. */
  forgetMarket(market: string): void {
    this.#sequences.delete(market);
    for (const [asset, book] of this.#books) if (book.market === market) this.#books.delete(asset);
  }

  sequence(market: string): number | undefined {
    return this.#sequences.get(market);
  }

  /** Books of a market, as `GET /book` would show them. */
  books(market: string): object[] {
    return [...this.#books.values()].filter((book) => book.market === market).map(shown);
  }

  /** Returns the markets that the frame was about. */
  take(frame: FeedFrame): string[] {
    // A market that is new is not one that it keeps.
    const messages = messagesOf(frame).filter(({ event_type, market }) => event_type !== 'new_market' && market !== '');
    const isDump = messages.every(({ event_type }) => event_type === 'book' || event_type === 'resync');
    const markets = [...new Set(messages.map(({ market }) => String(market)))];
    for (const market of markets) {
      const own = messages.filter((message) => message['market'] === market);
      const [first] = own;
      const sequence = Number(first?.['sequence']);
      if (own.some((message) => message['sequence'] !== sequence)) throw new Error('a frame of two sequences');
      const last = this.#sequences.get(market);
      if (!isDump && last !== undefined && sequence !== last + 1) throw new Error(`${sequence} follows ${last}`);
      if (!isDump && markets.length > 1) throw new Error('a frame of two markets');
      if (isDump && last !== undefined && sequence < last) throw new Error(`a snapshot of ${sequence} after ${last}`);
      this.#sequences.set(market, sequence);
      for (const message of own) this.#apply(message);
      for (const book of this.#books.values()) if (book.market === market) check(book, sequence);
    }
    return markets;
  }

  #apply(message: Message): void {
    switch (message['event_type']) {
      case 'book':
        this.#books.set(String(message['asset_id']), fromSnapshot(message));
        return;
      case 'resync':
        this.resyncs.push(message);
        // Also of a token that it has not subscribed to and knows from the market's frames.
        for (const asset of message['asset_ids'] as string[]) this.#books.delete(asset);
        return;
      case 'price_change':
        for (const change of message['price_changes'] as Message[]) this.#change(message, change);
        return;
      case 'last_trade_price':
        for (const book of this.#of(message)) {
          const price = String(message['price']);
          book.lastTrade = book.asset === message['asset_id'] ? price : complementOf(price);
        }
        return;
      case 'tick_size_change':
        for (const book of this.#of(message)) {
          if (book.asset !== message['asset_id']) continue;
          if (book.tick !== message['old_tick_size']) throw new Error(`the tick was ${book.tick}`);
          book.tick = String(message['new_tick_size']);
          book.timestamp = String(message['timestamp']);
          book.hash = String(message['hash']);
        }
        return;
      case 'best_bid_ask':
      case 'market_resolved':
        return;
      default:
        throw new Error(`unexpected ${String(message['event_type'])}`);
    }
  }

  #change(message: Message, change: Message): void {
    const book = this.#books.get(String(change['asset_id']));
    if (book === undefined) return;
    const levels = change['side'] === 'BUY' ? book.bids : book.asks;
    if (change['size'] === '0') levels.delete(String(change['price']));
    else levels.set(String(change['price']), String(change['size']));
    book.timestamp = String(message['timestamp']);
    book.hash = String(change['hash']);
    const best = shown(book) as { bids: { price: string }[]; asks: { price: string }[] };
    book.sequence = Number(message['sequence']);
    // Best prices are those after the whole frame: only its last change is sure to show them.
    const changes = message['price_changes'] as Message[];
    if (changes.findLast(({ asset_id }) => asset_id === change['asset_id']) !== change) return;
    const bests = [best.bids.at(-1)?.price ?? '0', best.asks.at(-1)?.price ?? '1'];
    if (bests[0] !== change['best_bid'] || bests[1] !== change['best_ask']) throw new Error(`best prices are ${bests}`);
  }

  #of(message: Message): Kept[] {
    return [...this.#books.values()].filter(({ market }) => market === message['market']);
  }
}

function fromSnapshot(message: Message): Kept {
  const levels = (side: unknown): Map<string, string> =>
    new Map((side as { price: string; size: string }[]).map(({ price, size }) => [price, size]));
  return {
    market: String(message['market']),
    asset: String(message['asset_id']),
    timestamp: String(message['timestamp']),
    hash: String(message['hash']),
    bids: levels(message['bids']),
    asks: levels(message['asks']),
    minimumSize: String(message['min_order_size']),
    tick: String(message['tick_size']),
    negRisk: message['neg_risk'] === true,
    lastTrade: String(message['last_trade_price']),
    sequence: Number(message['sequence']),
  };
}

function check(book: Kept, sequence: number): void {
  book.sequence = sequence;
  if (digest(book) !== book.hash) throw new Error(`book of ${book.asset} at ${sequence} is not what its hash says`);
}

function digest(book: Kept): string {
  const { sequence: _sequence, ...hashed } = shown(book) as Record<string, unknown>;
  return createHash('sha1')
    .update(JSON.stringify({ ...hashed, hash: '' }))
    .digest('hex');
}

function shown(book: Kept): object {
  const side = (levels: ReadonlyMap<string, string>, direction: 1 | -1) =>
    [...levels]
      .map(([price, size]) => ({ price, size }))
      .sort((a, b) => direction * (Number(a.price) - Number(b.price)));
  return {
    market: book.market,
    asset_id: book.asset,
    timestamp: book.timestamp,
    hash: book.hash,
    bids: side(book.bids, 1),
    asks: side(book.asks, -1),
    min_order_size: book.minimumSize,
    tick_size: book.tick,
    neg_risk: book.negRisk,
    last_trade_price: book.lastTrade,
    sequence: book.sequence,
  };
}

function complementOf(price: string): string {
  return String((10_000 - Math.round(Number(price) * 10_000)) / 10_000);
}
