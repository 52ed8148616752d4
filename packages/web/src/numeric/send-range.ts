/** Places the orders of a range in batches, cancels what rests of them, and tells what became of each. */
import { ORDERS_PER_PLACEMENT_MAX, type OrderAnswer } from '@bellwether/contract';
import { ApiError, type Client, isOutcomeUnknown, type SignedPlacement } from '@bellwether/sdk';
import { toMicros } from '../format/decimal.ts';
import { refusalOf } from '../ticket/refusals.ts';
import type { RangeOrder } from './range-plan.ts';

/** An order and what became of it. */
export type Purchase = Pick<RangeOrder, 'label'> & {
  /** Shares that were wanted, as a decimal. */
  readonly size: string;
} & (
    | { readonly kind: 'bought'; readonly shares: bigint; readonly paid: bigint }
    | { readonly kind: 'refused'; readonly reason: string }
    /** It was sent, and not answered. */
    | { readonly kind: 'unknown' }
  );

type Desk = Pick<Client['orders'], 'sign' | 'placeMany' | 'cancelMany'>;

/** Signs all orders before the first is sent. Without an answer the batches that would follow are not sent. */
export async function buyRange(desk: Desk, orders: readonly RangeOrder[]): Promise<readonly Purchase[]> {
  const signed: SignedPlacement[] = [];
  for (const { order } of orders) signed.push(await desk.sign(order));
  const purchases: Purchase[] = [];
  for (let from = 0; from < orders.length; from += ORDERS_PER_PLACEMENT_MAX) {
    const [batch, end] = [orders.slice(from), from + ORDERS_PER_PLACEMENT_MAX];
    try {
      const answers = await desk.placeMany(signed.slice(from, end));
      purchases.push(...answers.map((answer, index) => ({ ...namesOf(batch[index]), ...purchaseOf(answer) })));
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error);
      const refused = { kind: 'refused', reason: isUnknown ? 'not sent' : refusalOf(error).title } as const;
      const sentEnd = isUnknown ? ORDERS_PER_PLACEMENT_MAX : 0;
      purchases.push(
        ...batch.map((one, index) => ({
          ...namesOf(one),
          ...(index < sentEnd ? { kind: 'unknown' as const } : refused),
        })),
      );
      break;
    }
  }
  const resting = signed.filter((_, index) => {
    const one = purchases[index];
    return one?.kind === 'unknown' || (one?.kind === 'bought' && one.shares < (toMicros(one.size) ?? 0n));
  });
  // What cannot be cancelled ends by itself, and is listed among the open orders until then.
  if (resting.length > 0) await desk.cancelMany(resting.map(({ orderId }) => orderId)).catch(() => null);
  return purchases;
}

const namesOf = (one: RangeOrder | undefined) => ({ label: one?.label ?? '', size: one?.order.size ?? '' });

function purchaseOf({ success, errorMsg, code, details, takingAmount, makingAmount, fee = '0' }: OrderAnswer) {
  if (!success) {
    const error = new ApiError(400, errorMsg, { code: (code ?? null) as ApiError['code'], body: { details } });
    return { kind: 'refused', reason: refusalOf(error).title } as const;
  }
  const paid = (toMicros(makingAmount) ?? 0n) + (toMicros(fee) ?? 0n);
  return { kind: 'bought', shares: toMicros(takingAmount) ?? 0n, paid } as const;
}
