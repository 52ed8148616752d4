/** Facts about an order and its book for an explanation, before they are put into text. */
import type { ExplainedHoldBack, ExplainedRefusal, TradeStatus } from '@bellwether/contract';
import type { MarketText } from '../../../ledger/query/ledger-context.ts';
import type { LevelRow, StepSum } from '../../query/queue.ts';
import type { BookStepRow, MarketTermsRow } from '../../queue-tables.ts';
import type { OrderRow } from '../../tables.ts';

export interface OrderFacts {
  readonly order: OrderRow;
  readonly market: MarketText;
  /** Terms of the market when the order arrived; null if no row has them. */
  readonly terms: MarketTermsRow | null;
  readonly termChanges: readonly MarketTermsRow[];
  /** Last entry that the rows include. */
  readonly shown: number;
  /** Null if it never rested. */
  readonly rest: RestFacts | null;
  readonly opposite: { readonly atArrival: number | null; readonly now: number | null };
  readonly fills: readonly FillFact[];
  readonly hasMoreFills: boolean;
  readonly frames: FrameFacts;
  readonly refusals: readonly ExplainedRefusal[];
  /** How the order was held back before it arrived; null if it was not. */
  readonly heldBack: ExplainedHoldBack | null;
  /** Descriptions of the bounds that were reached. */
  readonly bounds: readonly string[];
}

/** Facts about an order that rested; prices in YES terms. */
export interface RestFacts {
  readonly arrival: BookStepRow;
  /** Step that ended it; null while it rests. */
  readonly departure: BookStepRow | null;
  readonly betterThen: readonly LevelRow[];
  /** Better prices of its side now if it rests, else just before it left; as far as they were read. */
  readonly betterLast: readonly LevelRow[];
  /** Sums of the steps at its price after it arrived, up to `through`. */
  readonly sums: readonly StepSum[];
  readonly through: { readonly sequence: number; readonly timeMs: number; readonly isBounded: boolean };
  readonly lastAheadMs: number | null;
  readonly nearest: { readonly priceTicks: number; readonly timeMs: number } | null;
}

export interface FillFact {
  readonly sequence: number;
  readonly isTaker: boolean;
  readonly timeMs: number;
  readonly sizeMicros: number;
  readonly priceMicros: number;
  readonly feeMicros: number;
  readonly hash: string;
}

/** Messages of a trade. */
export interface FrameTrade {
  /** Number of those on the market feed, one for each price. */
  readonly prices: number;
  readonly hash: string;
  /** Statuses of those on the user feed. */
  readonly statuses: readonly TradeStatus[];
}

/** An entry with feed messages. */
export interface FrameEntry {
  readonly sequence: number;
  readonly timeMs: number;
  /** `sequence` of the market feed; null if no book changed. */
  readonly version: number | null;
  /** Hash of the whole book of the order's token after the entry; null if not computed. */
  readonly bookHash: string | null;
  readonly bestChanged: boolean;
  readonly trade: FrameTrade | null;
  /** Change of the order in this entry. */
  readonly news: 'placed' | 'filled' | 'canceled';
  readonly status: string;
  readonly matchedMicros: number;
}

export interface FrameFacts {
  readonly entries: readonly FrameEntry[];
  readonly hasMore: boolean;
}
