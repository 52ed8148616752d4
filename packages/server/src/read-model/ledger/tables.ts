/** Ledger tables, shared by projections and queries: traders, fills, holdings, and figures per market. */

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

/** Sequence of the trade that a fill belongs to. */
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

export interface AccountRow {
  readonly id: number;
  /** Lower-case signing address. */
  readonly address: string;
  readonly deposit_wallet: string;
  readonly pseudonym: string;
}

export interface WalletRow {
  readonly id: number;
  readonly address: string;
  readonly account: number;
}

/** One side of a trade: the taker's whole match or one maker's leg. */
export interface FillRow {
  /** Fill id, see `fillId`. */
  readonly id: number;
  readonly kind: FillKind;
  readonly market: number;
  readonly wallet: number;
  /** Index of the outcome traded, in this side's own terms. */
  readonly outcome: number;
  /** Number of this side's order. */
  readonly order_number: number;
  readonly size_micros: number;
  /** Collateral paid (BUY) or received (SELL), before the fee. */
  readonly collateral_micros: number;
  /** Price in millionths of collateral per share. Taker: collateral / size; maker: its own price. */
  readonly price_micros: number;
  /** Fee of a taker; 0 for a maker. */
  readonly fee_micros: number;
  /** Unix seconds. */
  readonly time_s: number;
  /** Chain value of the trade's entry, 64 hex digits. */
  readonly hash: string;
}

/**
 * A run of FILLS_PER_BLOCK consecutive fills or blocks of one stream with its largest amounts, so that queries with a
 * threshold can skip it.
 */
export interface FillBlockRow {
  readonly level: BlockLevel;
  readonly scope: FillScope;
  /** Market or wallet of the stream; 0 for the whole venue. */
  readonly subject: number;
  readonly kind: FillKind;
  /** Ids of its first and last fill. */
  readonly first_id: number;
  readonly last_id: number;
  readonly size_max_micros: number;
  readonly collateral_max_micros: number;
}

/** Shares of one outcome in a wallet, free and held by orders; no row if there are none. */
export interface PositionRow {
  readonly market: number;
  readonly outcome: number;
  readonly wallet: number;
  readonly shares_micros: number;
}

/** Figures of one market; no row before its first trade or resting order. Prices in 1/10000, in YES terms. */
export interface MarketStatsRow {
  readonly market: number;
  /** Collateral of all trades, each counted once on the taker's side. */
  readonly volume_micros: number;
  readonly trades: number;
  /** Price of the last match; null before the first. */
  readonly last_price_ticks: number | null;
  /** 0 without resting bids. */
  readonly best_bid_ticks: number;
  /** 0 without resting asks. */
  readonly best_ask_ticks: number;
  /** Collateral value of all resting orders, at YES prices. */
  readonly liquidity_micros: number;
  /** Book version that the last three values belong to. */
  readonly book_version: number;
}

/** Volume of one market in one hour of Unix time; the sum of the last 24 is the day's volume. */
export interface MarketHourRow {
  readonly market: number;
  /** Unix hours. */
  readonly hour: number;
  readonly volume_micros: number;
}

export interface LedgerTables {
  readonly accounts: AccountRow;
  readonly wallets: WalletRow;
  readonly fills: FillRow;
  readonly fill_blocks: FillBlockRow;
  readonly positions: PositionRow;
  readonly market_stats: MarketStatsRow;
  readonly market_hours: MarketHourRow;
}
