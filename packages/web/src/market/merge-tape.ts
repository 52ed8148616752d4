/** The trade tape: merges trades read from the ledger with newer ones from the feed. Pure. */
import type { TradeFill } from '@bellwether/contract';
import type { MarketMessage } from '@bellwether/sdk';

export interface TapeRow {
  /** Hash of the trade, the same in ledger and feed. */
  readonly hash: string;
  readonly timeMs: number;
  readonly side: 'BUY' | 'SELL';
  readonly outcomeIndex: 0 | 1;
  readonly price: string;
  readonly size: string;
  /** Null until the ledger has named the trader. */
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

/** Converts a feed message to a row. `tokenIds` are both tokens of the market. */
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

/** Merges both lists, newest first, without trades of the ledger. The feed sends a row per price of a trade. */
export function mergeTape(fills: readonly TapeRow[], told: readonly TapeRow[]): readonly TapeRow[] {
  const known = new Set(fills.map(({ hash }) => hash));
  return [...told.filter(({ hash }) => !known.has(hash)), ...fills]
    .sort((left, right) => right.timeMs - left.timeMs)
    .slice(0, ROWS_MAX);
}

/** Returns a stable key per row that survives new rows above. A trade at several prices has several rows. */
export function keysOf(rows: readonly TapeRow[]): readonly string[] {
  const counts = new Map<string, number>();
  const keys = rows.toReversed().map(({ hash }) => {
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count + 1);
    return count === 0 ? hash : `${hash}-${count}`;
  });
  return keys.reverse();
}
