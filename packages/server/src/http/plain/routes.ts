/**
 * Routes whose plain requests go past the framework as well: what it does for them is a router that finds the one they name,
 * two objects and a chain of calls, a quarter of all that the gateway does for an order beside its sockets. Their hooks and
 * their handlers are those that the framework has (`steps.ts`, `mount.ts`); there are no others for them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_BYTES_MAX, ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import type { FastifyContextConfig, FastifyInstance, RouteHandlerMethod } from 'fastify';
import { serializerOf } from '../../reads/read.ts';
import { wholeBodyOf } from '../plugins/body.ts';
import { type CalledRoute, call } from './call.ts';
import type { SendStep, Step, Steps } from './steps.ts';

/** They take a body and no query, and answer a value of their schema with 200, or a refusal. */
const ROUTES: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.placeOrder,
  ROUTES_BY_NAME.cancelOrder,
  ROUTES_BY_NAME.cancelOrders,
  ROUTES_BY_NAME.cancelMarketOrders,
]);

declare module 'fastify' {
  interface FastifyInstance {
    plainRoutes: PlainRoutes;
  }
}

/** A route as it is mounted: its own hooks, without those that take a body. */
export interface MountedRoute {
  readonly config: FastifyContextConfig;
  readonly onRequest: readonly Step[];
  readonly preHandler: readonly Step[];
  readonly handler: RouteHandlerMethod;
  readonly onSend: readonly SendStep[];
}

export class PlainRoutes {
  readonly #app: FastifyInstance;
  readonly #steps: Steps;
  readonly #hasProxies: boolean;
  readonly #mounted = new Map<string, readonly [Route, MountedRoute]>();
  /** By method and path; made when the first request comes, since by then the server has all of its hooks. */
  #called: Map<string, CalledRoute> | null = null;

  /** `hasProxies`: some proxies are believed when they say whom a request is from, and the framework reads what they say. */
  constructor(app: FastifyInstance, steps: Steps, hasProxies: boolean) {
    this.#app = app;
    this.#steps = steps;
    this.#hasProxies = hasProxies;
  }

  /** Does nothing for a route that is none of these. */
  add(route: Route, mounted: MountedRoute): void {
    if (ROUTES.has(route)) this.#mounted.set(`${route.method} ${route.path}`, [route, mounted]);
  }

  /** Serves a plain request; false, and nothing done, where it has to go through the framework. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    this.#called ??= this.#call();
    const route = this.#called.get(`${request.method} ${request.url}`);
    if (route === undefined || (this.#hasProxies && request.headers['x-forwarded-for'] !== undefined)) return false;
    const body = wholeBodyOf(request, route.options.config.bodyBytesMax ?? BODY_BYTES_MAX);
    if (body === null) return false;
    call(route, request, body, response);
    return true;
  }

  #call(): Map<string, CalledRoute> {
    const { onRequest, preValidation, preHandler, onSend, onError } = this.#steps;
    const called = new Map<string, CalledRoute>();
    if (onError === null) return called;
    for (const [name, [{ method, path, response }, mounted]] of this.#mounted) {
      called.set(name, {
        app: this.#app,
        options: { method, url: path, config: mounted.config },
        steps: [...onRequest, ...mounted.onRequest, ...preValidation, ...preHandler, ...mounted.preHandler],
        handler: mounted.handler,
        onSend: [...onSend, ...mounted.onSend],
        onError,
        serialize: serializerOf((response as Readonly<Record<number, object>>)[200] ?? {}),
      });
    }
    return called;
  }
}
