/**
 * Calls a route of the contract, typed by the route table: path, query and body in, the answer out. All other methods
 * of the client are shorthands for such a call. Answers are trusted to have the contract's shape.
 */
import {
  ALL_ROUTES_BY_NAME,
  type AnyRouteName,
  HEARTBEAT_ROUTES,
  isWrite,
  METRICS_ROUTE,
  ROUTES_BY_NAME,
  type Route,
  type RouteAnswer,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
} from '@bellwether/contract';
import { InvalidInputError } from './errors.ts';
import { CHANCE, type Randomness } from './randomness.ts';
import type { Session } from './session.ts';
import { readJson, type WireAnswer, type WireRequest } from './transport.ts';

export interface CallOptions {
  /** Ends the call with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Idempotency key of a request that changes something, 1 to 128 visible ASCII characters. Repeated with the same key,
   * for example after a crash of the caller, the request is carried out once. By default each call has a new key.
   */
  readonly idempotencyKey?: string | undefined;
  /** Why an administrator does this, for the venue's log; at most 500 characters. */
  readonly reason?: string | undefined;
}

type RouteOf<Name extends AnyRouteName> = (typeof ALL_ROUTES_BY_NAME)[Name];
type Part<Field extends string, Value> = [Value] extends [never]
  ? { readonly [F in Field]?: undefined }
  : { readonly [F in Field]: Value };

/** Options of a call: `params` and `body` if the route has them; `query` is optional. */
export type RequestOptions<Name extends AnyRouteName> = CallOptions &
  Part<'params', RouteParams<RouteOf<Name>>> &
  Part<'body', RouteBody<RouteOf<Name>>> &
  Partial<Part<'query', RouteQuery<RouteOf<Name>>>>;

export type AnswerOf<Name extends AnyRouteName> = RouteAnswer<RouteOf<Name>>;
export type QueryOf<Name extends AnyRouteName> = RouteQuery<RouteOf<Name>>;
export type BodyOf<Name extends AnyRouteName> = RouteBody<RouteOf<Name>>;

/** Calls a route by its name in the contract. Throws only `BellwetherError`s. */
export type Request = <Name extends AnyRouteName>(name: Name, options: RequestOptions<Name>) => Promise<AnswerOf<Name>>;

export interface RawOptions extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Calls any route untyped and also returns the headers of the answer. */
export type RawRequest = (route: Route, options: RawOptions) => Promise<{ value: unknown; answer: WireAnswer }>;

/** Calls a route whose answer is a file, and returns it unread: it may be large. */
export type Download = <Name extends 'exportData' | 'exportOwnData' | 'adminLog'>(
  name: Name,
  options: RequestOptions<Name>,
) => Promise<Response>;

export function createDownload(session: Session): Download {
  return async (name, options) => {
    const route = ROUTES_BY_NAME[name];
    const request = wireRequest(session, route, options);
    return await session.transport.open({ ...request, identity: await session.identity(route.auth, options.signal) });
  };
}

function wireRequest(session: Session, route: Route, options: RawOptions): Omit<WireRequest, 'identity'> {
  return {
    method: route.method,
    path: pathText(route.path, options.params ?? {}),
    query: queryText(options.query ?? {}),
    body: options.body === undefined ? '' : JSON.stringify(options.body),
    ...named(route, options.idempotencyKey, session.random),
    reason: options.reason ?? '',
    signal: options.signal,
  };
}

export function createRawRequest(session: Session): RawRequest {
  const send: RawRequest = async (route, options) => {
    const request = wireRequest(session, route, options);
    const answer = await session.send(route.auth, options.signal, (identity) =>
      session.transport.send({ ...request, identity }),
    );
    return { value: isText(route) ? answer.text : readJson(request, answer.text), answer };
  };
  return async (route, options) => {
    const watching = isWrite(route) ? [...session.writeWatchers].map((begun) => begun(route, options.body)) : [];
    const sent = send(route, options);
    // Before the caller hears of it.
    for (const ended of watching)
      sent.then(
        ({ value }) => ended({ answer: value }),
        (error: unknown) => ended({ error }),
      );
    return sent;
  };
}

export function createRequest(raw: RawRequest): Request {
  return async <Name extends AnyRouteName>(name: Name, options: RequestOptions<Name>): Promise<AnswerOf<Name>> => {
    const { value } = await raw(ALL_ROUTES_BY_NAME[name], options as RawOptions);
    return value as AnswerOf<Name>;
  };
}

/**
 * Routes that are idempotent without a key: signed orders, relayed batches, and the credentials of a wallet and nonce,
 * which are always the same.
 */
const IDEMPOTENT_WITHOUT_KEY: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.placeOrder,
  ROUTES_BY_NAME.placeOrders,
  ROUTES_BY_NAME.relaySubmit,
  ROUTES_BY_NAME.createApiKey,
]);

/**
 * Routes that get a key only from the caller: sent every few seconds, they would make the venue forget all other keys.
 */
const WITHOUT_KEY: ReadonlySet<Route> = new Set<Route>(Object.values(HEARTBEAT_ROUTES));

/** The key of a call, and whether sending it twice is harmless: it is carried out once, or it only reads. */
export function named(
  route: Route,
  given?: string,
  random: Pick<Randomness, 'key'> = CHANCE,
): Pick<WireRequest, 'idempotencyKey' | 'repeatable'> {
  const isOwn = isWrite(route) && !IDEMPOTENT_WITHOUT_KEY.has(route) && !WITHOUT_KEY.has(route);
  const idempotencyKey = given ?? (isOwn ? random.key() : null);
  return { idempotencyKey, repeatable: WITHOUT_KEY.has(route) && idempotencyKey === null ? 'refused' : 'always' };
}

/** The few answers that are not JSON. */
const TEXT_PATHS: readonly string[] = [
  METRICS_ROUTE.path,
  ROUTES_BY_NAME.status.path,
  ROUTES_BY_NAME.docs.path,
  ROUTES_BY_NAME.docsAsset.path,
  ROUTES_BY_NAME.newEventsFeed.path,
  ROUTES_BY_NAME.newResultsFeed.path,
];
const isText = ({ path }: Route): boolean => TEXT_PATHS.includes(path);

function pathText(pattern: string, params: Readonly<Record<string, string | number>>): string {
  return pattern.replace(/:(\w+)/g, (_placeholder, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new InvalidInputError(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** Encodes lists as comma-separated values; undefined fields and empty lists are left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const isLeftOut = value === undefined || (Array.isArray(value) && value.length === 0);
    if (!isLeftOut) parameters.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
