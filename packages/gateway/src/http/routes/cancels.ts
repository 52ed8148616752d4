/** The four cancels. Each names orders by id to the exchange, so that orders placed meanwhile are not affected. */
import {
  type CancelAnswer,
  CancelMarketOrdersBody,
  CancelOrderBody,
  CancelOrdersBody,
  conditionIdText,
  ORDER_ROUTES,
  ORDERS_PER_CANCEL_REQUEST_MAX,
  type Route,
} from '@bellwether/contract';
import {
  type Account,
  type ConditionId,
  findOpenOrder,
  type OpenOrder,
  ORDERS_PER_CANCEL_MAX,
  type OrderId,
  type RequestId,
  type TokenId,
} from '@bellwether/engine';
import { orderFateOf, type VenueView } from '@bellwether/ports/venue-view.ts';
import { explained, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mountPrivate, type PrivateHandler } from '../mount.ts';
import { type BodyReader, bodyBytes, createBodyReader, oncePerRequest } from '../plugins/body.ts';
import { acceptedOf, recordRequest, submitPart } from '../plugins/idempotency.ts';
import { askerOf } from '../plugins/work.ts';
import { rejectFailure } from '../reject-failure.ts';
import { refuseWhenDisabled } from '../venue-mode.ts';

type NotCanceledRule = NonNullable<CancelAnswer['not_canceled_details']>[string]['rule'];

const invalidOrder = (detail: string): Failure => failure('invalid_order_payload', { detail });
/** A malformed id has its own error text. */
const invalidId = (detail: string): Failure =>
  detail.includes('is malformed') ? failure('invalid_order_id') : invalidOrder(detail);

export function registerCancelRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { view } = dependencies;

  /** Mounts a cancel. `idsOf` finds the orders that its body means, or refuses it. */
  const mountCancel = <Body>(
    route: Route,
    read: BodyReader<Body>,
    idsOf: (body: Body, request: FastifyRequest, account: Account) => readonly OrderId[] | Failure,
  ): void => {
    const bodyOf = oncePerRequest((request) => read(bodyBytes(request)));
    // A body that lists no ids counts once, and is refused.
    const items = (request: FastifyRequest): number => {
      const body = bodyOf(request);
      return body.kind === 'read' && Array.isArray(body.value) ? Math.max(1, body.value.length) : 1;
    };
    const handle: PrivateHandler = async ({ account }, request) => {
      // A repeat gets its answer in every mode.
      const refusal = request.keyed?.kept == null ? refuseWhenDisabled(view.state.mode) : null;
      if (refusal !== null) return refusal;
      const body = bodyOf(request);
      const ids = body.kind === 'failure' ? body : idsOf(body.value, request, account);
      if (isFailure(ids)) return ids;
      const answer = await cancel(dependencies, request, account, ids);
      if (!isFailure(answer)) request.countCanceled?.(answer.canceled.length);
      return answer;
    };
    mountPrivate(app, route, handle, { items });
  };

  mountCancel(ORDER_ROUTES.cancelOrder, createBodyReader(CancelOrderBody, invalidId), ({ orderID }) => [idOf(orderID)]);
  mountCancel(ORDER_ROUTES.cancelOrders, createBodyReader(CancelOrdersBody, invalidId), (ids) => {
    const figures = { count: ids.length, maximum: ORDERS_PER_CANCEL_REQUEST_MAX };
    return ids.length > figures.maximum ? explained('too_many_cancels', figures, figures) : [...new Set(ids.map(idOf))];
  });
  mountCancel(
    ORDER_ROUTES.cancelAll,
    () => ({ kind: 'read', value: null }),
    (_body, request, account) => openIds(request, account),
  );
  mountCancel(
    ORDER_ROUTES.cancelMarketOrders,
    createBodyReader(CancelMarketOrdersBody, invalidOrder),
    ({ market = '', asset_id: assetId = '' }, request, account) =>
      market === '' && assetId === ''
        ? invalidOrder('market or asset_id is required')
        : openIds(request, account, ordersOf(dependencies, market, assetId)),
  );
}

/** Normalises an id. The body's schema has checked its form already, so that a thousand ids are not checked twice. */
const idOf = (text: string): OrderId => text.toLowerCase() as OrderId;

/** Ids of the account's matching open orders. A repeated request ignores orders that were placed since. */
function openIds(
  { keyed }: FastifyRequest,
  account: Account,
  wanted: (order: OpenOrder) => boolean = () => true,
): OrderId[] {
  const end = keyed?.kept?.orders ?? Number.POSITIVE_INFINITY;
  const ids: OrderId[] = [];
  for (const order of account.openOrders.values()) if (order.number < end && wanted(order)) ids.push(order.orderId);
  return ids;
}

/** Filter for the orders of a market, a token, or both; '' matches everything, an unknown name nothing. */
function ordersOf({ view }: AppDependencies, conditionId: string, tokenId: string): (order: OpenOrder) => boolean {
  const { state } = view;
  const market =
    conditionId === '' ? null : (state.marketsByCondition.get(conditionIdText(conditionId) as ConditionId) ?? -1);
  const token = tokenId === '' ? null : (state.tokens.get(tokenId as TokenId) ?? { market: -1, outcome: 0 });
  return (order) =>
    (market === null || order.market === market) &&
    (token === null || (order.market === token.market && order.outcome === token.outcome));
}

/**
 * Maximum ids per command that name no open order of the account. The exchange decides, because an order may have been
 * placed by now. Other clients' orders should not wait for ids that most likely do not exist.
 */
const UNKNOWN_AT_A_TIME = 250;

/** Cancels by id, in chunks as large as the exchange accepts; a repeated request does the remaining part. */
async function cancel(
  dependencies: AppDependencies,
  request: FastifyRequest,
  account: Account,
  ids: readonly OrderId[],
): Promise<CancelAnswer | Failure> {
  const { keyed } = request;
  const { state } = dependencies.view;
  const answer: CancelAnswer = { canceled: [], not_canceled: {} };
  const own = new Set<number>();
  const told = await tellBefore(dependencies, request, keyed?.kept?.sequences ?? [], answer);
  const open: OrderId[] = [];
  const unknown: OrderId[] = [];
  for (const id of ids) {
    if (!told.has(id)) (findOpenOrder(state, id)?.account === account.id ? open : unknown).push(id);
  }
  const chunks = [...chunksOf(open, ORDERS_PER_CANCEL_MAX), ...chunksOf(unknown, UNKNOWN_AT_A_TIME)];
  if (chunks.length === 0 && keyed?.kept === null) await recordRequest(dependencies, keyed);
  for (const orderIds of chunks) {
    const command = { kind: 'CancelOrders', account: account.id, orderIds } as const;
    const outcome = await submitPart(dependencies, keyed?.id, command);
    if (outcome.kind === 'reject') {
      // Cancels from earlier chunks remain in effect and have to be reported.
      const refusal = rejectFailure(outcome);
      if (answer.canceled.length === 0) return refusal;
      for (const id of orderIds) answer.not_canceled[id] = refusal.text;
      continue;
    }
    if (outcome.kind === 'duplicate') throw new Error('a cancel is no placement');
    if (outcome.kind === 'accepted') own.add(outcome.entry.sequence);
    tell(answer, orderIds, outcome.notCanceled, dependencies.view);
  }
  return keyed === null ? answer : ((await toldMeanwhile(dependencies, request, keyed.id, own)) ?? answer);
}

/**
 * Answer for a request that was in progress already, here without an answer or at another node: the effects of all its
 * entries. Null if all of them are from this call, or were known when it began.
 */
async function toldMeanwhile(
  dependencies: AppDependencies,
  request: FastifyRequest,
  { by, key }: RequestId,
  own: ReadonlySet<number>,
): Promise<CancelAnswer | null> {
  const { state } = dependencies.view;
  const known = new Set(request.keyed?.kept?.sequences);
  const sequences = state.requests.find(by, key, state.timeMs)?.sequences ?? [];
  if (sequences.every((sequence) => own.has(sequence) || known.has(sequence))) return null;
  const answer: CancelAnswer = { canceled: [], not_canceled: {} };
  await tellBefore(dependencies, request, sequences, answer);
  return answer;
}

/**
 * Adds the effects of a request's entries to `answer`; for each order the first entry counts. Returns the orders
 * concerned.
 */
async function tellBefore(
  { history, view }: AppDependencies,
  request: FastifyRequest,
  sequences: readonly number[],
  answer: CancelAnswer,
): Promise<ReadonlySet<OrderId>> {
  const told = new Set<OrderId>();
  for (const sequence of sequences) {
    const { entry, notCanceled } = acceptedOf(await history.entry(sequence, askerOf(request)));
    const { command } = entry;
    if (command.kind !== 'CancelOrders') continue;
    const ids = command.orderIds.filter((id) => !told.has(id));
    tell(answer, ids, notCanceled, view);
    for (const id of ids) told.add(id);
  }
  return told;
}

function tell(
  answer: CancelAnswer,
  orderIds: readonly OrderId[],
  notCanceled: Readonly<Record<string, string>>,
  view: VenueView,
): void {
  for (const id of orderIds) {
    const reason = notCanceled[id];
    if (reason === undefined) {
      answer.canceled.push(id);
      continue;
    }
    answer.not_canceled[id] = reason;
    answer.not_canceled_details ??= {};
    answer.not_canceled_details[id] = { rule: ruleOf(view, id) };
  }
}

/** Reason why an order was not cancelled. Anyone may read whether an order is open, so this reveals nothing private. */
function ruleOf(view: VenueView, id: OrderId): NotCanceledRule {
  const fate = orderFateOf(view, id);
  return fate === null ? 'unknown' : fate === 'open' ? 'not_yours' : fate;
}

function chunksOf(ids: readonly OrderId[], size: number): OrderId[][] {
  const chunks: OrderId[][] = [];
  for (let start = 0; start < ids.length; start += size) chunks.push(ids.slice(start, start + size));
  return chunks;
}
