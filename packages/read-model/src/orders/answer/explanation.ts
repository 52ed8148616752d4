/**
 * The read `explain-order`: the life of one order, for its own account. Derived from existing rows; the order keeps for it
 * what stood ahead of it when it came to rest.
 */
import {
  EXPLAINED_FILLS_MAX,
  type ExplainedHoldBack,
  type ExplainedRefusal,
  type OrderExplanation,
  type ProfileKind,
} from '@bellwether/contract';
import { bookSideOf, opposite } from '@bellwether/engine';
import type { ReadStore } from '../../database.ts';
import { marketTextsOf } from '../../ledger/query/ledger-context.ts';
import { KIND_TAKER, sequenceOfFill } from '../../ledger/tables.ts';
import { found } from '../../lookup.ts';
import type { Read } from '../../read.ts';
import { lastShownEntry } from '../../run-read.ts';
import {
  selectBestPrice,
  selectFillsOfOrder,
  selectTermChanges,
  selectTermsAt,
  selectTradeTime,
} from '../query/explanation.ts';
import { selectOrder } from '../query/orders.ts';
import type { OrderRow } from '../tables.ts';
import { explanation } from './explained/explanation.ts';
import type { FillFact } from './explained/order-facts.ts';
import { EXPLANATION_LIMITS, type ExplanationLimits, hasRested, queueFacts } from './queue-facts.ts';
import { shownStatus } from './status-words.ts';

export interface ExplainOrderParameters {
  readonly orderNumber: number;
  /** Account that asks, which only gets its own orders. Null explains any order, for an operator. */
  readonly account: number | null;
  readonly profile: ProfileKind;
  /** Earlier refusals of the same signed order that the gateway remembers. */
  readonly refusals: readonly ExplainedRefusal[];
  /** How the order was held back before it arrived; null if it was not. */
  readonly heldBack: ExplainedHoldBack | null;
}

/** Creates the read; tests use other `limits`. */
export function explainOrderRead(
  limits: ExplanationLimits = EXPLANATION_LIMITS,
): Read<ExplainOrderParameters, OrderExplanation> {
  return {
    name: 'explain-order',
    async run(database, { orderNumber, account, profile, refusals, heldBack }) {
      const accepted = await selectOrder(database, orderNumber);
      if (accepted === null || (account !== null && accepted.account !== account)) return null;
      const order = { ...accepted, status: shownStatus(accepted.status, profile) };
      const shown = await lastShownEntry(database);
      const market = found(await marketTextsOf(database, [order]), order.market, 'market');
      const bounds: string[] = [];
      const queue = hasRested(order) ? await queueFacts(database, order, shown, limits) : null;
      if (queue !== null && queue.unknown > 0) {
        bounds.push(`${limits.ordersReadMax} orders before it and their first fills were read for what stood ahead`);
      }
      const fills = await fillsOf(database, order);
      const side = bookSideOf(order.side, order.outcome === 0 ? 0 : 1);
      const life = { after: order.sequence, to: order.status === 'LIVE' ? shown : order.updated_sequence };
      const termChanges = await selectTermChanges(database, order.market, life, limits.termChangesMax + 1);
      if (termChanges.length > limits.termChangesMax) {
        bounds.push(`the first ${limits.termChangesMax} changes of the market’s terms are told`);
      }
      const value = explanation({
        order,
        market,
        profile,
        terms: await selectTermsAt(database, order.market, order.sequence),
        termChanges: termChanges.slice(0, limits.termChangesMax),
        shown,
        queue,
        opposite: await selectBestPrice(database, order.market, opposite(side)),
        fills: fills.slice(0, EXPLAINED_FILLS_MAX),
        hasMoreFills: fills.length > EXPLAINED_FILLS_MAX,
        refusals,
        heldBack,
        bounds,
      });
      return { value };
    },
  };
}

/** Fills of the order, oldest first; one more than are listed, if there are more. */
async function fillsOf(database: ReadStore, order: OrderRow): Promise<FillFact[]> {
  const rows = await selectFillsOfOrder(database, order.number, EXPLAINED_FILLS_MAX + 1);
  const fills: FillFact[] = [];
  for (const row of rows) {
    const sequence = sequenceOfFill(row.id);
    const isTaker = (row.kind & KIND_TAKER) !== 0;
    const timeMs = isTaker ? order.created_ms : await selectTradeTime(database, sequence);
    if (timeMs === null) throw new Error(`entry ${sequence} holds no trade`);
    fills.push({
      sequence,
      isTaker,
      timeMs,
      sizeMicros: row.size_micros,
      priceMicros: row.price_micros,
      feeMicros: row.fee_micros,
      hash: row.hash,
    });
  }
  return fills;
}
