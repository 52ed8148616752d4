/**
 * Whose pages may read what. Public reads that no allow-list restricts answer every page; everything else answers pages
 * of the origins that the operator names, and no one else's. There are no cookies: a page proves itself with headers as
 * every client does, and credentials of the browser are never asked for.
 */
import type { Route } from '@bellwether/contract';
import {
  AFTER_SEQUENCE_HEADER,
  IDEMPOTENCY_HEADER,
  REPLAYED_HEADER,
  ROUTES_BY_NAME,
  SEQUENCE_HEADER,
} from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUILDER_FIELDS, L1_FIELDS, L2_FIELDS } from '../../auth/headers.ts';

export interface CorsSettings {
  /** Exact origins, for example `https://desk.example`. */
  readonly corsOrigins: readonly string[];
  /** Header prefixes accepted for authentication. */
  readonly authPrefixes: readonly string[];
  /** Whether the ledger's allow-list is in force. */
  readonly isLedgerRestricted: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    cors: Cors;
  }
}

/** Headers that a page of another origin may read besides those that it always may. */
const EXPOSED_HEADERS = `date, ratelimit, ratelimit-policy, retry-after, x-next-cursor, x-book-sequence, x-read-sequence, ${SEQUENCE_HEADER}, ${REPLAYED_HEADER}, ${IDEMPOTENCY_HEADER}, allow`;
/** Headers that a page may send to what every page may read. */
const OPEN_REQUEST_HEADERS = `content-type, ${AFTER_SEQUENCE_HEADER}`;
/** How long a browser may remember what it was told, in seconds. */
const OPEN_MAX_AGE = '86400';
const NAMED_MAX_AGE = '600';

/** Paths that the allow-list's clients alone may read, where there is one, whatever form of the route is mounted. */
const OF_THE_LEDGER: ReadonlySet<string> = new Set<string>([
  ROUTES_BY_NAME.trades.path,
  ROUTES_BY_NAME.holders.path,
  ROUTES_BY_NAME.market.path,
]);

/** It needs no headers, since what it carries is signed, and yet it is no read. */
const WRITES_WITHOUT_HEADERS: ReadonlySet<Route> = new Set<Route>([ROUTES_BY_NAME.relaySubmit]);

export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #isLedgerRestricted: boolean;
  readonly #requestHeaders: string;

  constructor({ corsOrigins, authPrefixes, isLedgerRestricted }: CorsSettings) {
    this.#origins = new Set(corsOrigins);
    this.#isLedgerRestricted = isLedgerRestricted;
    const fields = new Set<string>([...L1_FIELDS, ...L2_FIELDS, ...BUILDER_FIELDS]);
    const signed = authPrefixes.flatMap((prefix) => [...fields].map((field) => `${prefix}${field}`.toLowerCase()));
    this.#requestHeaders = ['content-type', 'authorization', IDEMPOTENCY_HEADER, AFTER_SEQUENCE_HEADER, ...signed].join(
      ', ',
    );
  }

  /** Whether any page may read a route's answers. */
  isOpen(route: Route): boolean {
    if (route.auth !== 'none' || WRITES_WITHOUT_HEADERS.has(route)) return false;
    return !(this.#isLedgerRestricted && OF_THE_LEDGER.has(route.path));
  }

  /** Lets any page read the answer. */
  allowAny(reply: FastifyReply): void {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS);
  }

  /** Lets pages of the named origins read the answer, whatever it is. */
  allowNamed({ headers }: FastifyRequest, reply: FastifyReply): boolean {
    const { origin } = headers;
    if (origin === undefined || !this.#origins.has(origin)) return false;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', EXPOSED_HEADERS)
      .header('vary', 'origin');
    return true;
  }

  /** What a browser that asks first is told of a path; `isOpen` where every route on it is. */
  answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: string, isOpen: boolean): void {
    if (isOpen) {
      this.allowAny(reply);
      reply.header('access-control-allow-headers', OPEN_REQUEST_HEADERS).header('access-control-max-age', OPEN_MAX_AGE);
    } else if (this.allowNamed(request, reply)) {
      reply
        .header('access-control-allow-headers', this.#requestHeaders)
        .header('access-control-max-age', NAMED_MAX_AGE);
    } else return;
    reply.header('access-control-allow-methods', allowed);
  }
}

/** Gives the server its rule; before any route is mounted. */
export function registerCors(app: FastifyInstance, settings: CorsSettings): void {
  const cors = new Cors(settings);
  app.decorate('cors', cors);
  if (settings.corsOrigins.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    // A public read says `*` later, in place of this.
    cors.allowNamed(request, reply);
    done();
  });
}
