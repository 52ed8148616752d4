/**
 * Resolves the target of a request, once, before anything else looks at it. Some clients expect one host per service: a
 * path prefix (`/clob`, `/gamma`, `/data`) or a host name selects the service. The target becomes the venue's own
 * route, so that caps, signatures, metrics and rights see a single spelling. A target that is no route is answered here.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  CATALOG_ROUTES,
  DESCRIPTION_ROUTES,
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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { L2_FIELDS } from '../../auth/header-names.ts';
import { failure } from '../../wire/failure.ts';
import { sendFailure } from './answers.ts';
import type { Cors } from './cors.ts';
import { safeName } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    hosts: Hosts;
  }
  interface FastifyContextConfig {
    /**
     * True if the route is part of a service, and so reachable behind its prefix; routes of the operator and the page
     * are not.
     */
    ofService?: boolean;
  }
}

type Target = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The venue's own routes besides the operator's; no client expects them behind a prefix. */
const OF_VENUE: ReadonlySet<Route> = new Set<Route>([METRICS_ROUTE, ...Object.values(DESCRIPTION_ROUTES)]);
const OF_SERVICES: ReadonlySet<string> = new Set(
  ROUTES.filter((route) => route.auth !== 'admin' && !OF_VENUE.has(route)).map(({ path }) => path),
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
  targetOf({ method, url = '', headers }: Target): string {
    const named = this.#named(headers.host);
    if (named !== null) return formOf(named, method, url);
    const prefixed = prefixOf(url);
    if (prefixed === null) return url;
    const { service, rest } = prefixed;
    if (service === 'data' && isTradingPath(rest, headers)) return url;
    return formOf(service, method, rest);
  }

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
    return this.#named(raw.headers.host) === null ? (prefixOf(originalUrl)?.service ?? null) : null;
  }

  #named(host: string | undefined): Service | null {
    // Most clients connect by IP address.
    if (host === undefined || /^[0-9[]/.test(host)) return null;
    if (host !== this.#latest.host) {
      const service = this.#names.get(host.toLowerCase().replace(/\.?(?::[0-9]*)?$/, '')) ?? null;
      this.#latest = { host, service };
    }
    return this.#latest.service;
  }
}

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

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
  /** True if any page may read every route on the path. */
  readonly open: boolean;
  /** True if the path is also reachable behind a service's prefix. */
  readonly ofService: boolean;
}

const PATH_SHOWN_MAX = 64;

/**
 * Answers requests that match no route: another method on a known path gets 405 with `Allow`, `OPTIONS` lists the
 * allowed methods (also for browser preflights), anything else gets 404.
 */
export function registerMethodFallback(app: FastifyInstance, routes: readonly Route[]): void {
  const paths = knownPaths(routes, app.cors);
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
    const method = safeName(request.method);
    const isMisplaced = app.hosts.isMisplaced(request);
    const known = paths.find(({ pattern, ofService }) => pattern.test(path) && (ofService || !isMisplaced));
    if (known === undefined) {
      const [sent = ''] = request.originalUrl.split('?', 1);
      const shown = sent.replace(/[^\x21-\x7e]|["<>\\]/g, '').slice(0, PATH_SHOWN_MAX);
      return sendFailure(reply, failure('route_not_found', { method, path: shown }), 'plain');
    }
    const allowed = known.methods.join(', ');
    reply.header('allow', allowed);
    if (known.open) app.cors.allowAny(reply);
    if (request.method !== 'OPTIONS')
      return sendFailure(reply, failure('method_not_allowed', { method, allowed }), 'plain');
    app.cors.answerPreflight(request, reply, allowed, known.open);
    app.requestCounts.unrouted.count(204);
    return reply.code(204).send();
  };
  // Answered at once, because the body of such a request does not matter.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || app.hosts.isMisplaced(request)) void answer(request, reply);
    else done();
  });
  app.setNotFoundHandler(answer);
}

function knownPaths(routes: readonly Route[], cors: Cors): KnownPath[] {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  return [...byPath].map(([path, onPath]) => {
    const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]*');
    return {
      pattern: new RegExp(`^${pattern}$`),
      methods: [...methods, 'OPTIONS'],
      open: onPath.every((route) => cors.isOpen(route)),
      ofService: isOfService({ path }),
    };
  });
}
