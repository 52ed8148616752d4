/** A request that may be the worst of its route: how to create and sign it, and how often one address may send it. */
import {
  CAPS,
  type CapName,
  type ConstantRoute,
  costOf,
  ROUTES_BY_NAME,
  type Route,
  type RouteName,
} from '@bellwether/contract';
import { workOf } from '@bellwether/gateway/http/plugins/work.ts';
import type { Trader } from '../shared/trading-floor.ts';

/** A route that anyone may use and that has work to do. Operator routes need the token and have no caps. */
export type CappedRoute = {
  [Name in RouteName]: (typeof ROUTES_BY_NAME)[Name] extends { readonly auth: 'admin' } | ConstantRoute ? never : Name;
}[RouteName];

const routes = Object.entries(ROUTES_BY_NAME) as [CappedRoute, Route][];
export const cappedRoutes = routes.filter(([, { auth, answer }]) => auth !== 'admin' && answer === undefined);

/** The sender of a request: an account of the world by its key or its signature, or anyone. */
export type Sender = { readonly kind: 'anyone' } | { readonly kind: 'key' | 'wallet'; readonly actor: number };

interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly sender: Sender;
}

export interface Candidate {
  /** The reason why it is expensive, for the table. */
  readonly what: string;
  /** Returns the next request; a new one each time if a repeat would be free. */
  readonly next: () => Request;
  /** Status of the answer; null if the first answer differs from later ones. */
  readonly status: number | null;
  /** Number of markets in which the sender owns anything, if the answer shows them. */
  readonly owned?: number;
}

export const ANYONE = { kind: 'anyone' } as Sender;
export const key = (actor: number): Sender => ({ kind: 'key', actor });
export const nobody = (): undefined => undefined;

type Path = string | (() => string);

/** A request with a body that is created for each sending. */
export function send(what: string, path: Path, body: () => unknown, sender = ANYONE, status = 200): Candidate {
  const next = (): Request => ({ path: typeof path === 'string' ? path : path(), body: body(), sender });
  return { what, next, status };
}

export const get = (what: string, path: Path, sender = ANYONE, status = 200): Candidate =>
  send(what, path, nobody, sender, status);

/** A request with several possible answers: refused as a repeat, or stopped after a second of CPU time. */
export const anyAnswer = (what: string, path: string, sender = ANYONE): Candidate => ({
  ...get(what, path, sender),
  status: null,
});

/** The request in its wire form, signed now: a signature is valid for a minute. */
export function bytesOf(route: Route, request: Request, signers: readonly Trader[]): Buffer {
  const { path, body, sender } = request;
  const text = body === undefined ? '' : JSON.stringify(body);
  const now = String(Math.floor(Date.now() / 1000));
  if (sender.kind === 'key') {
    const { wallet, credentials } = signers[sender.actor] as Trader;
    return wallet.request(route.method, path, text, credentials, now);
  }
  const head = [`${route.method} ${path} HTTP/1.1`, 'host: localhost'];
  if (sender.kind === 'wallet') {
    const headers = (signers[sender.actor] as Trader).wallet.authHeaders(now);
    head.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  }
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * Requests per second that the caps allow: the strictest window of all caps, with longer windows counted as 10 seconds.
 * `readerMs`: CPU time of reader threads per request, which the venue counts as soon as it knows it.
 */
export function requestsPerSecond(route: Route, candidate: Candidate, readerMs: number): number {
  const request = candidate.next();
  let most = Number.POSITIVE_INFINITY;
  for (const name of route.caps) {
    const weight = weightIn(name, route, request, readerMs, candidate.owned ?? 0);
    for (const { requests, seconds } of CAPS[name].windows)
      most = Math.min(most, requests / Math.min(seconds, 10) / weight);
  }
  return most;
}

function weightIn(name: CapName, route: Route, { path, body }: Request, readerMs: number, owned: number): number {
  // Each order of a batch counts.
  if (name === 'order') return Array.isArray(body) ? body.length : 1;
  if (name !== 'work' && name !== 'cancels') return 1;
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
  const bodyBytes = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
  const declared = costOf(route, { query, bodyBytes, owned });
  return name === 'work' && readerMs > 0 ? Math.max(declared, workOf(readerMs)) : declared;
}
