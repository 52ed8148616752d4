/** Mounts routes of the contract on the server: path, limits, response schema, area and access; counts their answers. */
import { BODY_BYTES_MAX, type ErrorShape, type Route } from '@bellwether/contract';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import type { Metrics } from '../ports/metrics.ts';
import { isFailure } from '../wire/failure.ts';
import { sendFailure, sendValue } from './plugins/answers.ts';
import { forgetTypeOfNoBody, takeWholeBody } from './plugins/body.ts';
import type { Caller } from './plugins/caller.ts';
import { type CapOptions, capHooks } from './plugins/caps.ts';
import { extrasHooks } from './plugins/extras.ts';
import { type IdempotencyHooks, idempotencyHooks } from './plugins/idempotency.ts';
import { createRouteQueryReader, type QueryRoute, type QueryRules } from './plugins/query.ts';
import { isOfService } from './plugins/targets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts;
  }
  interface FastifyContextConfig {
    counts?: RouteCounts;
  }
  interface FastifyReply {
    /** Counter for the answer; null until a route's handler runs. */
    routeCounts: RouteCounts | null;
  }
}

interface MountOptions extends CapOptions {
  /** Hook that admits the operator to a route of theirs, in place of the gateway's own. */
  readonly mayEnter?: onRequestHookHandler;
  /** Hook that lets a request's signature obtain secrets only once. */
  readonly secretsOnce?: preHandlerHookHandler;
  /** Error shape of a refusal, if the route has more than one. */
  readonly shapeOf?: (request: FastifyRequest) => ErrorShape;
  /** True if faults answer `Internal server error` and nothing more. */
  readonly plainFault?: boolean;
  /** For shareable URLs: ignore unknown query parameters. */
  readonly anyQuery?: boolean;
  /** Hooks for `Idempotency-Key` in place of those of every write. */
  readonly keyed?: IdempotencyHooks;
}

export function mount(
  app: FastifyInstance,
  route: Route,
  handler: RouteHandlerMethod,
  options: MountOptions = {},
): void {
  const { method, path, errorShape, bodyBytesMax, response } = route;
  const { secretsOnce, shapeOf, plainFault = false, anyQuery = false } = options;
  const { keyed = idempotencyHooks(app.idempotency, route) } = options;
  const { cors } = app;
  const isOpen = cors.isOpen(route);
  const counts = app.requestCounts.forRoute(method, path);
  const caps = capHooks(app.gate, route, options);
  const { identify, mayEnter, profile } = app.entry;
  const config = {
    counts,
    route,
    errorShape,
    shapeOf,
    plainFault,
    isOpen,
    ofService: isOfService(route),
    ...(bodyBytesMax !== undefined && { bodyBytesMax }),
  };
  const counted: RouteHandlerMethod = (request, reply) => {
    reply.routeCounts = counts;
    if (isOpen) cors.allowAny(reply);
    return handler.call(app, request, reply);
  };
  const preHandler = [
    ...caps.preHandler,
    ...extrasHooks(route, identify, profile, anyQuery),
    ...(secretsOnce === undefined ? [] : [secretsOnce]),
    ...keyed.preHandler,
  ];
  app.route({
    method,
    url: path,
    handler: counted,
    schema: { response },
    config,
    onRequest: [
      ...caps.onRequest,
      ...(route.auth === 'admin' ? [options.mayEnter ?? mayEnter] : []),
      ...(method === 'GET' ? [] : [forgetTypeOfNoBody, takeWholeBody(bodyBytesMax ?? BODY_BYTES_MAX)]),
    ],
    preHandler,
    onSend: [...keyed.onSend],
    ...(bodyBytesMax !== undefined && { bodyLimit: bodyBytesMax }),
  });
}

/** Handler of a private route: returns a value of the response schema, or a refusal. */
export type PrivateHandler = (caller: Caller, request: FastifyRequest) => object | Promise<object>;

/** Mounts a route that requires an API key. */
export function mountPrivate(
  app: FastifyInstance,
  route: Route,
  handle: PrivateHandler,
  options: MountOptions = {},
): void {
  const handler: RouteHandlerMethod = async (request, reply) => {
    const caller = app.entry.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    const value = await handle(caller, request);
    if (isFailure(value)) return sendFailure(reply, value);
    reply.routeCounts?.count(200);
    // Fastify sends the returned value. A returned reply would be awaited like a promise.
    return value;
  };
  mount(app, route, handler, options);
}

export function mountOperator(
  app: FastifyInstance,
  route: Route,
  handle: (request: FastifyRequest) => object | Promise<object>,
  status = 200,
  options: MountOptions = {},
): void {
  mount(app, route, async (request, reply) => answer(reply, await handle(request), status), options);
}

/** Mounts a route that answers its query at once, with a value of its response schema or a refusal. */
export function mountQuery<Query extends object>(
  app: FastifyInstance,
  route: Route & QueryRoute,
  answerOf: (query: Query) => object,
  rules?: QueryRules,
): void {
  const readQuery = createRouteQueryReader<Query>(route, rules);
  mount(app, route, (request, reply) => {
    const query = readQuery(request.query);
    return answer(reply, query.kind === 'failure' ? query : answerOf(query.value));
  });
}

/** Sends a value through the route's response schema, or a refusal in the route's error shape. */
export function answer(reply: FastifyReply, value: object, status = 200): FastifyReply {
  if (isFailure(value)) return sendFailure(reply, value);
  return sendValue(reply, value, status);
}

const STATUS_END = 600;

/**
 * Answers of one route that were not passed to the metrics yet, by status. A plain array, because a labelled counter or
 * a hook on every response would cost more than many answers do.
 */
class RouteCounts {
  readonly method: string;
  readonly route: string;
  readonly #counts = new Uint32Array(STATUS_END);

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number): void {
    if (status < STATUS_END) this.#counts[status] = (this.#counts[status] ?? 0) + 1;
  }

  /** Passes the counts to the metrics and resets them. */
  flush(metrics: Metrics): void {
    for (const [status, times] of this.#counts.entries()) {
      if (times > 0) metrics.countRequest(this.method, this.route, status, times);
    }
    this.#counts.fill(0);
  }
}

/** The counts of every route of one server. */
class RequestCounts {
  readonly #routes: RouteCounts[] = [];
  /** Requests that matched no route. */
  readonly unrouted = this.forRoute('any', 'none');

  forRoute(method: string, route: string): RouteCounts {
    const counts = new RouteCounts(method, route);
    this.#routes.push(counts);
    return counts;
  }

  flush(metrics: Metrics): void {
    for (const counts of this.#routes) counts.flush(metrics);
  }
}

/** Sets up the server's counts; called before any route is mounted. */
export function registerRequestCounts(app: FastifyInstance): void {
  app.decorate('requestCounts', new RequestCounts());
  app.decorateReply('routeCounts', null);
}
