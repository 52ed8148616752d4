/**
 * Everything that happens to a request before the hooks of its route, in order: its target, its connection, its Host
 * header, its turn; and who sent it.
 *
 * The target is resolved once, before anything else looks at it. Some clients expect one host per service: a path prefix
 * (`/clob`, `/gamma`, `/data`) or a host name selects the service. The target becomes the venue's own route, so that
 * caps, signatures, metrics and rights see a single spelling.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  CATALOG_ROUTES,
  DESCRIPTION_ROUTES,
  FEED_PATHS,
  LEDGER_ROUTES,
  LOCAL_SERVICE_NAMES,
  METRICS_ROUTE,
  OWN_ROUTES,
  ROUTES,
  type Route,
  SERVICE_PREFIXES,
  SERVICES,
  type Service,
} from '@bellwether/contract';
import type { Account, AccountId, ApiKey } from '@bellwether/engine';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import { badRequest, type Failure, failure, RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Authenticator, KeyChecks } from '../auth/authenticator.ts';
import { L2_FIELDS } from '../auth/header-names.ts';
import { type AuthenticationRefused, INVALID_API_KEY, type SignedRequest } from '../auth/refusals.ts';
import { connectionOf } from './connections/connection.ts';
import { hasBody, isRead, type Turns } from './connections/fairness.ts';
import { isWebSocket, mayUpgrade } from './connections/upgrades.ts';
import { isPlain } from './plain/lane.ts';
import { NO_SNIFF, sendFailure } from './plugins/answers.ts';
import { bodyBytes } from './plugins/body.ts';
import { requestOrigin } from './plugins/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    hosts: Hosts;
    readonly turns: Turns;
  }
  interface FastifyRequest {
    /** The caller, if already identified and still valid; else null. */
    caller: Caller | Failure | null;
  }
  interface FastifyContextConfig {
    /**
     * True if the route is part of a service, and so reachable behind its prefix; routes of the operator and the page
     * are not.
     */
    ofService?: boolean;
  }
}

/** Decides who may read (`members/`). */
interface Readers {
  /** True if not everyone may. */
  readonly isClosed: boolean;
  /** Goes on, or refuses. */
  admit(request: FastifyRequest, reply: FastifyReply, goOn: (error?: Error) => void): void;
}

/** Answers a request that matches no route. */
export type Unrouted = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sets up the hooks of every request; `refuseUnrouted` answers a request without a route. */
export function registerPipeline(app: FastifyInstance, turns: Turns, readers: Readers, refuseUnrouted: Unrouted): void {
  app.decorate('turns', turns);
  app.decorateRequest('caller', null);
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    connectionOf(request.raw.socket)?.expectAnswer(request.raw, reply);
    reply.header(...NO_SNIFF);
    const fault = isStopping ? null : hostFault(request.raw);
    if (isStopping) {
      if (request.routeOptions.config.isOpen === true) app.cors.allowAny(reply);
      reply.header('connection', 'close');
      void sendFailure(reply, retryLater('unavailable', RETRY_SECONDS));
    } else if (fault !== null) void sendFailure(reply, badRequest(fault), 'plain');
    // Asked before anything that follows from the target.
    else if (readers.isClosed) readers.admit(request, reply, (error) => route(request, reply, done, error));
    else route(request, reply, done);
  });
  const route = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction, error?: Error): void => {
    if (error !== undefined) done(error);
    else if (request.headers.upgrade !== undefined && isWebSocket(request.raw) && !mayUpgrade(request.raw))
      void sendFailure(reply, badRequest(noWebSocket(request.raw)));
    // Answered at once, because the body of such a request does not matter.
    else if (request.is404 || app.hosts.isMisplaced(request)) void refuseUnrouted(request, reply);
    else done();
  };
  app.setNotFoundHandler(refuseUnrouted);
  // A request waits for its turn once its body has arrived and before it causes further cost. A read also waits for
  // earlier answers on its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const { raw } = request;
    // A plain request has arrived whole, so it also runs in the turn in which it was read.
    const work = (): void => {
      if (turns.isRunning && isPlain(raw)) done();
      else turns.enter(requestOrigin(request).address, done);
    };
    const connection = isRead(raw) ? connectionOf(raw.socket) : undefined;
    if (connection === undefined) return work();
    const isExpensive = request.routeOptions.config.route?.cost !== undefined;
    connection.enterRead({ request: raw, work, isExpensive });
  });
  // Refusals for a cap count against the connection's address. Counted when the answer is produced, not when it is sent:
  // it may wait behind an unread answer.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 429) connectionOf(request.raw.socket)?.refused();
    done(null, payload);
  });
}

const HOST = 'host';

/**
 * Fault of the Host header; null if there is none. With more than one, a proxy in front may have used another one than the venue,
 * whose routing and services depend on it (RFC 9112, 3.2).
 */
function hostFault({ httpVersionMinor, headers, rawHeaders }: IncomingMessage): string | null {
  if (httpVersionMinor === 1 && headers.host === undefined) return 'an HTTP/1.1 request needs a Host header';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1 ? 'a request has one Host header' : null;
}

const FEEDS = new Intl.ListFormat('en').format(Object.values(FEED_PATHS));

function noWebSocket(request: IncomingMessage): string {
  return hasBody(request)
    ? 'no WebSocket can be opened: its request has no body'
    : `no WebSocket can be opened here: the feeds are at ${FEEDS}`;
}

type Target = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The venue's own routes besides the operator's; no client expects them behind a prefix. */
const OF_VENUE: ReadonlySet<Route> = new Set<Route>([METRICS_ROUTE, ...Object.values(DESCRIPTION_ROUTES)]);
const OF_SERVICES: ReadonlySet<string> = new Set(
  ROUTES.filter(({ auth }) => auth !== 'admin' && auth !== 'person')
    .filter((route) => !OF_VENUE.has(route))
    .map(({ path }) => path),
);

/** Second segments of the trading service's own paths below `/data/`, where no prefix is meant. */
const TRADING_DATA: ReadonlySet<string> = new Set(
  ROUTES.map(({ path }) => path.split('/')).flatMap(([, first, second = '']) => (first === 'data' ? [second] : [])),
);
/** The segment that both services have: the caller's own trades or, behind the prefix, everyone's. */
const TRADES = LEDGER_ROUTES.trades.path.slice(1);
/** Query fields that only requests for own trades have. */
const OWN_TRADES_FIELDS = Object.keys(OWN_ROUTES.ownTrades.query.properties).filter(
  (name) => !Object.hasOwn(LEDGER_ROUTES.trades.query.properties, name),
);
/** Suffixes of the header names that prove an API key, whatever their prefix. */
const KEY_HEADERS = L2_FIELDS.map((field) => `_${field.toLowerCase()}`);

/** True if the route is part of a service. */
export const isOfService = ({ path }: Pick<Route, 'path'>): boolean => OF_SERVICES.has(path);

export class Hosts {
  readonly #names: ReadonlyMap<string, Service>;
  /** The most recently requested host and its service: usually the next request names the same host. */
  #latest: { readonly host: string; readonly service: Service | null } = { host: '', service: null };

  /** `names`: host names of services besides the local ones, in lower case and without a port. */
  constructor(names: ReadonlyMap<string, Service>) {
    this.#names = new Map([...SERVICES.map((service) => [LOCAL_SERVICE_NAMES[service], service] as const), ...names]);
  }

  /** The request's target as the venue's own routes spell it. At a service's host, prefixes have no meaning. */
  readonly targetOf = ({ method, url: sent = '', headers }: Target): string => {
    const url = pathOf(sent);
    const named = this.#named(headers.host);
    if (named !== null) return formOf(named, method, url);
    const prefixed = prefixOf(url);
    if (prefixed === null) return url;
    const { service, rest } = prefixed;
    if (service === 'data' && isTradingPath(rest, headers)) return url;
    return formOf(service, method, rest);
  };

  /** The service that a request names, by host or prefix; null for the venue as a whole. */
  serviceOf(request: FastifyRequest): Service | null {
    return this.#named(request.raw.headers.host) ?? this.#prefixed(request);
  }

  /**
   * True if a request names a service, by prefix or host, but its route is not part of any. The route then counts as
   * unknown.
   */
  isMisplaced(request: FastifyRequest): boolean {
    return this.serviceOf(request) !== null && request.routeOptions.config.ofService !== true;
  }

  /** The service whose prefix was taken off the target. */
  #prefixed({ originalUrl, raw }: FastifyRequest): Service | null {
    if (originalUrl === raw.url) return null;
    return this.#named(raw.headers.host) === null ? (prefixOf(pathOf(originalUrl))?.service ?? null) : null;
  }

  #named(host: string | undefined): Service | null {
    if (host === undefined) return null;
    if (host !== this.#latest.host) {
      const service = this.#names.get(host.toLowerCase().replace(/\.?(?::[0-9]*)?$/, '')) ?? null;
      this.#latest = { host, service };
    }
    return this.#latest.service;
  }
}

/** The target without the scheme and host that a client sends to a proxy (RFC 9112, 3.2.2); the Host header counts. */
const pathOf = (target: string): string => (target.startsWith('/') ? target : target.replace(ORIGIN, '/'));
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;

/** Splits a target that begins with a prefix as a whole path segment; null for any other target. */
function prefixOf(url: string): { readonly service: Service; readonly rest: string } | null {
  for (const service of SERVICES) {
    const prefix = SERVICE_PREFIXES[service];
    if (!url.startsWith(prefix)) continue;
    const rest = url.slice(prefix.length);
    if (rest === '' || rest.startsWith('?')) return { service, rest: `/${rest}` };
    if (rest.startsWith('/')) return { service, rest };
  }
  return null;
}

/**
 * Target for a service's form of a route. At the trading service `GET /markets` means its pages, so the cursor that
 * marks them is added.
 */
function formOf(service: Service, method: string | undefined, url: string): string {
  if (service !== 'clob' || method === 'POST' || method === 'DELETE') return url;
  const [path, query] = splitQuery(url);
  if (path !== CATALOG_ROUTES.markets.path || new URLSearchParams(query).has('next_cursor')) return url;
  return `${path}?${query === '' ? '' : `${query}&`}next_cursor=`;
}

/**
 * True if `/data` + `rest` is a path of the trading service. Own trades are requested with a key, with a field that
 * only they have, or without any query, since requests for everyone's trades say which ones. A client whose headers
 * were lost on the way therefore gets an error instead of everyone's trades.
 */
function isTradingPath(rest: string, headers: IncomingHttpHeaders): boolean {
  const [path, query] = splitQuery(rest);
  const [, part = '', ...more] = path.split('/');
  // The router could read an escaped name differently.
  if (part.includes('%')) return true;
  if (!TRADING_DATA.has(part)) return false;
  if (part !== TRADES || more.length > 0 || query === '') return true;
  const asked = new URLSearchParams(query);
  return OWN_TRADES_FIELDS.some((name) => asked.has(name)) || namesKey(headers);
}

/** True if a key signs the request, or the request that a browser's preflight announces. */
function namesKey(headers: IncomingHttpHeaders): boolean {
  const announced = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return [...Object.keys(headers), ...announced].some((name) => KEY_HEADERS.some((end) => name.endsWith(end)));
}

function splitQuery(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

export interface Caller {
  readonly kind: 'caller';
  readonly account: Account;
  readonly apiKey: ApiKey['apiKey'];
  /** Signature of this request (32 bytes, one character each), and the second in which it was signed. */
  readonly signature: string;
  readonly timestamp: number;
}

export type Identify = (request: FastifyRequest) => Caller | Failure;

/** Describes problems that a user can fix; everything about keys has one text and one code. */
export function refusedCaller({ error, details }: AuthenticationRefused): Failure {
  const refusal =
    error === INVALID_API_KEY ? failure('invalid_api_key') : failure('unauthenticated', { detail: error });
  return details === undefined ? refusal : { ...refusal, details };
}

/** Creates the L2 check: the request's exact bytes under the caller's key. */
export function createIdentify(authenticator: Authenticator, view: VenueView): Identify {
  return (request) => request.caller ?? callerOf(authenticator, view, request);
}

/**
 * Creates the same check for revoked API keys. Their owner may learn the outcome of earlier requests, and nothing else.
 */
export function createIdentifyRevoked({ revoked }: Authenticator, view: VenueView): Identify {
  return (request) => callerOf(revoked, view, request);
}

/** A request as its key has signed it. */
function signedBy(request: FastifyRequest): SignedRequest {
  const { url = '', rawHeaders } = request.raw;
  return { method: request.method, path: url, rawHeaders, body: bodyBytes(request) };
}

function callerOf(checks: KeyChecks, view: VenueView, request: FastifyRequest): Caller | Failure {
  const authenticated = checks.authenticateL2(signedBy(request));
  if (authenticated.kind === 'refused') return refusedCaller(authenticated);
  const id = view.state.accountsByAddress.get(authenticated.address);
  const account = id === undefined ? undefined : view.state.accounts[id];
  if (account === undefined) return failure('invalid_api_key');
  if (view.state.rights.suspended.has(account.id)) return failure('account_suspended', { account: account.address });
  const { apiKey, signature, timestamp } = authenticated;
  return { kind: 'caller', account, apiKey, signature, timestamp };
}

/** The account behind the builder headers that a request carries in addition. */
export interface Builder {
  readonly kind: 'builder';
  readonly account: AccountId;
  readonly address: string;
  readonly apiKey: string;
}

/** Returns null for a request without builder headers. */
export type IdentifyBuilder = (request: FastifyRequest) => Builder | Failure | null;

/** Creates the check of builder headers; with `authenticator.revoked` for revoked builder keys. */
export function createIdentifyBuilder(checks: KeyChecks, view: VenueView): IdentifyBuilder {
  return (request) => {
    const shown = checks.authenticateBuilder(signedBy(request));
    if (shown === null) return null;
    if (shown.kind === 'refused') return refusedCaller(shown);
    const { address, apiKey } = shown;
    const account = view.state.accountsByAddress.get(address);
    if (account === undefined) return failure('invalid_api_key');
    if (view.state.rights.suspended.has(account)) return failure('account_suspended', { account: address });
    return { kind: 'builder', account, address, apiKey };
  };
}
