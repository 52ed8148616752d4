/** Routes that place orders, read one, and explain its state to its own account. */
import { EXPLAIN_ROUTES, ORDER_ROUTES, ORDERS_PER_PLACEMENT_MAX } from '@bellwether/contract';
import { type AccountId, isOrderId } from '@bellwether/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { orderNumberOf } from '../../ports/venue-view.ts';
import { explainedRefusal, refusedExplanation } from '../../read-model/orders/answer/explained/refused.ts';
import { explained, type Failure, failure, isFailure } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountPrivate, type PrivateHandler } from '../mount.ts';
import { OrderDesk } from '../order-desk.ts';
import { sendFailure, sendValue } from '../plugins/answers.ts';
import { bodyBytes } from '../plugins/body.ts';
import { createIdentifyBuilder } from '../plugins/caller.ts';
import { itemFailure } from '../plugins/faults.ts';
import { parseJson } from '../plugins/json.ts';
import { RefusedOrders } from '../refused-orders.ts';
import { answerRead } from '../send-read.ts';
import { refuseByMode } from '../venue-mode.ts';

/** Mounts the routes. Returns a handler that explains an order of any account. */
export function registerOrderRoutes(app: FastifyInstance, dependencies: AppDependencies): RouteHandlerMethod {
  const { logger, reader, runtime, view } = dependencies;
  const teller = { logger, random: runtime.random };
  const refused = new RefusedOrders(dependencies.clock);
  const desk = new OrderDesk(dependencies, refused);
  // Builder headers have no effect on an order, whose signed builder code counts. Wrong ones are refused all the same.
  const identifyBuilder = createIdentifyBuilder(dependencies.authenticator, view);
  const refuseBuilder = (request: FastifyRequest): Failure | null => {
    const builder = identifyBuilder(request);
    return builder !== null && isFailure(builder) ? builder : null;
  };

  mountPrivate(app, ORDER_ROUTES.placeOrder, (caller, request) => {
    const unproven = refuseBuilder(request);
    if (unproven !== null) return unproven;
    const parsed = parseJson(bodyBytes(request));
    const failed = (error: unknown): Failure => itemFailure(error, request, teller);
    if (parsed.kind === 'json') return desk.place(caller, parsed.value, request.keyed, failed);
    return refuseByMode(view.state.mode, null) ?? malformed(parsed.detail);
  });

  // The caps count a batch by its orders, before its handler runs.
  const batches = new WeakMap<FastifyRequest, unknown[] | Failure>();
  const batchOf = (request: FastifyRequest): unknown[] | Failure => {
    const known = batches.get(request);
    if (known !== undefined) return known;
    const parsed = parseJson(bodyBytes(request));
    const batch = parsed.kind === 'json' ? readBatch(parsed.value) : malformed(parsed.detail);
    batches.set(request, batch);
    return batch;
  };
  const weigh = (request: FastifyRequest): number => {
    const batch = batchOf(request);
    return Array.isArray(batch) ? batch.length : 1;
  };
  const placeAll: PrivateHandler = (caller, request) => {
    const unproven = refuseBuilder(request);
    if (unproven !== null) return unproven;
    const batch = batchOf(request);
    if (!Array.isArray(batch)) return refuseByMode(view.state.mode, null) ?? batch;
    return desk.placeAll(caller, batch, (error) => itemFailure(error, request, teller), request.keyed);
  };
  mountPrivate(app, ORDER_ROUTES.placeOrders, placeAll, { weigh });

  mount(app, ORDER_ROUTES.getOrder, (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const orderId = id.toLowerCase();
    if (!isOrderId(orderId)) return sendFailure(reply, failure('invalid_order_id'));
    // The view finds every accepted order, so the read store needs no index of ids.
    const orderNumber = orderNumberOf(view, orderId);
    if (orderNumber === null) {
      const shown = dependencies.heldBack?.find(orderId, view.state, () => app.entry.identify(request)) ?? null;
      if (shown !== null) return sendValue(reply, shown);
      return sendFailure(reply, failure('order_not_found'));
    }
    // Anyone may read an order; only its authenticated owner is shown its API key.
    const caller = app.entry.identify(request);
    const viewer = caller.kind === 'caller' && { viewer: { account: caller.account.id, apiKey: caller.apiKey } };
    return answerRead(reply, reader, 'order', { orderNumber, ...viewer }, failure('order_not_found'));
  });

  return registerExplainRoutes(app, dependencies, refused);
}

/** Mounts the explanation. Returns a handler that explains an order of any account. */
function registerExplainRoutes(
  app: FastifyInstance,
  { heldBack, reader, view }: AppDependencies,
  refused: RefusedOrders,
): RouteHandlerMethod {
  /** `account`: the account that must own the order; null: any account. */
  const explain = (request: FastifyRequest, reply: FastifyReply, account: AccountId | null) => {
    const { id } = request.params as { readonly id: string };
    const orderId = id.toLowerCase();
    if (!isOrderId(orderId)) return sendFailure(reply, failure('invalid_order_id'));
    const remembered = refused.find(account, orderId);
    const held = heldBack?.heldBack(orderId, account) ?? null;
    const explained = held?.explained ?? null;
    const orderNumber = orderNumberOf(view, orderId);
    if (orderNumber !== null) {
      const parameters = { orderNumber, account, refusals: remembered.map(explainedRefusal), heldBack: explained };
      // Another account's order is answered like an unknown one.
      return answerRead(reply, reader, 'explain-order', parameters, failure('order_not_found'));
    }
    const explanation =
      held?.explainWaiting?.(remembered, view.state) ?? refusedExplanation(orderId, remembered, explained, view.state);
    if (explanation === null) return sendFailure(reply, failure('order_not_found'));
    return sendValue(reply, explanation);
  };

  mount(app, EXPLAIN_ROUTES.explainOrder, (request, reply) => {
    const caller = app.entry.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    return explain(request, reply, caller.account.id);
  });
  return (request, reply) => explain(request, reply, null);
}

function readBatch(value: unknown): unknown[] | Failure {
  if (!Array.isArray(value) || value.length === 0) {
    return failure('invalid_order_payload', {
      detail: `the body must be an array of 1..${ORDERS_PER_PLACEMENT_MAX} orders`,
    });
  }
  if (value.length > ORDERS_PER_PLACEMENT_MAX) {
    const figures = { count: value.length, maximum: ORDERS_PER_PLACEMENT_MAX };
    return explained('too_many_orders', figures, figures);
  }
  return value;
}

function malformed(detail: string): Failure {
  return failure('malformed_json', { detail });
}
