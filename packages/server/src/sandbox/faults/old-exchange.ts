/** Orders for the exchange of version 1 markets, as a migration to the next one ends it. */
import { ALL_ROUTES_BY_NAME, ORDER_ROUTES } from '@bellwether/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure, sendJson } from '../../http/plugins/answers.ts';
import { bodyBytes, parseJson } from '../../http/plugins/body.ts';
import { explained } from '../../wire/failure.ts';

/** Version of orders that the next exchange takes. */
const NEXT_VERSION = 3;

const ENDED = {
  ...explained('order_version_mismatch', { sent: NEXT_VERSION - 1, expected: NEXT_VERSION }),
  text: `order_version_mismatch: version 1 markets take no more orders; GET /version says ${NEXT_VERSION}`,
};

/** True for orders that name a token of a version 1 market, and for `GET /version`. */
export function isOfOldExchange(request: FastifyRequest): boolean {
  const { route } = request.routeOptions.config;
  if (route === ALL_ROUTES_BY_NAME.orderVersion) return true;
  if (route !== ORDER_ROUTES.placeOrder && route !== ORDER_ROUTES.placeOrders) return false;
  const body = parseJson(bodyBytes(request));
  if (body.kind !== 'json') return false;
  return [body.value].flat().some((placement) => {
    const { order } = (placement ?? {}) as { readonly order?: { readonly tokenId?: unknown } | null };
    return typeof order?.tokenId === 'string' && !isStructured(order.tokenId);
  });
}

export function refuseOldExchange(request: FastifyRequest, reply: FastifyReply): void {
  if (request.routeOptions.config.route === ALL_ROUTES_BY_NAME.orderVersion)
    void sendJson(reply, JSON.stringify({ version: NEXT_VERSION }));
  else void sendFailure(reply, ENDED, 'plain');
}

/** True for ids of version 2 markets: public clients know them by the zeros in bits 40 to 103. */
function isStructured(tokenId: string): boolean {
  return /^[0-9]{1,78}$/.test(tokenId) && BigInt.asUintN(64, BigInt(tokenId) >> 40n) === 0n;
}
