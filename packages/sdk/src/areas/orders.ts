/**
 * Orders: sign, place, cancel and look up. Placing a signed order is idempotent: the venue recognises its id and
 * returns the outcome of the first attempt. Retries here therefore always resend the same order and never sign another
 * one.
 */
import {
  type CancelAnswer,
  FIRST_CURSOR,
  ORDERS_PER_PLACEMENT_MAX,
  type OrderAnswer,
  type OrderExplanation,
  type OwnOrder,
  type SingleOrder,
} from '@bellwether/contract';
import { ApiError, InvalidInputError, isAborted, isApiError, isOpenCode, isOutcomeUnknown } from '../errors.ts';
import type { OrderInput, OrderMaker } from '../order-maker.ts';
import { byCursor } from '../pages.ts';
import type { BodyOf, CallOptions, QueryOf, Request } from '../request.ts';
import { pause, retryDelayMs } from '../retry.ts';
import type { Session } from '../session.ts';
import type { SignedPlacement } from '../signed-placement.ts';

export type Placeable = OrderInput | SignedPlacement;

/** `within`: makes requests of a call that has its turn already. */
export function createOrders(
  request: Request,
  within: Request,
  maker: OrderMaker,
  { retry, turn }: Pick<Session, 'retry' | 'turn'>,
) {
  const signAll = async (orders: readonly Placeable[], call: CallOptions): Promise<SignedPlacement[]> => {
    const unsigned = orders.filter((order): order is OrderInput => !isSigned(order));
    const signed = (await maker.sign(unsigned, call))[Symbol.iterator]();
    return orders.map((order) => {
      if (isSigned(order)) return order;
      const next = signed.next();
      if (next.done === true) throw new InvalidInputError('an order was not signed');
      return next.value;
    });
  };
  const sign = async (order: OrderInput, call: CallOptions): Promise<SignedPlacement> => {
    const [placement] = await maker.sign([order], call);
    if (placement === undefined) throw new InvalidInputError('the order was not signed');
    return placement;
  };
  /** Adds the orders to an error that leaves their outcome unknown. */
  const withPlacements = async <Answer>(
    placements: readonly SignedPlacement[],
    place: () => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await place();
    } catch (error) {
      if (isOutcomeUnknown(error) || isAborted(error)) error.placements = placements;
      // The terms may have changed: the next order reads them again.
      if (isApiError(error, 'price_off_grid', 'price_out_of_range', 'size_below_minimum', 'invalid_signature'))
        for (const { body } of placements) maker.forget(body.order.tokenId);
      throw error;
    }
  };

  /** Places a batch, and places again the orders whose outcome the venue did not know. */
  const placeAll = async (placements: readonly SignedPlacement[], call: CallOptions): Promise<OrderAnswer[]> => {
    const body = placements.map((placement) => placement.body);
    let answers = await within('placeOrders', { ...call, body });
    for (let attempt = 1; answers.some(isOpen); attempt += 1) {
      const open = body.filter((_, at) => isOpen(answers[at]));
      try {
        const delayMs = retryDelayMs(retry, attempt, null);
        if (delayMs === null)
          throw new ApiError(503, 'the outcome of an order is unknown', { code: 'outcome_unknown' });
        await pause(delayMs, call.signal);
        // Without the caller's key, which goes with the whole batch.
        const again = (await within('placeOrders', { signal: call.signal, body: open })).values();
        answers = answers.map((answer) => (isOpen(answer) ? (again.next().value ?? answer) : answer));
      } catch (error) {
        // A refusal of the repeat says nothing about the first attempt's other orders.
        if (error instanceof ApiError) error.mayBeDone = true;
        throw error;
      }
    }
    return answers;
  };

  return {
    /** Signs an order without placing it. */
    sign: (order: OrderInput, call: CallOptions = {}): Promise<SignedPlacement> =>
      turn(() => sign(order, call), call.signal),
    /** Signs and places an order, or places an order that is already signed, with retries if needed. */
    place: (order: Placeable, call: CallOptions = {}): Promise<OrderAnswer> =>
      turn(async () => {
        const placement = isSigned(order) ? order : await sign(order, call);
        return withPlacements([placement], () => within('placeOrder', { ...call, body: placement.body }));
      }, call.signal),
    /**
     * Places up to 15 orders. A refused order has `success: false` and does not affect the others. Throws, with all
     * placements, if the outcome of an order stays unknown.
     */
    placeMany: async (orders: readonly Placeable[], call: CallOptions = {}): Promise<OrderAnswer[]> => {
      if (orders.length === 0) return [];
      if (orders.length > ORDERS_PER_PLACEMENT_MAX)
        throw new InvalidInputError(`${orders.length} orders at once, the most is ${ORDERS_PER_PLACEMENT_MAX}`);
      return turn(async () => {
        const placements = await signAll(orders, call);
        return withPlacements(placements, () => placeAll(placements, call));
      }, call.signal);
    },
    cancel: (orderId: string, call: CallOptions = {}): Promise<CancelAnswer> =>
      request('cancelOrder', { ...call, body: { orderID: orderId } }),
    cancelMany: (orderIds: readonly string[], call: CallOptions = {}): Promise<CancelAnswer> =>
      request('cancelOrders', { ...call, body: [...orderIds] }),
    /** Cancels every open order of the account. */
    cancelAll: (call: CallOptions = {}): Promise<CancelAnswer> => request('cancelAll', { ...call }),
    /** Cancels the account's open orders of a market (condition id) or of one of its tokens. */
    cancelMarket: (body: BodyOf<'cancelMarketOrders'>, call: CallOptions = {}): Promise<CancelAnswer> =>
      request('cancelMarketOrders', { ...call, body }),
    /** A page of the account's open orders, oldest first; the cursor `LTE=` ends the list. */
    list: (query: QueryOf<'ownOrders'> = {}, call: CallOptions = {}) => request('ownOrders', { ...call, query }),
    /** All open orders of the account. */
    each: (query: Omit<QueryOf<'ownOrders'>, 'next_cursor'> = {}, call: CallOptions = {}) =>
      byCursor<OwnOrder>(async (next_cursor) => {
        const page = await request('ownOrders', { ...call, query: { ...query, next_cursor } });
        return { items: page.data, next: page.next_cursor };
      }, FIRST_CURSOR),
    /** An order by its id, open or not. */
    get: async (orderId: string, call: CallOptions = {}): Promise<SingleOrder['order']> =>
      (await request('getOrder', { ...call, params: { id: orderId } })).order,
    /**
     * Explains why one of the account's own orders was filled, rests or was refused: each step as text, its queue
     * position, and the conditions that would fill it. Throws `ApiError` with code `order_not_found` for any other
     * order.
     */
    explain: (orderId: string, call: CallOptions = {}): Promise<OrderExplanation> =>
      request('explainOrder', { ...call, params: { id: orderId } }),
  };
}

const isOpen = (answer: OrderAnswer | undefined): boolean => isOpenCode(answer?.code ?? null);

function isSigned(order: Placeable): order is SignedPlacement {
  return 'orderId' in order;
}
