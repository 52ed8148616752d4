/** Messages of the user feed that were due for an order, in the order in which they are sent. */
import type { OrderExplanation, ProfileKind, TradeStatus } from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { toldStatus } from '../status-words.ts';
import type { FillFact, OrderFacts } from './order-facts.ts';

type Frame = OrderExplanation['frames']['user'][number];

/** Statuses in which the feed tells of a trade, one after the other. */
const TRADE_STATUSES: Readonly<Record<ProfileKind, readonly TradeStatus[]>> = {
  bellwether: ['CONFIRMED'],
  polymarket: ['MATCHED', 'CONFIRMED'],
};

export function userFrames({ order, queue, fills, profile }: OrderFacts): Frame[] {
  const taken = fills.find(({ isTaker }) => isTaker);
  const placed = { sequence: order.sequence, timestamp: String(order.created_ms) };
  let matched = taken?.sizeMicros ?? 0;
  const frames = [...tradeFrames(taken), orderFrame('PLACEMENT', placed, queue === null ? 'MATCHED' : 'LIVE', matched)];
  for (const fill of fills) {
    if (fill.isTaker) continue;
    matched += fill.sizeMicros;
    const isLast = order.status === 'MATCHED' && fill.sequence === order.updated_sequence;
    const at = { sequence: fill.sequence, timestamp: String(fill.timeMs) };
    frames.push(...tradeFrames(fill), orderFrame('UPDATE', at, isLast ? 'MATCHED' : 'LIVE', matched));
  }
  if (order.cancel_reason !== '') {
    const at = { sequence: order.updated_sequence, timestamp: String(order.updated_ms) };
    frames.push(orderFrame('CANCELLATION', at, toldStatus(order.status, profile), order.matched_micros));
  }
  return frames;

  function tradeFrames(fill: FillFact | undefined): Frame[] {
    if (fill === undefined) return [];
    const { sequence, timeMs, hash } = fill;
    const of = { event_type: 'trade', type: 'TRADE', sequence, timestamp: String(timeMs) } as const;
    return TRADE_STATUSES[profile].map((status) => ({
      ...of,
      status,
      size_matched: null,
      transaction_hash: `0x${hash}`,
    }));
  }
}

function orderFrame(
  type: Frame['type'],
  at: Pick<Frame, 'sequence' | 'timestamp'>,
  status: string,
  matchedMicros: number,
): Frame {
  return { event_type: 'order', type, ...at, status, size_matched: amountText(matchedMicros), transaction_hash: null };
}
