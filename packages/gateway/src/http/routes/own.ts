/**
 * An account's reads of its own data, in the public clients' format: open orders, trades, balances, notifications.
 */
import {
  type BalanceAllowanceQuery,
  DropNotificationsBody,
  type DropNotificationsQuery,
  NOTIFICATION_HOURS,
  OWN_ROUTES,
  type OwnOrdersQuery,
  type OwnTradesQuery,
  type Route,
  ScoringBody,
} from '@bellwether/contract';
import type { Reader } from '@bellwether/ports/reader.ts';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { decodeOffsetCursor } from '@bellwether/wire/forms/cursors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { balanceAllowance } from '../accounts/balance-allowance.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountPrivate } from '../mount.ts';
import { ownOrdersParameters, ownTradesParameters } from '../orders/own-parameters.ts';
import type { Caller } from '../pipeline.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../plugins/idempotency.ts';
import { createRouteQueryReader, type QueryReader, type QueryRoute, unknownParameterText } from '../plugins/query.ts';
import { rejectFailure } from '../reject-failure.ts';
import { answerRead } from '../send-read.ts';

const INVALID_CURSOR = failure('invalid_cursor');
const ASSET_NEEDS_MARKET = failure('invalid_order_params', {
  detail: 'asset_id needs market: send the condition id of its market as well',
});
/** Fields whose errors have their own texts. */
const OWN_TEXTS: ReadonlyMap<string, Failure> = new Map([
  ['next_cursor', INVALID_CURSOR],
  ['asset_type', failure('invalid_asset_type')],
  ['signature_type', failure('invalid_signature_type')],
]);

function queryReader<Values>(route: QueryRoute, refuse = badRequest): QueryReader<Values> {
  return createRouteQueryReader<Values>(route, {
    unknown: (name, meant) => refuse(unknownParameterText(name, meant)),
    invalid: (detail) => OWN_TEXTS.get(detail.split(' ', 1)[0] ?? '') ?? refuse(detail),
  });
}

export function registerOwnRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  registerLists(app, dependencies);
  registerBalances(app, dependencies);
  registerNotifications(app, dependencies);
  registerScoring(app);
  registerAbsentKeys(app);
}

/** Mounts a private route that a reader thread answers with the read `name`. */
function mountOwn(
  app: FastifyInstance,
  route: Route,
  reader: Reader,
  name: string,
  parametersOf: (caller: Caller, request: FastifyRequest) => object | Failure,
): void {
  mount(app, route, (request, reply) => {
    const caller = app.access.identify(request);
    return answerRead(reply, reader, name, caller.kind === 'failure' ? caller : parametersOf(caller, request));
  });
}

function registerLists(app: FastifyInstance, { parseAddress, reader, settings, view }: AppDependencies): void {
  const isOfDecember = settings.differences.has('orders-2026-12');
  const readOrders = queryReader<OwnOrdersQuery>(OWN_ROUTES.ownOrders, (detail) =>
    failure('invalid_order_params', { detail }),
  );
  mountOwn(app, OWN_ROUTES.ownOrders, reader, 'own-orders', (caller, request) => {
    const query = readOrders(request.query);
    if (query.kind === 'failure') return query;
    const cursor = decodeOffsetCursor(query.value.next_cursor);
    if (cursor.kind === 'invalid') return INVALID_CURSOR;
    if (isOfDecember && query.value.asset_id && !query.value.market) return ASSET_NEEDS_MARKET;
    const { profile } = settings;
    return { ...ownOrdersParameters(query.value, cursor, caller, view), listsTrades: !isOfDecember, profile };
  });

  const readTrades = queryReader<OwnTradesQuery>(OWN_ROUTES.ownTrades, (detail) =>
    failure('invalid_trade_params', { detail }),
  );
  mountOwn(app, OWN_ROUTES.ownTrades, reader, 'own-trades', (caller, request) => {
    const query = readTrades(request.query);
    if (query.kind === 'failure') return query;
    const cursor = decodeOffsetCursor(query.value.next_cursor);
    if (cursor.kind === 'invalid') return INVALID_CURSOR;
    return ownTradesParameters(query.value, cursor, caller, view.state, parseAddress);
  });
}

function registerBalances(app: FastifyInstance, dependencies: AppDependencies): void {
  const { domain, negRiskDomain, relay, settings, v2Domains, view } = dependencies;
  const ofV2 = settings.differences.has('exchange-v3') ? v2Domains.slice(0, 1) : [];
  const spenders = [domain, ...(negRiskDomain === null ? [] : [negRiskDomain]), ...ofV2].map(
    ({ verifyingContract }) => verifyingContract,
  );
  const readQuery = queryReader<BalanceAllowanceQuery>(OWN_ROUTES.balanceAllowance);
  mountPrivate(app, OWN_ROUTES.balanceAllowance, (caller, request) => {
    const query = readQuery(request.query);
    return query.kind === 'failure'
      ? query
      : balanceAllowance(query.value, caller.account, view.state, relay.walletsOf(caller.account.address), spenders);
  });
}

function registerNotifications(app: FastifyInstance, dependencies: AppDependencies): void {
  const { clock, reader, settings } = dependencies;
  const perSecond = settings.differences.has('notification-times') ? 1000 : 1;
  const readQuery = queryReader<object>(OWN_ROUTES.notifications);
  mountOwn(app, OWN_ROUTES.notifications, reader, 'notifications', ({ account, apiKey }, request) => {
    const query = readQuery(request.query);
    const since = Math.floor(clock() / 1000) - NOTIFICATION_HOURS * 3600;
    return query.kind === 'failure'
      ? query
      : { account: account.id, wallets: account.wallets, apiKey, since, perSecond };
  });

  const readDrop = queryReader<DropNotificationsQuery>(OWN_ROUTES.dropNotifications);
  const readDropBody = createBodyReader(DropNotificationsBody, invalidDrop);
  mount(app, OWN_ROUTES.dropNotifications, async (request, reply) => {
    const caller = app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    const bytes = bodyBytes(request);
    // Only the public clients' profile lets a query get this far.
    const query = readDrop(request.query);
    const named = bytes.length > 0 && query.kind !== 'failure' ? readDropBody(bytes) : query;
    if (named.kind === 'failure') return sendFailure(reply, named);
    const ids = notificationIds(named.value.ids);
    if (ids === 'invalid') return sendFailure(reply, failure('invalid_notification_ids'));
    const command = { kind: 'DropNotifications', account: caller.account.id, ids } as const;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind === 'reject') return sendFailure(reply, rejectFailure(outcome));
    return sendJson(reply, '"OK"');
  });
}

const NOTIFICATION_ID = /^(?:0|[1-9][0-9]{0,15})$/;

/**
 * Ids from a list, or from the comma-separated list of the public clients; null: all. Numbers beyond safe integers name
 * nothing.
 */
function notificationIds(ids: readonly string[] | string | undefined): readonly number[] | null | 'invalid' {
  if (ids === undefined) return null;
  const texts = typeof ids !== 'string' ? ids : ids === '' ? [] : ids.split(',');
  if (!texts.every((text) => NOTIFICATION_ID.test(text))) return 'invalid';
  return [...new Set(texts.map(Number))].filter(Number.isSafeInteger);
}

function invalidDrop(detail: string): Failure {
  if (/^ids\b/.test(detail)) return failure('invalid_notification_ids');
  return OWN_TEXTS.get(detail.split(' ', 1)[0] ?? '') ?? badRequest(detail);
}

function registerScoring(app: FastifyInstance): void {
  const readIds = createBodyReader(ScoringBody, invalidPayload);
  mount(app, OWN_ROUTES.ordersScoring, (request, reply) => {
    const caller = app.access.identify(request);
    const ids = caller.kind === 'failure' ? caller : readIds(bodyBytes(request));
    if (ids.kind === 'failure') return sendFailure(reply, ids);
    // Written as text: an object of a thousand names would take ten times as long, and the schema has checked the ids.
    const fields = [...new Set(ids.value)].map((id) => `"${id}":false`);
    return sendJson(reply, `{${fields.join(',')}}`);
  });
}

const NO_READONLY = failure('not_offered', { what: 'read-only API keys are not offered: every key here can trade' });
function registerAbsentKeys(app: FastifyInstance): void {
  mountPrivate(app, OWN_ROUTES.createReadonlyKey, () => NO_READONLY);
  mountPrivate(app, OWN_ROUTES.deleteReadonlyKey, () => NO_READONLY);
}
