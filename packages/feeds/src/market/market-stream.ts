/**
 * The feed of one market: follows the market from entry to entry, and makes each entry's messages once for all
 * listeners. It holds the market's books after the last entry, so that hashes and snapshots are made once as well.
 */
import type { Market, State } from '@bellwether/engine';
import { LevelTexts, writeBook } from '@bellwether/wire/prices/book.ts';
import type { EventText } from '../event-texts.ts';
import { Frame } from '../frame.ts';
import type { MarketChange } from './market-changes.ts';
import {
  type BestPrices,
  type BookPair,
  bestBidAskMessages,
  bestPrices,
  bookMessage,
  closeTimeMessage,
  lastTradeMessages,
  marketResolvedMessage,
  priceChangeMessage,
  resultStatusMessage,
  tickSizeMessages,
} from './market-messages.ts';

export interface MarketReader {
  takeFrame(stream: MarketStream, frame: Frame): void;
}

export class MarketStream {
  readonly market: Market;
  readonly readers = new Set<MarketReader>();
  /** Frames made since the last reader left. */
  idleFrames = 0;
  /** Sequence of the last frame, or of the start of the stream. */
  sequence: number;
  readonly #levels = new LevelTexts();
  #best: BestPrices;
  #books: BookPair | null = null;

  constructor(market: Market) {
    this.market = market;
    this.sequence = market.bookVersion;
    this.#best = bestPrices(market);
  }

  /** Current books of both tokens. */
  get books(): BookPair {
    this.#books ??= [writeBook(this.market, 0, this.#levels.of), writeBook(this.market, 1, this.#levels.of)];
    return this.#books;
  }

  /** Returns the last sequence that a client has seen, by condition id or by either token id; undefined: none named. */
  seenIn(since: Readonly<Record<string, number>>): number | undefined {
    const { conditionId, tokenIds } = this.market;
    return since[conditionId] ?? since[tokenIds[0]] ?? since[tokenIds[1]];
  }

  /**
   * Returns the frame of an entry that changed the market; null if nothing changed that the feed shows. `text` is that
   * of the market's event, if known.
   */
  advance(change: MarketChange, state: Readonly<State>, entryHash: string, text: EventText | undefined): Frame | null {
    const { market } = this;
    if (market.bookVersion === this.sequence) return null;
    if (market.bookVersion !== this.sequence + 1) {
      throw new Error(`market ${market.conditionId} went from ${this.sequence} to ${market.bookVersion} in one entry`);
    }
    this.sequence = market.bookVersion;
    this.#books = null;
    const messages: string[] = [];
    if (change.trade !== null) messages.push(...lastTradeMessages(market, change.trade, entryHash));
    if (change.oldTick !== null) messages.push(...tickSizeMessages(market, this.books, change.oldTick));
    const levels = priceChangeMessage(market, this.books, change);
    if (levels !== null) messages.push(levels);
    // The whole book reports changes without a message of their own, and changes that have only custom messages.
    if (change.otherTerms || messages.length === 0) messages.push(...this.books.map(bookMessage));
    return new Frame(market.id, this.sequence, messages, this.#custom(change, state, text));
  }

  #custom(change: MarketChange, state: Readonly<State>, text: EventText | undefined): string[] {
    const custom: string[] = [];
    const best = bestPrices(this.market);
    if (best.bid !== this.#best.bid || best.ask !== this.#best.ask) custom.push(...bestBidAskMessages(this.market));
    this.#best = best;
    if (change.closeTime) custom.push(closeTimeMessage(this.market));
    if (change.result !== null) custom.push(resultStatusMessage(this.market, change.result));
    if (change.isResolved) custom.push(marketResolvedMessage(this.market, state, text));
    return custom;
  }
}
