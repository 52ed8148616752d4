/**
 * The typed client: one method per call of the venue's HTTP API. Methods return the answer or throw `VenueError` (a
 * refusal) or `TransportError` (no answer, so nobody knows). Orders, cancels and reads are retried by themselves, since
 * the venue knows an order again by its id; what moves money without an id is not.
 */
import type {
  Account,
  CancelAnswer,
  OrderAnswer,
  PositionAnswer,
  PositionChange,
  PositionConversion,
  SingleOrder,
} from '@bellwether/contract';
import type { OrderRequest, SignedPlacement } from './order.ts';
import { type CallOptions, createReads } from './reads.ts';
import { type ClientOptions, createSession } from './session.ts';

export type Client = ReturnType<typeof createClient>;

/** A client of one venue for at most one account. Makes no request by itself. */
export function createClient(options: ClientOptions) {
  const { transport, venue, createOrDeriveApiKey, signOrder, act } = createSession(options);
  const signed = async (order: OrderRequest | SignedPlacement, call: CallOptions): Promise<SignedPlacement> =>
    'orderId' in order ? order : signOrder(order, call);

  return {
    ...createReads(transport),
    venue,
    createOrDeriveApiKey,
    signOrder,

    /** Signs and places an order, or places one that is signed already. */
    placeOrder: async (order: OrderRequest | SignedPlacement, call: CallOptions = {}): Promise<OrderAnswer> => {
      const { body } = await signed(order, call);
      return act('POST', '/order', body, 'always', call);
    },
    /** Places up to 15 orders. One that is refused has `success: false` and does not disturb the others. */
    placeOrders: async (
      orders: readonly (OrderRequest | SignedPlacement)[],
      call: CallOptions = {},
    ): Promise<OrderAnswer[]> => {
      const placements = await Promise.all(orders.map((order) => signed(order, call)));
      return act(
        'POST',
        '/orders',
        placements.map(({ body }) => body),
        'always',
        call,
      );
    },
    cancelOrder: (orderId: string, call: CallOptions = {}): Promise<CancelAnswer> =>
      act('DELETE', '/order', { orderID: orderId }, 'always', call),
    cancelOrders: (orderIds: readonly string[], call: CallOptions = {}): Promise<CancelAnswer> =>
      act('DELETE', '/orders', orderIds, 'always', call),
    /** Cancels every open order of the account. */
    cancelAll: (call: CallOptions = {}): Promise<CancelAnswer> =>
      act('DELETE', '/cancel-all', undefined, 'always', call),
    /** Cancels the account's open orders of a market (condition id) or of one of its tokens. */
    cancelMarketOrders: (
      target: { readonly market?: string; readonly asset_id?: string },
      call: CallOptions = {},
    ): Promise<CancelAnswer> => act('DELETE', '/cancel-market-orders', target, 'always', call),
    /** An order of the account, open or not. */
    getOrder: async (orderId: string, call: CallOptions = {}): Promise<SingleOrder['order']> => {
      const path = `/data/order/${encodeURIComponent(orderId)}`;
      return (await act<SingleOrder>('GET', path, undefined, 'always', call)).order;
    },
    /** Wallets, balances and positions of the account. */
    account: (call: CallOptions = {}): Promise<Account> => act('GET', '/account', undefined, 'always', call),
    split: (change: PositionChange, call: CallOptions = {}): Promise<PositionAnswer> =>
      act('POST', '/positions/split', change, 'refused', call),
    merge: (change: PositionChange, call: CallOptions = {}): Promise<PositionAnswer> =>
      act('POST', '/positions/merge', change, 'refused', call),
    convert: (conversion: PositionConversion, call: CallOptions = {}): Promise<PositionAnswer> =>
      act('POST', '/positions/convert', conversion, 'refused', call),
  };
}
