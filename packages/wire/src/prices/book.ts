/** A market's book as one of its tokens shows it: NO mirrors YES. Pure: state in, JSON out. */
import { hash } from 'node:crypto';
import {
  ASK,
  BID,
  type BookLevel,
  complement,
  type LastTrade,
  type Market,
  type Outcome,
  type Price,
} from '@bellwether/engine';
import { amountText, halfPriceText, priceText } from '../forms/decimal.ts';

/** Book of an outcome as JSON. Best prices are last on each side. O(levels). */
export function bookJson(market: Market, outcome: Outcome): string {
  return writeBook(market, outcome).json;
}

/**
 * The same without `sequence`: exactly the text that the hash covers, for clients that hash the whole object they
 * receive.
 */
export function hashedBookJson(market: Market, outcome: Outcome): string {
  const { json } = writeBook(market, outcome);
  return `${json.slice(0, json.lastIndexOf(',"sequence":'))}}`;
}

export type WrittenBook = { readonly json: string; readonly hash: string };

/** Inputs of a book: a market now, or the known facts at an earlier entry. */
export interface BookFacts
  extends Pick<
    Market,
    'conditionId' | 'tokenIds' | 'bookChangedMs' | 'bookVersion' | 'minimumSize' | 'tick' | 'negRisk'
  > {
  readonly book: { levels(side: typeof BID | typeof ASK): Iterable<Pick<BookLevel, 'price' | 'size'>> } | null;
  readonly lastTrade: Pick<LastTrade, 'price'> | null;
}

/** Returns the JSON of a level in terms of an outcome. */
type LevelText = (level: Pick<BookLevel, 'price' | 'size'>, outcome: Outcome) => string;

/**
 * Book as JSON, with its hash, which covers everything except `sequence`. A caller that writes a book repeatedly passes
 * `text` from its own `LevelTexts`.
 */
export function writeBook(market: BookFacts, outcome: Outcome, text: LevelText = levelText): WrittenBook {
  const { book } = market;
  const bidSide = outcome === 0 ? BID : ASK;
  const askSide = outcome === 0 ? ASK : BID;
  const bids = levelsJson(book === null ? [] : book.levels(bidSide), outcome, text);
  const asks = levelsJson(book === null ? [] : book.levels(askSide), outcome, text);
  // Ids are digits and hex: nothing here needs escaping.
  const head = `{"market":"${market.conditionId}","asset_id":"${market.tokenIds[outcome]}","timestamp":"${market.bookChangedMs}","hash":"`;
  const tail =
    `","bids":[${bids}],"asks":[${asks}],"min_order_size":"${amountText(market.minimumSize)}","tick_size":"${priceText(market.tick)}",` +
    `"neg_risk":${market.negRisk},"last_trade_price":"${lastPriceText(market.lastTrade, outcome)}"`;
  const digest = hash('sha1', `${head}${tail}}`);
  return { hash: digest, json: `${head}${digest}${tail},"sequence":${market.bookVersion}}` };
}

/** Levels from worst to best, in terms of the outcome. */
function levelsJson(levels: Iterable<Pick<BookLevel, 'price' | 'size'>>, outcome: Outcome, text: LevelText): string {
  let json = '';
  for (const level of levels) {
    const own = text(level, outcome);
    json = json === '' ? own : `${own},${json}`;
  }
  return json;
}

function levelText({ price, size }: Pick<BookLevel, 'price' | 'size'>, outcome: Outcome): string {
  return `{"price":"${priceText(ownPrice(price, outcome))}","size":"${amountText(size)}"}`;
}

/**
 * Cache of level texts of one market, valid while their size stays the same: from one entry to the next nearly all do.
 */
export class LevelTexts {
  /** Texts by price and outcome; a price is on one side at a time. */
  readonly #texts = new Map<number, { readonly size: number; readonly text: string }>();

  readonly of = (level: Pick<BookLevel, 'price' | 'size'>, outcome: Outcome): string => {
    const key = level.price * 2 + outcome;
    const known = this.#texts.get(key);
    if (known?.size === level.size) return known.text;
    const text = levelText(level, outcome);
    if (this.#texts.size >= LEVEL_TEXTS_MAX) this.#texts.clear();
    this.#texts.set(key, { size: level.size, text });
    return text;
  };
}

/** Maximum number of cached levels; a much larger book is written from scratch each time. */
const LEVEL_TEXTS_MAX = 4_096;

/** Converts a price in YES terms to the outcome's terms. */
function ownPrice(price: Price, outcome: Outcome): Price {
  return outcome === 0 ? price : complement(price);
}

function lastPriceText(last: Pick<LastTrade, 'price'> | null, outcome: Outcome): string {
  return last === null ? '' : priceText(ownPrice(last.price, outcome));
}

/** Best bid (BUY) or best ask (SELL) of an outcome; null if that side is empty. */
export function bestPriceText({ book }: Market, outcome: Outcome, side: 'BUY' | 'SELL'): string | null {
  // A bid for one outcome is an ask for the other.
  const best = book?.bestPrice((side === 'BUY') === (outcome === 0) ? BID : ASK) ?? 0;
  return best === 0 ? null : priceText(ownPrice(best, outcome));
}

/** Best ask minus best bid, the same for both outcomes; null if a side is empty. */
export function spreadText({ book }: Market): string | null {
  const bid = book?.bestPrice(BID) ?? 0;
  const ask = book?.bestPrice(ASK) ?? 0;
  return bid === 0 || ask === 0 ? null : priceText(ask - bid);
}

/** Midpoint of best bid and best ask; null if a side is empty. */
export function midpointText(market: Market, outcome: Outcome): string | null {
  const bid = market.book?.bestPrice(BID) ?? 0;
  const ask = market.book?.bestPrice(ASK) ?? 0;
  if (bid === 0 || ask === 0) return null;
  return halfPriceText(outcome === 0 ? bid + ask : complement(bid) + complement(ask));
}

/**
 * Price and side of the last trade in terms of the outcome; null if there was none. Buying one outcome is selling the
 * other.
 */
export function lastTradeOf(
  market: Market,
  outcome: Outcome,
): { readonly price: string; readonly side: 'BUY' | 'SELL' } | null {
  const last = market.lastTrade;
  if (last === null) return null;
  const isOwn = last.outcome === outcome;
  const side = isOwn === (last.side === 'BUY') ? 'BUY' : 'SELL';
  return { price: lastPriceText(last, outcome), side };
}
