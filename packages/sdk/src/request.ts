/**
 * A call of a route of the contract, typed by the route table: path, query and body in, the answer out. Everything else
 * in the client is a name for one of these. Answers are trusted to have the contract's shape.
 */
import {
  METRICS_ROUTE,
  ROUTES_BY_NAME,
  type Route,
  type RouteAnswer,
  type RouteBody,
  type RouteName,
  type RouteParams,
  type RouteQuery,
} from '@bellwether/contract';
import { InvalidInputError } from './errors.ts';
import type { Session } from './session.ts';
import { type Repeatable, readJson, type WireAnswer, type WireRequest } from './transport.ts';

export interface CallOptions {
  /** Ends the call with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
}

type RouteOf<Name extends RouteName> = (typeof ROUTES_BY_NAME)[Name];
type Part<Field extends string, Value> = [Value] extends [never]
  ? { readonly [F in Field]?: undefined }
  : { readonly [F in Field]: Value };

/** What a route is given: `params` and `body` where it has them, `query` as one likes. */
export type RequestOptions<Name extends RouteName> = CallOptions &
  Part<'params', RouteParams<RouteOf<Name>>> &
  Part<'body', RouteBody<RouteOf<Name>>> &
  Partial<Part<'query', RouteQuery<RouteOf<Name>>>>;

export type AnswerOf<Name extends RouteName> = RouteAnswer<RouteOf<Name>>;
export type QueryOf<Name extends RouteName> = RouteQuery<RouteOf<Name>>;
export type BodyOf<Name extends RouteName> = RouteBody<RouteOf<Name>>;

/** Calls a route by its name in the contract. Throws `BellwetherError`s only. */
export type Request = <Name extends RouteName>(name: Name, options: RequestOptions<Name>) => Promise<AnswerOf<Name>>;

export interface RawOptions extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** The same for any route, untyped, with the headers of the answer. */
export type RawRequest = (route: Route, options: RawOptions) => Promise<{ value: unknown; answer: WireAnswer }>;

export function createRawRequest(session: Session): RawRequest {
  return async (route, options) => {
    const { signal } = options;
    const request: WireRequest = {
      method: route.method,
      path: pathText(route.path, options.params ?? {}),
      query: queryText(options.query ?? {}),
      body: options.body === undefined ? '' : JSON.stringify(options.body),
      identity: await session.identity(route.auth, signal),
      repeatable: repeatable(route),
      signal,
    };
    const answer = await session.transport.send(request);
    return { value: isText(route) ? answer.text : readJson(request, answer.text), answer };
  };
}

export function createRequest(raw: RawRequest): Request {
  return async <Name extends RouteName>(name: Name, options: RequestOptions<Name>): Promise<AnswerOf<Name>> => {
    const { value } = await raw(ROUTES_BY_NAME[name], options as RawOptions);
    return value as AnswerOf<Name>;
  };
}

/** Routes that change something and yet may be sent twice: what they name is done once, or they only read. */
const REPEATABLE: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.createApiKey,
  ROUTES_BY_NAME.placeOrder,
  ROUTES_BY_NAME.placeOrders,
  ROUTES_BY_NAME.cancelOrder,
  ROUTES_BY_NAME.cancelOrders,
  ROUTES_BY_NAME.cancelAll,
  ROUTES_BY_NAME.cancelMarketOrders,
  ROUTES_BY_NAME.addReaction,
  ROUTES_BY_NAME.reportComment,
  ROUTES_BY_NAME.setMode,
  ROUTES_BY_NAME.importCatalog,
]);

export function repeatable(route: Route): Repeatable {
  const changesNothing = route.method === 'GET' || (route.method === 'POST' && route.auth === 'none');
  const sameAgain = route.method === 'PUT' || route.method === 'PATCH';
  return changesNothing || sameAgain || REPEATABLE.has(route) ? 'always' : 'refused';
}

/** The few answers that are no JSON. */
const TEXT_PATHS: readonly string[] = [
  METRICS_ROUTE.path,
  ROUTES_BY_NAME.status.path,
  ROUTES_BY_NAME.docs.path,
  ROUTES_BY_NAME.docsAsset.path,
];
const isText = ({ path }: Route): boolean => TEXT_PATHS.includes(path);

function pathText(pattern: string, params: Readonly<Record<string, string | number>>): string {
  return pattern.replace(/:(\w+)/g, (_placeholder, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new InvalidInputError(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** Lists become comma lists; fields that are undefined or an empty list are left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const isLeftOut = value === undefined || (Array.isArray(value) && value.length === 0);
    if (!isLeftOut) parameters.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
