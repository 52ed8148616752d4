/** The four cancels. Each names orders by id to the exchange, so that none placed meanwhile is caught up in it. */
import {
  type CancelAnswer,
  CancelMarketOrdersBody,
  CancelOrderBody,
  CancelOrdersBody,
  ORDER_ROUTES,
  ORDERS_PER_CANCEL_REQUEST_MAX,
} from '@bellwether/contract';
import {
  type Account,
  type ConditionId,
  findOpenOrder,
  type OpenOrder,
  ORDERS_PER_CANCEL_MAX,
  type OrderId,
  type State,
  type TokenId,
} from '@bellwether/engine';
import type { FastifyInstance } from 'fastify';
import { explained, type Failure, failure } from '../../wire/failure.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountPrivate } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import type { Identify } from '../plugins/caller.ts';
import { refuseWhenDisabled } from '../venue-mode.ts';

type NotCanceledRule = NonNullable<CancelAnswer['not_canceled_details']>[string]['rule'];

const invalidOrder = (detail: string): Failure => failure('invalid_order_payload', { detail });
/** A malformed id has a text of its own. */
const invalidId = (detail: string): Failure =>
  detail.includes('is malformed') ? failure('invalid_order_id') : invalidOrder(detail);

export function registerCancelRoutes(app: FastifyInstance, dependencies: AppDependencies, identify: Identify): void {
  const readOne = createBodyReader(CancelOrderBody, invalidId);
  const readMany = createBodyReader(CancelOrdersBody, invalidId);
  const readFilter = createBodyReader(CancelMarketOrdersBody, invalidOrder);
  const halted = (): Failure | null => refuseWhenDisabled(dependencies.view.state.mode);

  mountPrivate(app, ORDER_ROUTES.cancelOrder, identify, ({ account }, request) => {
    const refusal = halted();
    if (refusal !== null) return refusal;
    const body = readOne(bodyBytes(request));
    return body.kind === 'failure' ? body : cancel(dependencies, account, [idOf(body.value.orderID)]);
  });

  mountPrivate(app, ORDER_ROUTES.cancelOrders, identify, ({ account }, request) => {
    const refusal = halted();
    if (refusal !== null) return refusal;
    const body = readMany(bodyBytes(request));
    if (body.kind === 'failure') return body;
    if (body.value.length > ORDERS_PER_CANCEL_REQUEST_MAX) {
      const figures = { count: body.value.length, maximum: ORDERS_PER_CANCEL_REQUEST_MAX };
      return explained('too_many_cancels', figures, figures);
    }
    return cancel(dependencies, account, [...new Set(body.value.map(idOf))]);
  });

  mountPrivate(
    app,
    ORDER_ROUTES.cancelAll,
    identify,
    ({ account }) => halted() ?? cancel(dependencies, account, openIds(account)),
  );

  mountPrivate(app, ORDER_ROUTES.cancelMarketOrders, identify, ({ account }, request) => {
    const refusal = halted();
    if (refusal !== null) return refusal;
    const body = readFilter(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const { market = '', asset_id: assetId = '' } = body.value;
    if (market === '' && assetId === '') return invalidOrder('market or asset_id is required');
    return cancel(dependencies, account, openIds(account, ordersOf(dependencies, market, assetId)));
  });
}

/** The body's schema has seen to its form: a thousand are not looked at twice. */
const idOf = (text: string): OrderId => text.toLowerCase() as OrderId;

function openIds(account: Account, wanted: (order: OpenOrder) => boolean = () => true): OrderId[] {
  const ids: OrderId[] = [];
  for (const order of account.openOrders.values()) if (wanted(order)) ids.push(order.orderId);
  return ids;
}

/** Which orders a market, a token, or both name; '' names everything, something unknown nothing. */
function ordersOf({ view }: AppDependencies, conditionId: string, tokenId: string): (order: OpenOrder) => boolean {
  const { state } = view;
  const market =
    conditionId === '' ? null : (state.marketsByCondition.get(conditionId.toLowerCase() as ConditionId) ?? -1);
  const token = tokenId === '' ? null : (state.tokens.get(tokenId as TokenId) ?? { market: -1, outcome: 0 });
  return (order) =>
    (market === null || order.market === market) &&
    (token === null || (order.market === token.market && order.outcome === token.outcome));
}

/**
 * Ids of no open order of the account that the exchange looks up at a time. It has the last word, since one may be placed by now; but for
 * what is most likely not there other orders do not wait.
 */
const UNKNOWN_AT_A_TIME = 250;

/** Cancels by id, in chunks as large as the exchange takes. */
async function cancel(
  { exchange, view }: AppDependencies,
  account: Account,
  ids: readonly OrderId[],
): Promise<CancelAnswer | Failure> {
  const { state } = view;
  const open: OrderId[] = [];
  const unknown: OrderId[] = [];
  for (const id of ids) (findOpenOrder(state, id)?.account === account.id ? open : unknown).push(id);
  const chunks = [...chunksOf(open, ORDERS_PER_CANCEL_MAX), ...chunksOf(unknown, UNKNOWN_AT_A_TIME)];
  const answer: CancelAnswer = { canceled: [], not_canceled: {} };
  for (const orderIds of chunks) {
    const outcome = await exchange.submit({ kind: 'CancelOrders', account: account.id, orderIds });
    if (outcome.kind === 'reject') {
      // What earlier chunks cancelled stays cancelled and has to be told.
      const refusal = rejectFailure(outcome);
      if (answer.canceled.length === 0) return refusal;
      for (const id of orderIds) answer.not_canceled[id] = refusal.text;
      continue;
    }
    if (outcome.kind === 'duplicate' || outcome.kind === 'repeated') throw new Error(`a cancel was ${outcome.kind}`);
    for (const id of orderIds) {
      const reason = outcome.notCanceled[id];
      if (reason === undefined) {
        answer.canceled.push(id);
        continue;
      }
      answer.not_canceled[id] = reason;
      answer.not_canceled_details ??= {};
      answer.not_canceled_details[id] = { rule: ruleOf(state, id) };
    }
  }
  return answer;
}

/** Why an order was not cancelled. Anyone may read whether an order is open: nothing is told that is not public. */
function ruleOf({ orderResults }: Readonly<State>, id: OrderId): NotCanceledRule {
  const fate = orderResults.fate(id);
  return fate === null ? 'unknown' : fate === 'open' ? 'not_yours' : fate;
}

function chunksOf(ids: readonly OrderId[], size: number): OrderId[][] {
  const chunks: OrderId[][] = [];
  for (let start = 0; start < ids.length; start += size) chunks.push(ids.slice(start, start + size));
  return chunks;
}
