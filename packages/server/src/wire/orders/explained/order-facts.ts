/** What is known of an order and its book, for its explanation: rows, before they are put into words. */
import type { ExplainedHoldBack, ExplainedRefusal } from '@bellwether/contract';
import type { MarketText } from '../../../queries/ledger/ledger-context.ts';
import type { LevelRow, StepSum } from '../../../queries/orders/queue.ts';
import type { OrderRow } from '../../../schema/orders-tables.ts';
import type { BookStepRow, MarketTermsRow } from '../../../schema/queue-tables.ts';

export interface OrderFacts {
  readonly order: OrderRow;
  readonly market: MarketText;
  /** Terms of the market when the order came; null where no row has them. */
  readonly terms: MarketTermsRow | null;
  readonly termChanges: readonly MarketTermsRow[];
  /** The last entry that the rows show. */
  readonly shown: number;
  /** null: it never rested. */
  readonly rest: RestFacts | null;
  readonly opposite: { readonly atArrival: number | null; readonly now: number | null };
  readonly fills: readonly FillFact[];
  readonly hasMoreFills: boolean;
  readonly frames: FrameFacts;
  readonly refusals: readonly ExplainedRefusal[];
  /** How a sandbox held it back before it came; null anywhere else. */
  readonly heldBack: ExplainedHoldBack | null;
  /** Bounds that were reached, in words. */
  readonly bounds: readonly string[];
}

/** Of an order that rested; prices in YES terms. */
export interface RestFacts {
  readonly arrival: BookStepRow;
  /** What ended it; null while it rests. */
  readonly departure: BookStepRow | null;
  readonly betterThen: readonly LevelRow[];
  /** While it rests now, else just before it left; null where a bound kept from looking so far. */
  readonly betterLast: readonly LevelRow[];
  /** Steps at its price after it came, up to `through`. */
  readonly sums: readonly StepSum[];
  readonly through: { readonly sequence: number; readonly timeMs: number; readonly isBounded: boolean };
  /** The last step of an order ahead. */
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

/** An entry of which feeds told. */
export interface FrameEntry {
  readonly sequence: number;
  readonly timeMs: number;
  /** `sequence` of the market feed; null where nothing of a book changed. */
  readonly version: number | null;
  /** Of the whole book of the order's token after it; null when it was not computed. */
  readonly bookHash: string | null;
  readonly bestChanged: boolean;
  /** Messages of a trade, one for each price, and its hash. */
  readonly trade: { readonly prices: number; readonly hash: string } | null;
  /** What became of the order in it. */
  readonly news: 'placed' | 'filled' | 'canceled';
  readonly status: string;
  readonly matchedMicros: number;
}

export interface FrameFacts {
  readonly entries: readonly FrameEntry[];
  readonly hasMore: boolean;
}
