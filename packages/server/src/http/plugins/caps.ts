/**
 * Holds routes to the request caps: routes that need an API key by that key, once it is proven, everything else, failed
 * authentication too, by the client's address. A request over the cap waits a little or is answered with 429.
 */
import type { ErrorShape, Route } from '@bellwether/contract';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Client, Refusal } from '../../limits/client.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Plan } from '../../limits/rows.ts';
import { failure, retryLater } from '../failure.ts';
import { allowAnyOrigin, sendFailure } from './answers.ts';
import type { Identify } from './caller.ts';
import { addressGroup, clientAddress } from './client-address.ts';

/** What the routes of a server are held to. */
export interface Gate {
  readonly limiter: Limiter;
  readonly identify: Identify;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** null when caps are off. */
    gate: Gate | null;
  }
}

/** Gives the server its caps; before any route is mounted. */
export function registerCaps(app: FastifyInstance, limiter: Limiter | null, identify: Identify): void {
  app.decorate('gate', limiter === null ? null : { limiter, identify });
}

export interface CapOptions {
  /** Orders in a request, where that is not always one. */
  readonly weigh?: ((request: FastifyRequest) => number) | undefined;
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
  const { limiter, identify } = gate;
  const held: Held = { limiter, plan, route, options };
  return route.auth === 'l2'
    ? { onRequest: [], preHandler: [capByKey(held, identify)] }
    : { onRequest: [capByAddress(held)], preHandler: [] };
}

/** A route and what it is held to. */
interface Held {
  readonly limiter: Limiter;
  readonly plan: Plan;
  readonly route: Route;
  readonly options: CapOptions;
}

/** Before the body is read. */
function capByAddress(held: Held): onRequestHookHandler {
  const { limiter, plan } = held;
  return (request, reply, done) => {
    const client = limiter.byAddress(addressGroup(clientAddress(request)));
    if (!limiter.pass(client, plan)) return passLater(held, client, 1, request, reply, done);
    tell(reply, held, client);
    done();
  };
}

/** With the body, which a key's signature covers. */
function capByKey(held: Held, identify: Identify): preHandlerHookHandler {
  const { limiter, plan, options } = held;
  return (request, reply, done) => {
    const caller = identify(request);
    // Whoever names another one's key without its secret uses up only their own address.
    const client =
      caller.kind === 'caller' ? limiter.byKey(caller.apiKey) : limiter.byAddress(addressGroup(clientAddress(request)));
    const weight = caller.kind === 'caller' ? (options.weigh?.(request) ?? 1) : 1;
    // While it waits its timestamp may run out or its key be revoked: the handler asks again who calls.
    if (!limiter.pass(client, plan, weight)) return passLater(held, client, weight, request, reply, done);
    request.caller = caller;
    tell(reply, held, client);
    done();
  };
}

/** Lets a request that has no room now on when it has, or answers it. */
function passLater(
  held: Held,
  client: Client,
  weight: number,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  void waitForRoom(reply, held, client, weight).then((outcome) => {
    if (outcome !== 'gone') tell(reply, held, client);
    if (outcome === 'passed') done();
    else end(reply, outcome, held.route, held.options.shapeOf?.(request) ?? held.route.errorShape);
  });
}

/** A client that leaves meanwhile gives up its place. */
function waitForRoom(
  reply: FastifyReply,
  { limiter, plan }: Held,
  client: Client,
  weight: number,
): Promise<'passed' | 'gone' | Refusal> {
  const { promise, resolve } = Promise.withResolvers<'passed' | 'gone' | Refusal>();
  const started = limiter.wait(client, plan, weight, (refusal) => resolve(refusal ?? 'passed'));
  if (started.kind === 'refused') return Promise.resolve(started);
  const leave = (): void => {
    started.leave();
    resolve('gone');
  };
  reply.raw.once('close', leave);
  return promise.finally(() => reply.raw.off('close', leave));
}

/** Says in headers what the caps are and what is left of them. */
function tell(reply: FastifyReply, { limiter, plan }: Held, client: Client): void {
  reply.header('ratelimit-policy', plan.policy).header('ratelimit', limiter.remaining(client, plan));
}

function end(reply: FastifyReply, outcome: 'gone' | Refusal, route: Route, shape: ErrorShape): void {
  if (outcome === 'gone') {
    // Nobody is there to be answered.
    reply.hijack();
    return;
  }
  const { retryAfterSeconds } = outcome;
  if (route.auth === 'none') allowAnyOrigin(reply);
  const refusal = retryAfterSeconds === null ? failure('rate_limited') : retryLater('rate_limited', retryAfterSeconds);
  void sendFailure(reply, refusal, shape);
}
