/**
 * The read `explain-order`: the life of one order, for its own account. Derived from existing rows; nothing is stored
 * for it alone.
 */
import {
  EXPLAINED_FILLS_MAX,
  type ExplainedHoldBack,
  type ExplainedRefusal,
  type OrderExplanation,
  type ProfileKind,
} from '@bellwether/contract';
import { opposite } from '@bellwether/engine';
import type { ReadStore } from '../../database.ts';
import { marketTextsOf } from '../../ledger/query/ledger-context.ts';
import { KIND_TAKER, sequenceOfFill } from '../../ledger/tables.ts';
import { found } from '../../lookup.ts';
import type { Read } from '../../read.ts';
import { lastShownEntry } from '../../run-read.ts';
import { selectOrder } from '../query/orders.ts';
import { selectFillsOfOrder, selectTermChanges, selectTermsAt, selectTradeTime } from '../query/queue.ts';
import type { OrderRow } from '../tables.ts';
import { dueFrames } from './due-frames.ts';
import { explanation } from './explained/explanation.ts';
import type { FillFact } from './explained/order-facts.ts';
import { EXPLANATION_LIMITS, type ExplanationLimits } from './explanation-limits.ts';
import { bestAt, placeOf, restFacts } from './queue-facts.ts';
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
      const bounds = new Set<string>();
      const place = placeOf(order);
      const rest = await restFacts(database, order, shown, limits, bounds);
      const fills = await fillsOf(database, order);
      const before = await bestAt(database, order.market, opposite(place.side), order.sequence - 1, limits);
      const now = await bestAt(database, order.market, opposite(place.side), shown, limits);
      if (before.isBounded || now.isBounded) bounds.add('the best price of the other side was not found in time');
      const life = { after: order.sequence, to: order.status === 'LIVE' ? shown : order.updated_sequence };
      const termChanges = await selectTermChanges(database, order.market, life, limits.termChangesMax + 1);
      if (termChanges.length > limits.termChangesMax) {
        bounds.add(`the first ${limits.termChangesMax} changes of the market’s terms are told`);
      }
      const value = explanation({
        order,
        market,
        terms: await selectTermsAt(database, order.market, order.sequence),
        termChanges: termChanges.slice(0, limits.termChangesMax),
        shown,
        rest,
        opposite: { atArrival: before.best, now: now.best },
        fills: fills.slice(0, EXPLAINED_FILLS_MAX),
        hasMoreFills: fills.length > EXPLAINED_FILLS_MAX,
        frames: await dueFrames(database, { order, market, rest, fills, limits, profile }, bounds),
        refusals,
        heldBack,
        bounds: [...bounds],
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
