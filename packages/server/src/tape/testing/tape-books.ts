/** Content of a tape, folded as simply as possible. */
import { TapeReader } from '../tape-reader.ts';

export type Told = ReturnType<typeof toldBy>;

export function toldBy(path: string) {
  const reader = new TapeReader(path);
  /** Size by token, side and price. */
  const levels = new Map<string, string>();
  const trades: string[] = [];
  const gaps: string[] = [];
  const times: number[] = [];
  /** Sequence of the last message that has one. */
  let last = 0;
  const set = (level: string, size: string): void => {
    if (size === '0') levels.delete(level);
    else levels.set(level, size);
  };
  for (const line of reader.read()) {
    if (line.kind === 'gap') gaps.push(line.why);
    if (line.kind !== 'message') continue;
    const { message } = line;
    times.push(line.time_ms);
    last = message.sequence ?? last;
    if (message.event_type === 'last_trade_price')
      trades.push(`${message.asset_id} ${message.price} ${message.size} ${message.side}`);
    else if (message.event_type === 'price_change') {
      for (const { asset_id, side, price, size } of message.price_changes) set(`${asset_id} ${side} ${price}`, size);
    } else if (message.event_type === 'book') {
      for (const level of levels.keys()) if (level.startsWith(message.asset_id)) levels.delete(level);
      for (const { price, size } of message.bids) set(`${message.asset_id} BUY ${price}`, size);
      for (const { price, size } of message.asks) set(`${message.asset_id} SELL ${price}`, size);
    }
  }
  reader.close();
  return { levels, trades, gaps, times, sequence: last };
}
