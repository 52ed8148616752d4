/** Keeps books as a careful client does: checks each message's place and each sequence's hash, or throws. */
import { hash } from 'node:crypto';
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

/** Progress in a market: the last sequence, and how many of its messages have arrived. */
type Place = { readonly sequence: number; readonly taken: number; readonly count: number };

const WHOLE = { taken: 1, count: 1 } as const;

export class BookKeeper {
  readonly #isGrouped: boolean;
  readonly #mayGoBack: boolean;
  readonly #books = new Map<string, Kept>();
  readonly #places = new Map<string, Place>();
  /** The sequence of a market that is sent again, because the connection ended within it. */
  readonly #again = new Map<string, number>();
  readonly resyncs: Message[] = [];

  /** `isGrouped`: frames are whole sequences; `mayGoBack`: of several nodes, the next one may be behind. */
  constructor(isGrouped = false, mayGoBack = false) {
    this.#isGrouped = isGrouped;
    this.#mayGoBack = mayGoBack;
  }

  forget(asset: string): void {
    this.#books.delete(asset);
  }

  /** Starts over with a market: its next message must be a snapshot. */
  forgetMarket(market: string): void {
    this.#places.delete(market);
    for (const [asset, book] of this.#books) if (book.market === market) this.#books.delete(asset);
  }

  /** Called when a connection has ended: an incomplete sequence is sent again from its first message. */
  reconnected(): void {
    for (const [market, { sequence, taken, count }] of this.#places)
      if (taken !== count) {
        this.#again.set(market, sequence);
        this.#places.set(market, { sequence: sequence - 1, ...WHOLE });
      }
  }

  sequence(market: string): number | undefined {
    const place = this.#places.get(market);
    return place === undefined || place.taken === place.count ? place?.sequence : place.sequence - 1;
  }

  books(market: string): object[] {
    return [...this.#books.values()].filter((book) => book.market === market).map(shown);
  }

  book(asset: string): object | undefined {
    const book = this.#books.get(asset);
    return book === undefined ? undefined : shown(book);
  }

  /** Applies a frame. Returns the markets in the frame that are complete afterwards. */
  take(frame: FeedFrame): string[] {
    // A new market has no book here.
    const messages = messagesOf(frame).filter(
      ({ event_type, market }) => event_type !== 'new_market' && event_type !== 'clarification' && market !== '',
    );
    const isSnapshot = messages.every(({ index }) => index === undefined);
    const markets = [...new Set(messages.map(({ market }) => String(market)))];
    if (!isSnapshot) this.#checkForm(frame, markets);
    for (const message of messages) {
      const market = String(message['market']);
      this.#places.set(market, isSnapshot ? this.#placeOfSnapshot(message) : this.#nextPlace(message));
      this.#apply(message);
    }
    const whole = markets.filter((market) => this.#isWhole(market));
    for (const market of whole) {
      const sequence = this.sequence(market) ?? 0;
      for (const book of this.#books.values()) if (book.market === market) check(book, sequence);
    }
    return whole;
  }

  #isWhole(market: string): boolean {
    const place = this.#places.get(market);
    return place?.taken === place?.count;
  }

  #checkForm(frame: FeedFrame, markets: readonly string[]): void {
    const messages = messagesOf(frame);
    if (markets.length > 1) throw new Error('a frame of two markets');
    if (Array.isArray(frame) !== (this.#isGrouped && messages.length > 1)) throw new Error('a frame of the other form');
    if (this.#isGrouped && messages.length !== messages[0]?.['count']) throw new Error('a frame is no whole sequence');
  }

  #placeOfSnapshot(message: Message): Place {
    const sequence = Number(message['sequence']);
    const last = this.#places.get(String(message['market']));
    // A node that is behind the one before says so.
    const goesBack = this.#mayGoBack && message['event_type'] === 'resync' && message['reason'] === 'ahead';
    if (last !== undefined && sequence < last.sequence && !goesBack)
      throw new Error(`a snapshot of ${sequence}: ${placeText(last)}`);
    return { sequence, ...WHOLE };
  }

  /** The place of a message: the next index of its sequence, or index 0 of the next. Throws otherwise. */
  #nextPlace(message: Message): Place {
    const [sequence, index, count] = [message['sequence'], message['index'], message['count']].map(Number);
    const place = { sequence: sequence ?? 0, taken: (index ?? 0) + 1, count: count ?? 0 };
    const last = this.#places.get(String(message['market']));
    const isNext =
      last === undefined || last.taken === last.count
        ? index === 0 && (last === undefined || sequence === last.sequence + 1)
        : sequence === last.sequence && index === last.taken && count === last.count;
    if (!isNext || place.taken > place.count) throw new Error(`${placeText(place)} follows ${placeText(last)}`);
    return place;
  }

  #apply(message: Message): void {
    const type = String(message['event_type']);
    if (type === 'book') this.#books.set(String(message['asset_id']), fromSnapshot(message));
    else if (type === 'resync') {
      this.resyncs.push(message);
      // Also the book of a token without a subscription, known from the market's frames.
      for (const asset of message['asset_ids'] as string[]) this.#books.delete(asset);
    } else if (type === 'price_change')
      for (const change of message['price_changes'] as Message[]) this.#change(message, change);
    else if (type === 'last_trade_price')
      for (const book of this.#of(message)) {
        const price = String(message['price']);
        book.lastTrade = book.asset === message['asset_id'] ? price : complementOf(price);
      }
    else if (type === 'tick_size_change')
      for (const book of this.#of(message)) {
        if (book.asset !== message['asset_id']) continue;
        const isAgain = this.#again.get(book.market) === message['sequence'] && book.tick === message['new_tick_size'];
        if (book.tick !== message['old_tick_size'] && !isAgain) throw new Error(`the tick was ${book.tick}`);
        book.tick = String(message['new_tick_size']);
        book.timestamp = String(message['timestamp']);
        book.hash = String(message['hash']);
      }
    else if (!['best_bid_ask', 'market_resolved', 'close_time', 'result_status'].includes(type))
      throw new Error(`unexpected ${type}`);
  }

  #change(message: Message, change: Message): void {
    const book = this.#books.get(String(change['asset_id']));
    if (book === undefined) return;
    const levels = change['side'] === 'BUY' ? book.bids : book.asks;
    if (change['size'] === '0') levels.delete(String(change['price']));
    else levels.set(String(change['price']), String(change['size']));
    book.timestamp = String(message['timestamp']);
    book.hash = String(change['hash']);
    book.sequence = Number(message['sequence']);
    // Best prices are those after all changes: only a token's last change is sure to show them.
    const changes = message['price_changes'] as Message[];
    if (changes.findLast(({ asset_id }) => asset_id === change['asset_id']) !== change) return;
    const bests = [bestOf(book.bids, 1) ?? '0', bestOf(book.asks, -1) ?? '1'];
    if (bests[0] !== change['best_bid'] || bests[1] !== change['best_ask']) throw new Error(`best prices are ${bests}`);
  }

  #of(message: Message): Kept[] {
    return [...this.#books.values()].filter(({ market }) => market === message['market']);
  }
}

const placeText = (place: Place | undefined): string =>
  place === undefined ? 'nothing' : `${place.taken} of ${place.count} of sequence ${place.sequence}`;

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

const digest = (book: Kept) => hash('sha1', JSON.stringify(shown({ ...book, hash: '', sequence: undefined })), 'hex');

/** Book as `GET /book` shows it, without `sequence` if there is none. */
function shown(book: Omit<Kept, 'sequence'> & { readonly sequence: number | undefined }): object {
  const side = (levels: ReadonlyMap<string, string>, direction: 1 | -1) =>
    Array.from(levels, ([price, size]) => ({ at: direction * Number(price), level: { price, size } }))
      .sort((a, b) => a.at - b.at)
      .map(({ level }) => level);
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

/** Highest price of a side, or with -1 the lowest. */
function bestOf(levels: ReadonlyMap<string, string>, direction: 1 | -1): string | undefined {
  let best: string | undefined;
  for (const price of levels.keys())
    if (best === undefined || direction * (Number(price) - Number(best)) > 0) best = price;
  return best;
}

const complementOf = (price: string): string => String((10_000 - Math.round(Number(price) * 10_000)) / 10_000);
