/** Effects of an answered request on the account, as far as the answer tells them. */
import {
  type CancelAnswer,
  HEARTBEAT_ROUTES,
  ORDER_ROUTES,
  type OrderAnswer,
  type OrderPlacement,
  type Route,
  SANDBOX_ROUTES,
} from '@bellwether/contract';
import { formatAmount, formatPrice, parseAmount } from '../amounts.ts';
import { isOpenCode } from '../errors.ts';
import type { Answered, OpenOrder } from './ledger-copy.ts';

const { placeOrder, placeOrders, cancelOrder, cancelOrders, cancelAll, cancelMarketOrders } = ORDER_ROUTES;
const CANCELS: readonly Route[] = [cancelOrder, cancelOrders, cancelAll, cancelMarketOrders];
/** Writes that come often and move nothing by themselves. All others may: a split, a relayed batch, a deposit. */
const MOVES_NOTHING: readonly Route[] = [...Object.values(HEARTBEAT_ROUTES), ...Object.values(SANDBOX_ROUTES)];

/** An answer that tells of no order. */
export const untold = (isOpen: boolean): Answered => ({ placed: new Map(), canceled: [], gone: [], isOpen });

export function readAnswer(route: Route, body: unknown, answer: unknown): Answered {
  // The casts repeat what the routes say of their bodies and answers.
  if (route === placeOrder) return placed([body as OrderPlacement], [answer as OrderAnswer]);
  if (route === placeOrders) return placed(body as OrderPlacement[], answer as OrderAnswer[]);
  if (!CANCELS.includes(route)) return untold(!MOVES_NOTHING.includes(route));
  const { canceled, not_canceled } = answer as CancelAnswer;
  return { ...untold(false), canceled, gone: Object.keys(not_canceled) };
}

function placed(placements: readonly OrderPlacement[], answers: readonly OrderAnswer[]): Answered {
  // The answer to a repeat of an order that has ended since tells of an earlier moment.
  const isOpen = answers.some(({ code, currentStatus }) => isOpenCode(code ?? null) || currentStatus !== undefined);
  const taken = placements.flatMap((placement, at) => {
    const answer = answers[at];
    const isTaken = answer?.status === 'live' || answer?.status === 'matched';
    return isTaken && answer.currentStatus === undefined ? [[answer.orderID, restOf(placement, answer)] as const] : [];
  });
  return { ...untold(isOpen), placed: new Map(taken) };
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
