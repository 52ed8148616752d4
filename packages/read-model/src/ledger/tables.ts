/** Ledger tables, shared by projections and queries: traders, fills, holdings, and figures per market. */
import { type Column, integer, integerOrNull, key, type Rows, rowId, text, uniqueText } from '../table.ts';

/** Bit of `fills.kind` set on a taker's row, and the bit set on a SELL. */
export const KIND_TAKER = 2;
export const KIND_SELL = 1;
/** Maker BUY, maker SELL, taker BUY, taker SELL. */
export type FillKind = 0 | 1 | 2 | 3;

/** Maximum rows of one trade. A fill's id is its trade's sequence times this, plus this less 1, less its leg. */
export const FILLS_PER_TRADE_MAX = 8_192;

/**
 * Id of a fill. In descending order: newest trade first, the taker first within a trade, then its makers as matched.
 */
export function fillId(sequence: number, leg: number): number {
  return sequence * FILLS_PER_TRADE_MAX + (FILLS_PER_TRADE_MAX - 1 - leg);
}

export const sequenceOfFill = (id: number): number => Math.floor(id / FILLS_PER_TRADE_MAX);

export const sideOf = (kind: FillKind): 'BUY' | 'SELL' => ((kind & KIND_SELL) === 0 ? 'BUY' : 'SELL');

/** Fills of one stream per block of `fill_blocks`, and blocks per block of the next level. */
export const FILLS_PER_BLOCK = 128;
/** Level of the blocks over fills, and of the blocks over these blocks. */
export const BLOCKS_OF_FILLS = 0;
export const BLOCKS_OF_BLOCKS = 1;
export type BlockLevel = typeof BLOCKS_OF_FILLS | typeof BLOCKS_OF_BLOCKS;

/** Scope of a stream of fills, besides its kind. */
export const SCOPE_VENUE = 0;
export const SCOPE_MARKET = 1;
export const SCOPE_WALLET = 2;
export type FillScope = typeof SCOPE_VENUE | typeof SCOPE_MARKET | typeof SCOPE_WALLET;

export const ACCOUNT_TABLES = {
  accounts: {
    id: rowId,
    /** Lower-case signing address. */
    address: uniqueText,
    deposit_wallet: text,
    pseudonym: text,
  },
  wallets: { id: rowId, address: uniqueText, account: integer },
};

export const FILL_TABLES = {
  /** One side of a trade: the taker's whole match or one maker's leg. */
  fills: {
    id: rowId,
    kind: integer as Column<FillKind>,
    market: integer,
    wallet: integer,
    /** Index of the outcome traded, in this side's own terms. */
    outcome: integer,
    order_number: integer,
    size_micros: integer,
    /** Collateral paid (BUY) or received (SELL), before the fee. */
    collateral_micros: integer,
    /** Price in millionths of collateral per share. Taker: collateral / size; maker: its own price. */
    price_micros: integer,
    /** Fee of a taker; 0 for a maker. */
    fee_micros: integer,
    /** Unix seconds. */
    time_s: integer,
    /** Chain value of the trade's entry, 64 hex digits. */
    hash: text,
  },
  /**
   * A run of FILLS_PER_BLOCK consecutive fills or blocks of one stream with its largest amounts, so that queries with a
   * threshold can skip it.
   */
  fill_blocks: {
    level: key as Column<BlockLevel>,
    scope: key as Column<FillScope>,
    /** Market or wallet of the stream; 0 for the whole venue. */
    subject: key,
    kind: key as Column<FillKind>,
    first_id: key,
    last_id: integer,
    size_max_micros: integer,
    collateral_max_micros: integer,
  },
};

export const POSITION_TABLES = {
  /** Shares of one outcome in a wallet, free and held by orders; no row if there are none. */
  positions: { market: key, outcome: key, wallet: key, shares_micros: integer },
};

export const MARKET_TABLES = {
  /** Figures of one market; no row before its first trade or resting order. Prices in 1/10000, in YES terms. */
  market_stats: {
    market: rowId,
    /** Collateral of all trades, each counted once on the taker's side. */
    volume_micros: integer,
    /** Shares of all trades, each counted once on the taker's side. */
    shares_micros: integer,
    trades: integer,
    /** Price of the last match; null before the first. */
    last_price_ticks: integerOrNull,
    /** 0 without resting bids. */
    best_bid_ticks: integer,
    /** 0 without resting asks. */
    best_ask_ticks: integer,
    /** Collateral value of all resting orders, at YES prices. */
    liquidity_micros: integer,
    /** Book version that the last three values belong to. */
    book_version: integer,
  },
  /** Volume of one market in one hour of Unix time; the sum of the last 24 is the day's volume. */
  market_hours: {
    market: key,
    /** Unix hours. */
    hour: key,
    volume_micros: integer,
  },
};

export type LedgerTables = Rows<
  typeof ACCOUNT_TABLES & typeof FILL_TABLES & typeof POSITION_TABLES & typeof MARKET_TABLES
>;
export type AccountRow = LedgerTables['accounts'];
export type WalletRow = LedgerTables['wallets'];
export type FillRow = LedgerTables['fills'];
export type PositionRow = LedgerTables['positions'];
