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
import { amountText, halfPriceText, priceText } from './decimal.ts';

/** True when the market has a book to show: not resolved, not closed. */
export function hasBook(market: Market): boolean {
  return market.status === 'open' && !market.closed && !market.archived;
}

/** The book of an outcome as JSON. Best prices are the last of each side. O(levels). */
export function bookJson(market: Market, outcome: Outcome): string {
  const { book } = market;
  const bidSide = outcome === 0 ? BID : ASK;
  const askSide = outcome === 0 ? ASK : BID;
  const bids = levelsJson(book === null ? [] : book.levels(bidSide), outcome);
  const asks = levelsJson(book === null ? [] : book.levels(askSide), outcome);
  // Ids are digits and hex: nothing in here needs escaping.
  const head = `{"market":"${market.conditionId}","asset_id":"${market.tokenIds[outcome]}","timestamp":"${market.bookChangedMs}","hash":"`;
  const tail =
    `","bids":[${bids}],"asks":[${asks}],"min_order_size":"${amountText(market.minimumSize)}","tick_size":"${priceText(market.tick)}",` +
    `"neg_risk":${market.negRisk},"last_trade_price":"${lastPriceText(market.lastTrade, outcome)}"}`;
  return `${head}${hash('sha1', head + tail)}${tail}`;
}

/** Worst to best, in terms of the outcome. */
function levelsJson(levels: Iterable<BookLevel>, outcome: Outcome): string {
  let json = '';
  for (const { price, size } of levels) {
    const level = `{"price":"${priceText(ownPrice(price, outcome))}","size":"${amountText(size)}"}`;
    json = json === '' ? level : `${level},${json}`;
  }
  return json;
}

/** A price in YES terms as the outcome's own. */
function ownPrice(price: Price, outcome: Outcome): Price {
  return outcome === 0 ? price : complement(price);
}

function lastPriceText(last: LastTrade | null, outcome: Outcome): string {
  return last === null ? '' : priceText(ownPrice(last.price, outcome));
}

/** Half way between best bid and best ask; null when a side is empty. */
export function midpointText(market: Market, outcome: Outcome): string | null {
  const bid = market.book?.bestPrice(BID) ?? 0;
  const ask = market.book?.bestPrice(ASK) ?? 0;
  if (bid === 0 || ask === 0) return null;
  return halfPriceText(outcome === 0 ? bid + ask : complement(bid) + complement(ask));
}

/** Price and side of the last trade in terms of the outcome; null before any. Buying one outcome is selling the other. */
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
