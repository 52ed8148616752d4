/**
 * Clients that expect a host for each service: a path prefix (`/clob`, `/gamma`, `/data`) or a host name says which one a
 * request means. It is settled here, once, before anything else looks at the request: its target becomes that of the
 * venue's own route, so that caps, signatures, figures and rights know one spelling of everything.
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
import type { FastifyRequest } from 'fastify';
import { L2_FIELDS } from '../../auth/headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    hosts: Hosts;
  }
  interface FastifyContextConfig {
    /** Whether the route is part of a service, and so found behind its prefix; the operator's and the page are not. */
    ofService?: boolean;
  }
}

type Target = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Routes that the venue itself has, besides the operator's: no client looks for them behind a prefix. */
const OF_VENUE: ReadonlySet<Route> = new Set<Route>([METRICS_ROUTE, ...Object.values(DESCRIPTION_ROUTES)]);
const OF_SERVICES: ReadonlySet<string> = new Set(
  ROUTES.filter((route) => route.auth !== 'admin' && !OF_VENUE.has(route)).map(({ path }) => path),
);

/** The second part of the trading service's own paths below `/data/`: there no prefix is meant. */
const TRADING_DATA: ReadonlySet<string> = new Set(
  ROUTES.map(({ path }) => path.split('/')).flatMap(([, first, second = '']) => (first === 'data' ? [second] : [])),
);
/** The one of them that both services have: the caller's own trades and, behind the prefix, everyone's. */
const TRADES = LEDGER_ROUTES.trades.path.slice(1);
/** Query fields by which own trades are asked for, and never everyone's. */
const OWN_TRADES_FIELDS = Object.keys(OWN_ROUTES.ownTrades.query.properties).filter(
  (name) => !Object.hasOwn(LEDGER_ROUTES.trades.query.properties, name),
);
/** The ends of the names of headers that prove an API key, whatever their prefix. */
const KEY_HEADERS = L2_FIELDS.map((field) => `_${field.toLowerCase()}`);

/** Whether the route is part of a service. */
export const isOfService = ({ path }: Pick<Route, 'path'>): boolean => OF_SERVICES.has(path);

export class Hosts {
  readonly #names: ReadonlyMap<string, Service>;
  /** The host that was asked for last, and what it names: usually the next one again. */
  #latest: { readonly host: string; readonly service: Service | null } = { host: '', service: null };

  /** `names`: host names in lower case, without a port, that are a service's besides the local ones. */
  constructor(names: ReadonlyMap<string, Service>) {
    this.#names = new Map([...SERVICES.map((service) => [LOCAL_SERVICE_NAMES[service], service] as const), ...names]);
  }

  /** The request's target as the venue's own routes spell it. A host that is a service's has no prefixes. */
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

  /** True where a service is asked, by prefix or host, for what is no part of one: as if it were not there. */
  isMisplaced(request: FastifyRequest): boolean {
    return this.serviceOf(request) !== null && request.routeOptions.config.ofService !== true;
  }

  /** The service whose prefix was taken off the target. */
  #prefixed({ originalUrl, raw }: FastifyRequest): Service | null {
    if (originalUrl === raw.url) return null;
    return this.#named(raw.headers.host) === null ? (prefixOf(originalUrl)?.service ?? null) : null;
  }

  #named(host: string | undefined): Service | null {
    // Most clients come by address.
    if (host === undefined || /^[0-9[]/.test(host)) return null;
    if (host !== this.#latest.host) {
      const service = this.#names.get(host.toLowerCase().replace(/\.?(?::[0-9]*)?$/, '')) ?? null;
      this.#latest = { host, service };
    }
    return this.#latest.service;
  }
}

/** A target taken apart, where it begins with a prefix as a whole part of the path. */
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

/** `GET /markets` is the trading service's pages there, with or without the cursor by which the base address knows them. */
function formOf(service: Service, method: string | undefined, url: string): string {
  if (service !== 'clob' || method === 'POST' || method === 'DELETE') return url;
  const [path, query] = splitQuery(url);
  if (path !== CATALOG_ROUTES.markets.path || new URLSearchParams(query).has('next_cursor')) return url;
  return `${path}?${query === '' ? '' : `${query}&`}next_cursor=`;
}

/**
 * Whether `/data` + `rest` is a path of the trading service. Own trades are asked for with a key, with a field that only
 * they have, or with nothing at all, since who asks for everyone's says which: so a client whose headers were lost on the
 * way is told so and does not get everyone's.
 */
function isTradingPath(rest: string, headers: IncomingHttpHeaders): boolean {
  const [path, query] = splitQuery(rest);
  const [, part = '', ...more] = path.split('/');
  // Another spelling of a name could be another one here than to the router.
  if (part.includes('%')) return true;
  if (!TRADING_DATA.has(part)) return false;
  if (part !== TRADES || more.length > 0 || query === '') return true;
  const asked = new URLSearchParams(query);
  return OWN_TRADES_FIELDS.some((name) => asked.has(name)) || namesKey(headers);
}

/** Whether a key signs the request, or the one that a browser asks about. */
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
