/** The effects of an answered request on the account's open orders, as far as the answer tells them. */
import {
  type CancelAnswer,
  ORDER_ROUTES,
  type OrderAnswer,
  type OrderPlacement,
  type Route,
} from '@bellwether/contract';
import { formatAmount, formatPrice, parseAmount } from '../amounts.ts';
import { isOpenCode } from '../errors.ts';
import type { OpenOrder } from './ledger-copy.ts';

export interface Answered {
  /** Orders of the answer: each as it rests, or null if it has ended. */
  readonly orders: ReadonlyMap<string, OpenOrder | null>;
  /** True if the answer leaves something open: the ledger has to be read. */
  readonly isOpen: boolean;
}

const CANCELS: ReadonlySet<Route> = new Set<Route>([
  ORDER_ROUTES.cancelOrder,
  ORDER_ROUTES.cancelOrders,
  ORDER_ROUTES.cancelAll,
  ORDER_ROUTES.cancelMarketOrders,
]);

export function readAnswer(route: Route, body: unknown, answer: unknown): Answered {
  // The casts repeat what the routes say of their bodies and answers.
  if (route === ORDER_ROUTES.placeOrder) return placed([body as OrderPlacement], [answer as OrderAnswer]);
  if (route === ORDER_ROUTES.placeOrders) return placed(body as OrderPlacement[], answer as OrderAnswer[]);
  if (!CANCELS.has(route)) return { orders: new Map(), isOpen: false };
  const { canceled, not_canceled } = answer as CancelAnswer;
  // An order that cannot be cancelled is not open either.
  const ended = [...canceled, ...Object.keys(not_canceled)];
  return { orders: new Map(ended.map((id) => [id, null])), isOpen: false };
}

function placed(placements: readonly OrderPlacement[], answers: readonly OrderAnswer[]): Answered {
  const orders = new Map<string, OpenOrder | null>();
  let isOpen = false;
  for (const [at, answer] of answers.entries()) {
    const placement = placements[at];
    // A repeat of an order that has ended since tells of an earlier moment.
    isOpen ||= isOpenCode(answer.code ?? null) || answer.currentStatus !== undefined;
    const isTaken = answer.success && (answer.status === 'live' || answer.status === 'matched');
    if (placement !== undefined && isTaken && answer.currentStatus === undefined)
      orders.set(answer.orderID, restOf(placement, answer));
  }
  return { orders, isOpen };
}

/** The part of an accepted order that rests; null if nothing does. */
function restOf({ order, orderType }: OrderPlacement, answer: OrderAnswer): OpenOrder | null {
  const { side, tokenId } = order;
  const [given, got] = [BigInt(order.makerAmount), BigInt(order.takerAmount)];
  const [collateral, shares] = side === 'BUY' ? [given, got] : [got, given];
  const matched = parseAmount((side === 'BUY' ? answer.takingAmount : answer.makingAmount) || '0');
  if (orderType === 'FOK' || orderType === 'FAK' || matched >= shares) return null;
  const price = formatPrice((collateral * 10_000n) / shares);
  return {
    ...{ id: answer.orderID, tokenId, side, price },
    ...{ size: formatAmount(shares), remaining: formatAmount(shares - matched) },
  };
}
