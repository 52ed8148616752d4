/** Explains the state of an order: to its own account, and in a sandbox to the operator as well. */
import { EXPLAIN_ROUTES, SANDBOX_ROUTES } from '@bellwether/contract';
import { type AccountId, isOrderId } from '@bellwether/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { orderNumberOf } from '../../ports/venue-view.ts';
import { failure } from '../../wire/failure.ts';
import { explainedHoldBack } from '../../wire/orders/explained/held-back.ts';
import { explainedRefusal, refusedExplanation } from '../../wire/orders/explained/refused.ts';
import { waitingExplanation } from '../../wire/orders/explained/waiting.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { sendFailure, sendValue } from '../plugins/answers.ts';
import type { Identify } from '../plugins/caller.ts';
import { askerOf } from '../plugins/work.ts';
import type { RefusedOrders } from '../refused-orders.ts';
import { sendRead } from '../send-read.ts';

interface Askers {
  readonly identify: Identify;
  /** Admits the operator. */
  readonly mayEnter: onRequestHookHandler;
  readonly refused: RefusedOrders;
}

export function registerExplainRoutes(
  app: FastifyInstance,
  { delayed, reader, sandbox, view }: AppDependencies,
  { identify, mayEnter, refused }: Askers,
): void {
  /** `account`: the account that must own the order; null: any account. */
  const explain = (request: FastifyRequest, reply: FastifyReply, account: AccountId | null) => {
    const { id } = request.params as { readonly id: string };
    const orderId = id.toLowerCase();
    if (!isOrderId(orderId)) return sendFailure(reply, failure('invalid_order_id'), 'plain');
    const remembered = refused.find(account, orderId);
    const held = delayed?.heldBack(orderId, account) ?? null;
    const heldBack = held === null ? null : explainedHoldBack(held.order);
    const orderNumber = orderNumberOf(view, orderId);
    if (orderNumber !== null) {
      const parameters = { orderNumber, account, refusals: remembered.map(explainedRefusal), heldBack };
      const read = reader.read('explain-order', parameters, askerOf(request));
      // Another account's order is answered like an unknown one.
      return sendRead(reply, read, failure('order_not_found'), 'plain');
    }
    if (held?.isWaiting === true) return sendValue(reply, waitingExplanation(held.order, remembered, view.state));
    const explanation = refusedExplanation(orderId, remembered, heldBack, view.state);
    if (explanation === null) return sendFailure(reply, failure('order_not_found'), 'plain');
    return sendValue(reply, explanation);
  };

  mount(app, EXPLAIN_ROUTES.explainOrder, (request, reply) => {
    const caller = identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller, 'plain');
    return explain(request, reply, caller.account.id);
  });
  if (sandbox === undefined) return;
  mount(app, SANDBOX_ROUTES.explainSandboxOrder, (request, reply) => explain(request, reply, null), {
    onRequest: mayEnter,
  });
}
