/** Orders for the exchange of markets of version v1, as a migration to the next one ends it. */
import { ALL_ROUTES_BY_NAME, looksLikePosition, ORDER_ROUTES } from '@bellwether/contract';
import { sendFailure, sendJson } from '@bellwether/gateway/http/plugins/answers.ts';
import { bodyBytes, parseJson } from '@bellwether/gateway/http/plugins/body.ts';
import { explained } from '@bellwether/wire/failure.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A token id as it may be sent; longer texts are not worth parsing. */
const DECIMAL = /^[0-9]{1,78}$/;
/** Version of orders that the next exchange takes. */
const NEXT_VERSION = 3;

const ENDED = {
  ...explained('order_version_mismatch', { sent: NEXT_VERSION - 1, expected: NEXT_VERSION }),
  text: `order_version_mismatch: markets of version v1 take no more orders; GET /version says ${NEXT_VERSION}`,
};

/** True for orders that name a token of a market of version v1, and for `GET /version`. */
export function isOfOldExchange(request: FastifyRequest): boolean {
  const { route } = request.routeOptions.config;
  if (route === ALL_ROUTES_BY_NAME.orderVersion) return true;
  if (route !== ORDER_ROUTES.placeOrder && route !== ORDER_ROUTES.placeOrders) return false;
  const body = parseJson(bodyBytes(request));
  if (body.kind !== 'json') return false;
  return [body.value].flat().some((placement) => {
    const { order } = (placement ?? {}) as { readonly order?: { readonly tokenId?: unknown } | null };
    const { tokenId } = order ?? {};
    return typeof tokenId === 'string' && !(DECIMAL.test(tokenId) && looksLikePosition(tokenId));
  });
}

export function refuseOldExchange(request: FastifyRequest, reply: FastifyReply): void {
  if (request.routeOptions.config.route === ALL_ROUTES_BY_NAME.orderVersion)
    void sendJson(reply, JSON.stringify({ version: NEXT_VERSION }));
  else void sendFailure(reply, ENDED, 'plain');
}
