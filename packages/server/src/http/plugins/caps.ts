/**
 * Holds routes to the request caps: routes that need an API key count for its account, once the key is proven, and for
 * the address that it is used from; everything else, failed authentication too, for the address alone. A request over the
 * cap waits a little or is answered with 429.
 */
import type { ErrorShape, Route } from '@bellwether/contract';
import type { Account } from '@bellwether/engine';
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
import { rateLimited } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { sendFailure } from './answers.ts';
import type { Identify } from './caller.ts';
import { requestOrigin } from './client-address.ts';
import { type Bill, registerWork, unitsOf } from './work.ts';

/** What the routes of a server are held to. */
export interface Gate {
  readonly limiter: Limiter;
  readonly identify: Identify;
  /** Accounts of the house, by address: they count alone, so that visitors at their address keep its caps. */
  readonly houseAccounts: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** null when caps are off. */
    gate: Gate | null;
  }
}

/** Gives the server its caps; before any route is mounted. */
export function registerCaps(
  app: FastifyInstance,
  { limiter, houseAccounts }: Pick<AppDependencies, 'limiter' | 'houseAccounts'>,
  identify: Identify,
): void {
  registerWork(app);
  app.decorate('gate', limiter === null ? null : { limiter, identify, houseAccounts });
}

export interface CapOptions {
  /** Orders in a request, where that is not always one. */
  readonly weigh?: ((request: FastifyRequest) => number) | undefined;
  /** Markets in which an account owns anything, where the answer shows them. */
  readonly owned?: ((account: Account) => number) | undefined;
  /** Shape of a refusal, where the route has more than one. */
  readonly shapeOf?: ((request: FastifyRequest) => ErrorShape) | undefined;
}

export interface CapHooks {
  readonly onRequest: readonly onRequestHookHandler[];
  readonly preHandler: readonly preHandlerHookHandler[];
}

/** The hooks that hold a route to its caps. */
export function capHooks(gate: Gate | null, route: Route, options: CapOptions): CapHooks {
  const plan = gate?.limiter.plan(route) ?? null;
  if (gate === null || plan === null) return { onRequest: [], preHandler: [] };
  const { limiter } = gate;
  const held: Held = { limiter, plan, route, options };
  return route.auth === 'l2'
    ? { onRequest: [], preHandler: [capByAccount(held, gate)] }
    : { onRequest: [capByAddress(held)], preHandler: [] };
}

/** A route and what it is held to. */
interface Held {
  readonly limiter: Limiter;
  readonly plan: Plan;
  readonly route: Route;
  readonly options: CapOptions;
}

/** Before the body is read: nothing is proved yet. */
function capByAddress(held: Held): onRequestHookHandler {
  const { limiter, plan } = held;
  return (request, reply, done) => {
    const clients = limiter.byOrigin(requestOrigin(request));
    const weight = unitsOf(request, held.route);
    request.bill = billOf(held, clients, weight);
    if (!limiter.pass(clients, plan, weight)) return passLater(held, clients, weight, request, reply, done);
    tell(reply, held, clients);
    done();
  };
}

/** With the body, which a key's signature covers. */
function capByAccount(held: Held, { identify, houseAccounts }: Gate): preHandlerHookHandler {
  const { limiter, plan, options, route } = held;
  // What ends orders or keeps them alive is never held up by what was written before.
  const isBudgeted = route.method !== 'GET' && plan.lane !== URGENT;
  return (request, reply, done) => {
    const caller = identify(request);
    const origin = requestOrigin(request);
    // The caller who names another account's key without its secret uses up their own address alone.
    const clients =
      caller.kind === 'caller'
        ? limiter.byAccount(caller.account.address, houseAccounts.has(caller.account.address) ? null : origin)
        : limiter.byOrigin(origin);
    const over = isBudgeted ? limiter.overJournalBudget(clients) : null;
    if (over !== null) return end(reply, over, route, options.shapeOf?.(request) ?? route.errorShape);
    const weight =
      caller.kind === 'caller'
        ? (options.weigh?.(request) ?? unitsOf(request, route, options.owned?.(caller.account)))
        : 1;
    request.bill = billOf(held, clients, weight);
    // While it waits its timestamp may run out or its key be revoked: the handler asks again who calls.
    if (!limiter.pass(clients, plan, weight)) return passLater(held, clients, weight, request, reply, done);
    request.caller = caller;
    tell(reply, held, clients);
    done();
  };
}

/** What the request counts in the row of work, where its route counts there. */
function billOf({ limiter, plan, route }: Held, clients: readonly Client[], units: number): Bill | null {
  return route.caps.includes('work') ? { limiter, clients, plan, units } : null;
}

/** Lets a request that has no room now on when it has, or answers it. */
function passLater(
  held: Held,
  clients: readonly Client[],
  weight: number,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  void waitForRoom(reply, held, clients, weight).then((outcome) => {
    if (outcome !== 'gone') tell(reply, held, clients);
    if (outcome === 'passed') done();
    else end(reply, outcome, held.route, held.options.shapeOf?.(request) ?? held.route.errorShape);
  });
}

/** A client that leaves meanwhile gives up its place. */
function waitForRoom(
  reply: FastifyReply,
  { limiter, plan }: Held,
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

/** Says in headers what the caps are and what is left of them. */
function tell(reply: FastifyReply, { limiter, plan }: Held, clients: readonly Client[]): void {
  reply.header('ratelimit-policy', plan.policy).header('ratelimit', limiter.remaining(clients, plan));
}

function end(reply: FastifyReply, outcome: 'gone' | Refusal, route: Route, shape: ErrorShape): void {
  if (outcome === 'gone') {
    // No one is there to be answered.
    reply.hijack();
    return;
  }
  if (reply.server.cors.isOpen(route)) reply.server.cors.allowAny(reply);
  void sendFailure(reply, rateLimited(outcome.retryAfterSeconds), shape);
}
