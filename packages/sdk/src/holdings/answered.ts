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
  /** Orders of the answer: each as it rests, or null if it does not. */
  readonly orders: ReadonlyMap<string, OpenOrder | null>;
  /** True if the answer leaves something open: the ledger has to be read. */
  readonly isOpen: boolean;
}

const { placeOrder, placeOrders, cancelOrder, cancelOrders, cancelAll, cancelMarketOrders } = ORDER_ROUTES;
const CANCELS: readonly Route[] = [cancelOrder, cancelOrders, cancelAll, cancelMarketOrders];

export function readAnswer(route: Route, body: unknown, answer: unknown): Answered {
  // The casts repeat what the routes say of their bodies and answers.
  if (route === placeOrder) return placed([body as OrderPlacement], [answer as OrderAnswer]);
  if (route === placeOrders) return placed(body as OrderPlacement[], answer as OrderAnswer[]);
  if (!CANCELS.includes(route)) return { orders: new Map(), isOpen: false };
  const { canceled, not_canceled } = answer as CancelAnswer;
  // An order that cannot be cancelled does not rest either.
  const ended = [...canceled, ...Object.keys(not_canceled)];
  return { orders: new Map(ended.map((id) => [id, null])), isOpen: false };
}

function placed(placements: readonly OrderPlacement[], answers: readonly OrderAnswer[]): Answered {
  // The answer to a repeat of an order that has ended since tells of an earlier moment.
  const isOpen = answers.some(({ code, currentStatus }) => isOpenCode(code ?? null) || currentStatus !== undefined);
  const taken = placements.flatMap((placement, at) => {
    const answer = answers[at];
    const isTaken = answer?.status === 'live' || answer?.status === 'matched';
    return isTaken && answer.currentStatus === undefined ? [[answer.orderID, restOf(placement, answer)] as const] : [];
  });
  return { orders: new Map(taken), isOpen };
}

/** The part of an accepted order that rests; null if nothing does. */
function restOf({ order, orderType }: OrderPlacement, answer: OrderAnswer): OpenOrder | null {
  const { side, tokenId, makerAmount, takerAmount } = order;
  const isBid = side === 'BUY';
  const [collateral, shares] = (isBid ? [makerAmount, takerAmount] : [takerAmount, makerAmount]).map(BigInt);
  const left = (shares ?? 0n) - parseAmount((isBid ? answer.takingAmount : answer.makingAmount) || '0');
  if (orderType === 'FOK' || orderType === 'FAK' || left <= 0n) return null;
  const price = formatPrice(((collateral ?? 0n) * 10_000n) / (shares ?? 1n));
  const [size, remaining] = [formatAmount(shares ?? 0n), formatAmount(left)];
  return { id: answer.orderID, tokenId, side, price, size, remaining };
}
