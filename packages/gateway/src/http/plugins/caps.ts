/**
 * Enforces the request caps. Routes that need an API key count for its account, once the key is proven, and for the
 * client's address. Everything else, including failed authentication, counts for the address alone. A request over the
 * cap waits a little or gets a 429.
 */
import type { Route } from '@bellwether/contract';
import type { Account } from '@bellwether/engine';
import { type Failure, rateLimited } from '@bellwether/wire/failure.ts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Client, Refusal } from '../../limits/client.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { type Plan, URGENT } from '../../limits/rows.ts';
import type { AppDependencies } from '../dependencies.ts';
import type { Identify } from '../pipeline.ts';
import { sendFailure } from './answers.ts';
import { requestOrigin } from './client-address.ts';
import { type Bill, unitsOf } from './work.ts';

/** Everything that the caps of a server's routes need. */
interface Gate {
  readonly limiter: Limiter;
  readonly identify: Identify;
  /** House accounts by address. They count for the account alone, so that visitors from their address keep its caps. */
  readonly houseAccounts: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** null when caps are off. */
    gate: Gate | null;
  }
}

/** Sets up the server's caps; called before any route is mounted. */
export function registerCaps(
  app: FastifyInstance,
  { limiter, houseAccounts }: Pick<AppDependencies, 'limiter' | 'houseAccounts'>,
  identify: Identify,
): void {
  app.decorateRequest('bill', null);
  app.decorate('gate', limiter === null ? null : { limiter, identify, houseAccounts });
}

export interface CapOptions {
  /** Number of orders in a request, if that is not always one. */
  readonly weigh?: ((request: FastifyRequest) => number) | undefined;
  /** Number of orders in a request, for rate tiers; `weigh` by default. */
  readonly items?: ((request: FastifyRequest) => number) | undefined;
  /** Number of markets in which an account owns anything, for answers that show them. */
  readonly owned?: ((account: Account) => number) | undefined;
}

interface CapHooks {
  readonly onRequest: readonly onRequestHookHandler[];
  readonly preHandler: readonly preHandlerHookHandler[];
}

export function capHooks(gate: Gate | null, route: Route, options: CapOptions): CapHooks {
  const isForAdmins = route.auth === 'admin';
  const plan = gate?.limiter.plan(isForAdmins ? { ...route, caps: ['administer'] } : route) ?? null;
  if (gate === null || plan === null) return { onRequest: [], preHandler: [] };
  const { limiter } = gate;
  const capped: CappedRoute = { limiter, plan, route, options };
  if (isForAdmins) {
    const byAccount = capByAccount(capped, gate);
    // A token has admitted the request by now, or a key may.
    const unlessToken: preHandlerHookHandler = function (request, reply, done) {
      if (request.admin === null) byAccount.call(this, request, reply, done);
      else done();
    };
    return { onRequest: [], preHandler: [unlessToken] };
  }
  return route.auth === 'l2'
    ? { onRequest: [], preHandler: [capByAccount(capped, gate)] }
    : { onRequest: [capByAddress(capped)], preHandler: [] };
}

interface CappedRoute {
  readonly limiter: Limiter;
  readonly plan: Plan;
  readonly route: Route;
  readonly options: CapOptions;
}

/** Counts a request by address, before the body is read: nothing is proven yet. */
function capByAddress(capped: CappedRoute): onRequestHookHandler {
  const { limiter, plan } = capped;
  return (request, reply, done) => {
    const clients = limiter.byOrigin(requestOrigin(request));
    const weight = unitsOf(request, capped.route);
    request.bill = billOf(capped, clients, weight);
    if (!limiter.pass(clients, plan, weight)) return passLater(capped, clients, weight, reply, done);
    tell(reply, capped, clients);
    done();
  };
}

/** Counts a request by account, once the body is there, which a key's signature covers. */
function capByAccount(capped: CappedRoute, { identify, houseAccounts }: Gate): preHandlerHookHandler {
  const { limiter, plan, options, route } = capped;
  // Requests that cancel orders or keep them alive are never delayed by earlier writes.
  const isBudgeted = route.method !== 'GET' && plan.lane !== URGENT;
  return (request, reply, done) => {
    const caller = identify(request);
    const origin = requestOrigin(request);
    // A caller who names another account's key without its secret only uses up the caps of their own address.
    const clients =
      caller.kind === 'caller'
        ? limiter.byAccount(caller.account.address, houseAccounts.has(caller.account.address) ? null : origin)
        : limiter.byOrigin(origin);
    const over = isBudgeted ? limiter.overJournalBudget(clients) : null;
    if (over !== null) return end(reply, over, route);
    const weight =
      caller.kind === 'caller'
        ? (options.weigh?.(request) ?? unitsOf(request, route, options.owned?.(caller.account)))
        : 1;
    request.bill = billOf(capped, clients, weight);
    // During the wait the timestamp may expire or the key be revoked, so the handler identifies the caller again.
    if (!limiter.pass(clients, plan, weight)) return passLater(capped, clients, weight, reply, done);
    request.caller = caller;
    tell(reply, capped, clients);
    done();
  };
}

/** The request's bill in the work row, if its route counts there. */
function billOf({ limiter, plan, route }: CappedRoute, clients: readonly Client[], units: number): Bill | null {
  return route.caps.includes('work') ? { limiter, clients, plan, units } : null;
}

/** Lets a request continue as soon as there is room, or refuses it. */
function passLater(
  capped: CappedRoute,
  clients: readonly Client[],
  weight: number,
  reply: FastifyReply,
  done: () => void,
): void {
  void waitForRoom(reply, capped, clients, weight).then((outcome) => {
    if (outcome !== 'gone') tell(reply, capped, clients);
    if (outcome === 'passed') done();
    else end(reply, outcome, capped.route);
  });
}

/** Waits for room. A client that disconnects meanwhile gives up its slot. */
function waitForRoom(
  reply: FastifyReply,
  { limiter, plan }: CappedRoute,
  clients: readonly Client[],
  weight: number,
): Promise<'passed' | 'gone' | Refusal> {
  const { promise, resolve } = Promise.withResolvers<'passed' | 'gone' | Refusal>();
  const started = limiter.wait(clients, plan, weight, (refusal) => resolve(refusal ?? 'passed'));
  if (started.kind === 'refused') return Promise.resolve(started);
  const leave = (): void => {
    started.leave();
    resolve('gone');
  };
  reply.raw.once('close', leave);
  return promise.finally(() => reply.raw.off('close', leave));
}

/** Reports the caps and the remaining quota in headers. */
function tell(reply: FastifyReply, { limiter, plan }: CappedRoute, clients: readonly Client[]): void {
  reply.header('ratelimit-policy', plan.policy).header('ratelimit', limiter.remaining(clients, plan));
}

function end(reply: FastifyReply, outcome: 'gone' | Refusal, route: Route): void {
  if (outcome === 'gone') {
    // The client has disconnected.
    reply.hijack();
    return;
  }
  if (reply.server.cors.isOpen(route)) reply.server.cors.allowAny(reply);
  void sendFailure(reply, rateLimited(outcome.retryAfterSeconds));
}

/**
 * Limits how often clients open accounts and create keys, once a wallet's signature has proved who they are. Admits a
 * proven wallet that opens its account (`isNew`) or creates another key; otherwise says when to retry.
 */
export function refuseWallet(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  address: string,
  isNew: boolean,
): Failure | null {
  if (gate === null || gate.houseAccounts.has(address)) return null;
  const origin = requestOrigin(request);
  if (isNew) return refused(gate.limiter.admitNewcomer(gate.limiter.byOrigin(origin)));
  return refused(admitAccount(gate, gate.limiter.byAccount(address, origin), '/auth/api-key', 'keys'));
}

/**
 * Admits a proven signer whose transaction is relayed, and whose account it may open (`isNew`); otherwise says when to
 * retry.
 */
export function refuseSigner(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  signer: string,
  isNew: boolean,
): Failure | null {
  if (gate === null || gate.houseAccounts.has(signer)) return null;
  const { limiter } = gate;
  const origin = requestOrigin(request);
  const newcomer = isNew ? limiter.admitNewcomer(limiter.byOrigin(origin)) : null;
  if (newcomer !== null) return refused(newcomer);
  const clients = limiter.byAccount(signer, origin);
  return refused(limiter.overJournalBudget(clients) ?? admitAccount(gate, clients, '/submit', 'relayer'));
}

/** Counts the account alone in a row; the address has been counted before. */
function admitAccount(
  { limiter }: Gate,
  clients: readonly Client[],
  path: string,
  row: 'keys' | 'relayer',
): Refusal | null {
  const plan = limiter.plan({ method: 'POST', path, caps: [row] });
  return plan === null ? null : limiter.admit(clients.slice(0, 1), plan);
}

const refused = (refusal: Refusal | null): Failure | null =>
  refusal === null ? null : rateLimited(refusal.retryAfterSeconds);
