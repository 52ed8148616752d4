/** Feed messages that were due for an order's changes, in the order in which each feed sends them. */
import type { OrderExplanation } from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import type { FrameEntry, FrameFacts } from './order-facts.ts';

type Frames = OrderExplanation['frames'];

const ORDER_TYPES = { placed: 'PLACEMENT', filled: 'UPDATE', canceled: 'CANCELLATION' } as const;

export function shownFrames({ entries, hasMore }: FrameFacts): Frames {
  return { market: entries.flatMap(marketFrames), user: entries.flatMap(userFrames), all: !hasMore };
}

function marketFrames({ version, timeMs, bookHash, bestChanged, trade }: FrameEntry): Frames['market'] {
  // A FAK or FOK order that matched only its own account's orders was refused, so every entry of an order changes a
  // book.
  if (version === null) return [];
  const of = { sequence: version, timestamp: String(timeMs), hash: null, transaction_hash: null, custom: false };
  const trades = Array.from({ length: trade?.prices ?? 0 }, () => ({
    ...of,
    event_type: 'last_trade_price' as const,
    transaction_hash: `0x${trade?.hash}`,
  }));
  const levels = { ...of, event_type: 'price_change' as const, hash: bookHash };
  const best = { ...of, event_type: 'best_bid_ask' as const, custom: true };
  return [...trades, levels, ...(bestChanged ? [best] : [])];
}

function userFrames({ sequence, timeMs, news, status, matchedMicros, trade }: FrameEntry): Frames['user'] {
  const of = { sequence, timestamp: String(timeMs) };
  const order = {
    ...of,
    event_type: 'order' as const,
    type: ORDER_TYPES[news],
    status,
    size_matched: amountText(matchedMicros),
    transaction_hash: null,
  };
  if (trade === null) return [order];
  const told = trade.statuses.map((shown) => ({
    ...of,
    event_type: 'trade' as const,
    type: 'TRADE' as const,
    status: shown,
    size_matched: null,
    transaction_hash: `0x${trade.hash}`,
  }));
  return [...told, order];
}
