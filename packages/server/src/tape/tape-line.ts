/** What a tape says, line by line. `docs/TAPE.md` is its description for others. */

export const TAPE_FORMAT = 1;

/** A market that is on the tape, as its venue described it when the tape began. */
export interface TapeMarket {
  readonly condition_id: string;
  readonly slug: string;
  readonly question: string;
  readonly outcomes: readonly [string, string];
  readonly token_ids: readonly [string, string];
  readonly minimum_tick_size: number;
  /** Shares. */
  readonly minimum_order_size: number;
  /** In 1/10000. */
  readonly taker_base_fee: number;
}

/** The first line. */
export interface TapeHeader {
  readonly kind: 'tape';
  readonly format: typeof TAPE_FORMAT;
  /** Address of the venue, or `journal`. */
  readonly source: string;
  /** Unix milliseconds at which it begins. */
  readonly time_ms: number;
  readonly markets: readonly TapeMarket[];
}

/** Why messages may be missing: the connection was cut, the venue fell silent, said so itself, a message was left out, no one recorded. */
export type GapReason = 'cut' | 'silent' | 'resync' | 'missing' | 'stopped';

/** What was told between the two moments may be missing; books that are told after it are whole again. */
export interface TapeGap {
  readonly kind: 'gap';
  /** Unix milliseconds by the recorder's clock. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** Condition id; null: all of them. */
  readonly market: string | null;
  readonly why: GapReason;
}

/** A message of the market feed, as it was sent. */
export interface TapeMessage {
  readonly kind: 'message';
  /** What the venue says, Unix milliseconds. */
  readonly time_ms: number;
  /** When it came, by the recorder's clock. */
  readonly received_ms: number;
  readonly message: FeedMessage;
}

/** The recorder was stopped in order; what is behind it was recorded later. */
export interface TapeEnd {
  readonly kind: 'end';
  readonly time_ms: number;
}

export type TapeLine = TapeMessage | TapeGap | TapeEnd;

interface Level {
  readonly price: string;
  readonly size: string;
}

/** Messages of `/ws/market` that a tape keeps; there may be more in them. */
export type FeedMessage = {
  readonly market: string;
  /** Of what it belongs to, where its venue numbers that. */
  readonly sequence?: number;
  /** Of a tape of a journal. */
  readonly journal_entry?: number;
} & (
  | {
      readonly event_type: 'book';
      readonly asset_id: string;
      readonly bids: readonly Level[];
      readonly asks: readonly Level[];
    }
  | {
      readonly event_type: 'price_change';
      readonly price_changes: readonly (Level & { readonly asset_id: string; readonly side: 'BUY' | 'SELL' })[];
    }
  | ({ readonly event_type: 'last_trade_price'; readonly asset_id: string; readonly side: 'BUY' | 'SELL' } & Level)
  | { readonly event_type: 'tick_size_change'; readonly asset_id: string; readonly new_tick_size: string }
  | {
      readonly event_type: 'market_resolved';
      readonly winning_asset_id?: unknown;
      /** Of both outcomes, where its venue says them. */
      readonly payouts?: unknown;
    }
);

export const KEPT_MESSAGES: ReadonlySet<string> = new Set([
  'book',
  'price_change',
  'last_trade_price',
  'tick_size_change',
  'market_resolved',
]);
