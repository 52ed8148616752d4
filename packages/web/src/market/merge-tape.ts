/** The trade tape: what was read from the ledger, and what the feed has told since. Pure. */
import type { TradeFill } from '@bellwether/contract';
import type { MarketMessage } from '@bellwether/sdk';

export interface TapeRow {
  /** The trade's own hash, which ledger and feed share. */
  readonly hash: string;
  readonly timeMs: number;
  readonly side: 'BUY' | 'SELL';
  readonly outcomeIndex: 0 | 1;
  readonly price: string;
  readonly size: string;
  /** null until the ledger has told who it was. */
  readonly trader: { readonly address: string; readonly name: string; readonly image: string } | null;
}

export type TradeMessage = Extract<MarketMessage, { readonly event_type: 'last_trade_price' }>;

const ROWS_MAX = 40;

export function rowOfFill(fill: TradeFill): TapeRow {
  return {
    hash: fill.transactionHash,
    timeMs: fill.timestamp * 1_000,
    side: fill.side,
    outcomeIndex: fill.outcomeIndex === 0 ? 0 : 1,
    price: String(fill.price),
    size: String(fill.size),
    trader: { address: fill.proxyWallet, name: fill.name || fill.pseudonym, image: fill.profileImage },
  };
}

/** `tokenIds`: both tokens of the market. */
export function rowOfMessage(message: TradeMessage, tokenIds: readonly string[]): TapeRow {
  return {
    hash: message.transaction_hash,
    timeMs: Number(message.timestamp),
    side: message.side,
    outcomeIndex: tokenIds.indexOf(message.asset_id) === 1 ? 1 : 0,
    price: message.price,
    size: message.size,
    trader: null,
  };
}

/** Newest first. A trade that the ledger has is not shown twice; the feed tells one trade in several prices. */
export function mergeTape(fills: readonly TapeRow[], told: readonly TapeRow[]): readonly TapeRow[] {
  const known = new Set(fills.map(({ hash }) => hash));
  return [...told.filter(({ hash }) => !known.has(hash)), ...fills]
    .sort((left, right) => right.timeMs - left.timeMs)
    .slice(0, ROWS_MAX);
}

/** A key for each row that it keeps while others come above it: one trade may stand at several prices. */
export function keysOf(rows: readonly TapeRow[]): readonly string[] {
  const counts = new Map<string, number>();
  const keys = rows.toReversed().map(({ hash }) => {
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count + 1);
    return count === 0 ? hash : `${hash}-${count}`;
  });
  return keys.reverse();
}
