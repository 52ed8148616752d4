/** Facts about an order for an explanation, before they are put into text. */
import type { ExplainedHoldBack, ExplainedRefusal, ProfileKind } from '@bellwether/contract';
import type { MarketText } from '../../../ledger/query/ledger-context.ts';
import type { MarketTermsRow, OrderRow } from '../../tables.ts';
import type { QueueFacts } from '../queue-facts.ts';

export interface OrderFacts {
  readonly order: OrderRow;
  readonly market: MarketText;
  readonly profile: ProfileKind;
  /** Terms of the market when the order arrived; null if no row has them. */
  readonly terms: MarketTermsRow | null;
  readonly termChanges: readonly MarketTermsRow[];
  /** Last entry that the rows include. */
  readonly shown: number;
  /** Null if it never rested. */
  readonly queue: QueueFacts | null;
  /** Best price of the other side now, in YES terms; 0 if nothing rests there. */
  readonly opposite: number;
  readonly fills: readonly FillFact[];
  readonly hasMoreFills: boolean;
  readonly refusals: readonly ExplainedRefusal[];
  /** How the order was held back before it arrived; null if it was not. */
  readonly heldBack: ExplainedHoldBack | null;
  /** Descriptions of the bounds that were reached. */
  readonly bounds: readonly string[];
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
