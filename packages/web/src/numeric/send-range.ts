/** Places the orders of a range in batches, cancels their rest, and returns the result of each. */
import { ORDERS_PER_PLACEMENT_MAX, type OrderAnswer } from '@bellwether/contract';
import { ApiError, type Client, isOutcomeUnknown, type SignedPlacement } from '@bellwether/sdk';
import { toMicros } from '../format/decimal.ts';
import { refusalOf } from '../ticket/refusals.ts';
import type { RangeOrder } from './range-plan.ts';

type Result =
  | { readonly kind: 'bought'; readonly shares: bigint; readonly paid: bigint }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The order was sent, and not answered. */
  | { readonly kind: 'unknown' };

/** Name of an order, the shares that it wanted as a decimal, and its result. */
export type Purchase = Result & Pick<RangeOrder, 'label'> & { readonly size: string };

type Desk = Pick<Client['orders'], 'sign' | 'placeMany' | 'cancelMany'>;

/** Signs all orders before the first is sent. Without an answer the batches that would follow are not sent. */
export async function buyRange(desk: Desk, orders: readonly RangeOrder[]): Promise<readonly Purchase[]> {
  const signed: SignedPlacement[] = [];
  for (const { order } of orders) signed.push(await desk.sign(order));
  const results: Result[] = [];
  for (let from = 0; from < orders.length; from += ORDERS_PER_PLACEMENT_MAX) {
    const batch = signed.slice(from, from + ORDERS_PER_PLACEMENT_MAX);
    try {
      results.push(...(await desk.placeMany(batch)).map(resultOf));
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error);
      if (isUnknown) results.push(...batch.map(() => ({ kind: 'unknown' }) as const));
      const reason = isUnknown ? 'not sent' : refusalOf(error).title;
      results.push(...orders.slice(results.length).map(() => ({ kind: 'refused', reason }) as const));
      break;
    }
  }
  const purchases = orders.map(({ label, order: { size } }, index): Purchase => {
    return { label, size, ...(results[index] ?? { kind: 'unknown' }) };
  });
  const resting = signed.filter((_, index) => {
    const one = purchases[index];
    return one?.kind === 'unknown' || (one?.kind === 'bought' && one.shares < (toMicros(one.size) ?? 0n));
  });
  // Orders that cannot be cancelled end by themselves, and are listed among the open orders until then.
  if (resting.length > 0) await desk.cancelMany(resting.map(({ orderId }) => orderId)).catch(() => null);
  return purchases;
}

function resultOf({ success, errorMsg, code, details, takingAmount, makingAmount, fee = '0' }: OrderAnswer): Result {
  if (!success) {
    const error = new ApiError(400, errorMsg, { code: (code ?? null) as ApiError['code'], body: { details } });
    return { kind: 'refused', reason: refusalOf(error).title };
  }
  const paid = (toMicros(makingAmount) ?? 0n) + (toMicros(fee) ?? 0n);
  return { kind: 'bought', shares: toMicros(takingAmount) ?? 0n, paid };
}
