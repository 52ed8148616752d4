/** Lines of a tape. `docs/reference/tape.md` describes them for users. */

export const TAPE_FORMAT = 1;

/** A market on the tape, as its venue described it when the tape began. */
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
  /** True for a market of an event with one winner; absent on tapes from before it was recorded. */
  readonly neg_risk?: boolean;
  /** Id that the event's markets share. */
  readonly neg_risk_market_id?: string;
}

/** First line of a tape. */
export interface TapeHeader {
  readonly kind: 'tape';
  readonly format: typeof TAPE_FORMAT;
  /** Address of the venue, `journal`, or `files:` and their names. */
  readonly source: string;
  /** Start of the tape in Unix milliseconds. */
  readonly time_ms: number;
  readonly markets: readonly TapeMarket[];
}

/** Cause of a gap: connection cut, venue silent, announced by the venue, message missing, or recorder stopped. */
export type GapReason = 'cut' | 'silent' | 'resync' | 'missing' | 'stopped';

/** Messages between the two times may be missing. Books recorded after the gap are complete again. */
export interface TapeGap {
  readonly kind: 'gap';
  /** Unix milliseconds by the recorder's clock. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** Condition id; null for all markets. */
  readonly market: string | null;
  readonly why: GapReason;
}

/** A message of the market feed, as sent. */
interface TapeMessage {
  readonly kind: 'message';
  /** Time given by the venue, in Unix milliseconds. */
  readonly time_ms: number;
  /** Time of arrival by the recorder's clock. */
  readonly received_ms: number;
  readonly message: FeedMessage;
}

/** The recorder was stopped normally; anything after this line was recorded later. */
export type TapeEnd = { readonly kind: 'end'; readonly time_ms: number };

export type TapeLine = TapeMessage | TapeGap | TapeEnd;

type Level = { readonly price: string; readonly size: string };

/** Messages of `/ws/market` that a tape keeps; they may have further fields. */
export type FeedMessage = {
  readonly market: string;
  /** Sequence of the message's frame, if the venue numbers frames. */
  readonly sequence?: number;
  /** Journal sequence, on a tape made from a journal. */
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
      /** Payouts of both outcomes, if the venue provides them. */
      readonly payouts?: unknown;
      /** true: the cost is refunded instead. */
      readonly refunded?: unknown;
    }
);

export const KEPT_MESSAGES: ReadonlySet<string> = new Set([
  'book',
  'price_change',
  'last_trade_price',
  'tick_size_change',
  'market_resolved',
]);
