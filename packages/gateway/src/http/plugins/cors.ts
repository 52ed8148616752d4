/**
 * Decides which pages may read which answers and feeds. Public reads without an allow-list are open to every page.
 * Everything else is open only to pages of the origins that the operator names. A page of another origin
 * authenticates with headers like every client: browser credentials, such as the session cookie of a person, are for
 * the venue's own page.
 */
import {
  AFTER_SEQUENCE_HEADER,
  IDEMPOTENCY_HEADER,
  REASON_HEADER,
  REPLAYED_HEADER,
  ROUTES_BY_NAME,
  type Route,
  SEQUENCE_HEADER,
  TRACE_HEADER,
} from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUILDER_FIELDS, L1_FIELDS, L2_FIELDS } from '../../auth/header-names.ts';

interface CorsSettings {
  /** Exact origins, for example `https://desk.example`. */
  readonly corsOrigins: readonly string[];
  /** Header prefixes accepted for authentication. */
  readonly authPrefixes: readonly string[];
  /** True if the ledger's allow-list is in force. */
  readonly isLedgerRestricted: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    cors: Cors;
  }
}

/** Headers that a page of another origin may read, in addition to those it may always read. */
const EXPOSED_HEADERS = `date, ratelimit, ratelimit-policy, retry-after, x-next-cursor, x-book-sequence, x-read-sequence, ${SEQUENCE_HEADER}, ${REPLAYED_HEADER}, ${IDEMPOTENCY_HEADER}, ${TRACE_HEADER}, allow`;
/** Request headers that a page may send to routes that are open to every page. */
const OPEN_REQUEST_HEADERS = `content-type, ${AFTER_SEQUENCE_HEADER}`;
/** Seconds for which a browser may cache the answer to a preflight. */
const OPEN_MAX_AGE = '86400';
const NAMED_MAX_AGE = '600';

/** Paths that only clients on the allow-list may read, if there is one, in whatever form the route is mounted. */
const OF_THE_LEDGER: ReadonlySet<string> = new Set<string>([
  ROUTES_BY_NAME.trades.path,
  ROUTES_BY_NAME.dataV2Trades.path,
  ROUTES_BY_NAME.holders.path,
  ROUTES_BY_NAME.market.path,
]);

/** Writes without authentication headers: their content is signed, so they need none, but they are not reads. */
const WRITES_WITHOUT_HEADERS: ReadonlySet<Route> = new Set<Route>([
  ROUTES_BY_NAME.relaySubmit,
  ROUTES_BY_NAME.revokeSessionSigner,
]);

export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #isLedgerRestricted: boolean;
  readonly #requestHeaders: string;

  constructor({ corsOrigins, authPrefixes, isLedgerRestricted }: CorsSettings) {
    this.#origins = new Set(corsOrigins);
    this.#isLedgerRestricted = isLedgerRestricted;
    const fields = new Set<string>([...L1_FIELDS, ...L2_FIELDS, ...BUILDER_FIELDS]);
    const signed = authPrefixes.flatMap((prefix) => [...fields].map((field) => `${prefix}${field}`.toLowerCase()));
    const known = ['content-type', 'authorization', IDEMPOTENCY_HEADER, AFTER_SEQUENCE_HEADER, REASON_HEADER];
    this.#requestHeaders = [...known, ...signed].join(', ');
  }

  /** True if any page may read a route's answers. */
  isOpen(route: Route): boolean {
    if (route.auth !== 'none' || WRITES_WITHOUT_HEADERS.has(route)) return false;
    return !(this.#isLedgerRestricted && OF_THE_LEDGER.has(route.path));
  }

  /**
   * True for a page of another origin that the operator has not named. Browsers apply no CORS to WebSockets, so the venue
   * itself refuses them. Programs send no `Origin`, and a proxy may pass `Host` without its port.
   */
  isForeign({ headers }: FastifyRequest): boolean {
    const { origin, host } = headers;
    if (origin === undefined || this.#origins.has(origin)) return false;
    if (!URL.canParse(origin)) return true;
    const page = new URL(origin);
    return page.host !== host && page.hostname !== host;
  }

  /** Lets any page read the answer. */
  allowAny(reply: FastifyReply): void {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS);
  }

  /** Lets pages of the named origins read the answer, whatever it is. Returns false for other origins. */
  allowNamed({ headers }: FastifyRequest, reply: FastifyReply): boolean {
    const { origin } = headers;
    if (origin === undefined || !this.#origins.has(origin)) return false;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', EXPOSED_HEADERS)
      .header('vary', 'origin');
    return true;
  }

  /**
   * Answers a browser's preflight for a path; `isOpen`: every route on the path is open. Pages of the named origins may
   * sign any request: of a venue for members, reads too.
   */
  answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: string, isOpen: boolean): void {
    if (this.allowNamed(request, reply)) {
      reply
        .header('access-control-allow-headers', this.#requestHeaders)
        .header('access-control-max-age', NAMED_MAX_AGE);
    } else if (isOpen) {
      this.allowAny(reply);
      reply.header('access-control-allow-headers', OPEN_REQUEST_HEADERS).header('access-control-max-age', OPEN_MAX_AGE);
    } else return;
    reply.header('access-control-allow-methods', allowed);
  }
}

/** Sets up the server's CORS rules; called before any route is mounted. */
export function registerCors(app: FastifyInstance, settings: CorsSettings): void {
  const cors = new Cors(settings);
  app.decorate('cors', cors);
  if (settings.corsOrigins.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    // A public read later replaces this with `*`.
    cors.allowNamed(request, reply);
    done();
  });
}
