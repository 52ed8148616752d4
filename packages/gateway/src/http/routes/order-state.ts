/** Routes that read one order, and explain its state to its own account. */
import { EXPLAIN_ROUTES, ORDER_ROUTES } from '@bellwether/contract';
import { type AccountId, isOrderId } from '@bellwether/engine';
import { orderNumberOf } from '@bellwether/ports/venue-view.ts';
import { explainedRefusal, refusedExplanation } from '@bellwether/read-model/orders/answer/explained/refused.ts';
import { failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { sendFailure, sendValue } from '../plugins/answers.ts';
import type { RefusedOrders } from '../refused-orders.ts';
import { answerRead } from '../send-read.ts';

/** Mounts the routes. Returns a handler that explains an order of any account. */
export function registerOrderStateRoutes(
  app: FastifyInstance,
  { extension, reader, settings: { profile }, view }: AppDependencies,
  refused: RefusedOrders,
): RouteHandlerMethod {
  mount(app, ORDER_ROUTES.getOrder, (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const orderId = id.toLowerCase();
    if (!isOrderId(orderId)) return sendFailure(reply, failure('invalid_order_id'));
    // The view finds every accepted order, so the read store needs no index of ids.
    const orderNumber = orderNumberOf(view, orderId);
    if (orderNumber === null) {
      const shown = extension?.heldBack.find(orderId, view.state, () => app.access.identify(request)) ?? null;
      if (shown !== null) return sendValue(reply, shown);
      return sendFailure(reply, failure('order_not_found'));
    }
    // Anyone may read an order; only its authenticated owner is shown its API key.
    const caller = app.access.identify(request);
    const viewer = caller.kind === 'caller' && { viewer: { account: caller.account.id, apiKey: caller.apiKey } };
    return answerRead(reply, reader, 'order', { orderNumber, profile, ...viewer }, failure('order_not_found'));
  });

  /** `account`: the account that must own the order; null: any account. */
  const explain = (request: FastifyRequest, reply: FastifyReply, account: AccountId | null) => {
    const { id } = request.params as { readonly id: string };
    const orderId = id.toLowerCase();
    if (!isOrderId(orderId)) return sendFailure(reply, failure('invalid_order_id'));
    const remembered = refused.find(account, orderId);
    const held = extension?.heldBack.heldBack(orderId, account) ?? null;
    const explained = held?.explained ?? null;
    const orderNumber = orderNumberOf(view, orderId);
    // An account that was refused another signer's order is told of that.
    const isOthers = account !== null && remembered.at(-1)?.code === 'order_of_other_signer';
    if (orderNumber !== null && !isOthers) {
      const refusals = remembered.map(explainedRefusal);
      const parameters = { orderNumber, account, profile, refusals, heldBack: explained };
      // Another account's order is answered like an unknown one.
      return answerRead(reply, reader, 'explain-order', parameters, failure('order_not_found'));
    }
    const explanation =
      held?.explainWaiting?.(remembered, view.state) ?? refusedExplanation(orderId, remembered, explained, view.state);
    if (explanation === null) return sendFailure(reply, failure('order_not_found'));
    return sendValue(reply, explanation);
  };

  mount(app, EXPLAIN_ROUTES.explainOrder, (request, reply) => {
    const caller = app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    return explain(request, reply, caller.account.id);
  });
  return (request, reply) => explain(request, reply, null);
}
