/**
 * Mounts routes of the contract on the server: path, limits, response schema, area and access; counts their answers.
 * Refuses parts of a request that its route does not have.
 */
import {
  BODY_BYTES_MAX,
  type ErrorShape,
  type ProfileKind,
  ROUTES_BY_NAME,
  type Route,
  type VenueProfile,
} from '@bellwether/contract';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import { hasPublicWords } from '@bellwether/read-model/read.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import { hasBody, isRead } from './connections/fairness.ts';
import { type Caller, type Identify, isOfService } from './pipeline.ts';
import type { Admission } from './plugins/admission.ts';
import { sendFailure, sendValue } from './plugins/answers.ts';
import { bodyBytes, forgetTypeOfNoBody, takeWholeBody } from './plugins/body.ts';
import { type CapOptions, capHooks } from './plugins/caps.ts';
import { type IdempotencyHooks, idempotencyHooks, isMeantByQuery } from './plugins/idempotency.ts';
import { createRouteQueryReader, type QueryRoute, type QueryRules, unknownField } from './plugins/query.ts';
import { tierHooks } from './plugins/rate-tiers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts;
    /** How callers are identified, what admits administrators, and which clients are expected. */
    access: Pick<VenueProfile, 'profile' | 'differences'> & {
      readonly identify: Identify;
      readonly admission: Admission;
      /** The venue's time in Unix milliseconds. */
      readonly clock: () => number;
    };
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
  /** Hook that admits to a route of administrators, in place of the gateway's own. */
  readonly admitOperator?: onRequestHookHandler;
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
  if (route.since !== undefined && !app.access.differences.has(route.since)) return;
  const { method, path, errorShape, bodyBytesMax, response } = route;
  const { secretsOnce, shapeOf, plainFault = false, anyQuery = false } = options;
  const { keyed = idempotencyHooks(app.idempotency, route) } = options;
  const { cors } = app;
  const isOpen = cors.isOpen(route);
  const counts = app.requestCounts.forRoute(method, path);
  const caps = capHooks(app.gate, route, options);
  const { identify, admission, profile } = app.access;
  const admit = admitting(route, admission, options);
  const config = {
    counts,
    route,
    errorShape,
    shapeOf,
    plainFault,
    isOpen,
    ofService: isOfService(route),
    // A route with several forms states none.
    publicWords: profile === 'polymarket' && (response[200] === undefined || hasPublicWords(response[200])),
    ...(bodyBytesMax !== undefined && { bodyBytesMax }),
  };
  const counted: RouteHandlerMethod = (request, reply) => {
    reply.routeCounts = counts;
    if (isOpen) cors.allowAny(reply);
    return handler.call(app, request, reply);
  };
  const preHandler = [
    ...caps.preHandler,
    ...admit.preHandler,
    ...tierHooks(app, route, identify, app.access.clock, options.items ?? options.weigh),
    ...extrasHooks(route, identify, profile, anyQuery),
    ...(secretsOnce === undefined ? [] : [secretsOnce]),
    ...keyed.preHandler,
  ];
  app.route({
    method,
    url: path,
    handler: counted,
    config,
    onRequest: [
      ...caps.onRequest,
      ...admit.onRequest,
      ...(method === 'GET' ? [] : [forgetTypeOfNoBody, takeWholeBody(bodyBytesMax ?? BODY_BYTES_MAX)]),
    ],
    preHandler,
    onSend: [...keyed.onSend],
    ...(bodyBytesMax !== undefined && { bodyLimit: bodyBytesMax }),
  });
}

function admitting(
  route: Route,
  admission: Admission,
  { admitOperator }: MountOptions,
): ReturnType<Admission['hooksOf']> {
  if (route.auth !== 'admin') return { onRequest: [], preHandler: [] };
  return admitOperator === undefined ? admission.hooksOf(route) : { onRequest: [admitOperator], preHandler: [] };
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
    const caller = app.access.identify(request);
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
  const clamps = app.access.profile === 'polymarket';
  const readQuery = createRouteQueryReader<Query>(route, { clamps, ...rules });
  mount(app, route, (request, reply) => {
    const query = readQuery(request.query);
    return answer(reply, query.kind === 'failure' ? query : answerOf(query.value));
  });
}

/** True for a refusal where values, of whatever type, have no `kind` to tell them apart by. */
export function isFailure(value: object): value is Failure {
  return 'kind' in value && value.kind === 'failure';
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

/** Routes that do nothing, whatever they are sent. The public clients send bodies to some. */
const NOT_OFFERED: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.createReadonlyKey,
  ROUTES_BY_NAME.deleteReadonlyKey,
]);

/**
 * Returns the hook that refuses parts which the route does not have, once the caps have admitted a request. A signed
 * request with effect takes no query, and no body if its route has none, because the signed bytes do not show where the
 * path ends and the body begins. Any other query is refused by the name of a field. `anyQuery`: unknown parameters are
 * ignored.
 */
function extrasHooks(
  route: Route,
  identify: Identify,
  profile: ProfileKind,
  anyQuery: boolean,
): preHandlerHookHandler[] {
  const isSigned = route.auth !== 'none' && !NOT_OFFERED.has(route);
  const takesBody = !isSigned || route.body !== undefined;
  const takesQuery = !isSigned || route.method === 'GET' || route.auth === 'admin' || isMeantByQuery(route, profile);
  const readsQuery = anyQuery || route.query !== undefined || route.answer !== undefined;
  if (takesBody && takesQuery && readsQuery) return [];
  const refusalOf = (request: FastifyRequest): Failure | null => {
    if (!takesBody && broughtBody(request)) return failure('unexpected_body');
    if (!takesQuery) return hasQuery(request) ? failure('unexpected_query') : null;
    return readsQuery ? null : unknownField(request);
  };
  return [
    (request, reply, done) => {
      const refusal = refusalOf(request);
      // An unauthenticated caller is refused first, by the handler.
      if (refusal === null || (route.auth === 'l2' && identify(request).kind === 'failure')) done();
      else void sendFailure(reply, refusal);
    },
  ];
}

function hasQuery(request: FastifyRequest): boolean {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return at >= 0 && at < url.length - 1;
}

/** True if a request brought a body. The server does not read the body of a GET, but its headers announce one. */
function broughtBody(request: FastifyRequest): boolean {
  return isRead(request.raw) ? hasBody(request.raw) : bodyBytes(request).length > 0;
}
