/** How often one address may send a request, by the caps of the contract. */
import { CAPS, type CapName, costOf, type Route } from '@bellwether/contract';
import { workOf } from '@bellwether/server/http/plugins/work.ts';
import type { Request } from './candidate.ts';

/**
 * Requests a second that pass for as long as the shortest window of each row lasts; null for the operator's, which have no
 * cap. `readerMs`: CPU of reader threads for one, which the venue counts as soon as it knows it.
 */
export function requestsPerSecond(route: Route, request: Request, readerMs: number, owned = 0): number | null {
  if (route.auth === 'admin') return null;
  let most = Number.POSITIVE_INFINITY;
  for (const name of route.caps) {
    const weight = weightIn(name, route, request, readerMs, owned);
    for (const { requests, seconds } of CAPS[name].windows) {
      most = Math.min(most, requests / Math.min(seconds, 10) / weight);
    }
  }
  return most;
}

function weightIn(name: CapName, route: Route, { path, body }: Request, readerMs: number, owned: number): number {
  // A batch counts each of its orders.
  if (name === 'order') return Array.isArray(body) ? body.length : 1;
  if (name !== 'work' && name !== 'cancels') return 1;
  const query = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
  const bodyBytes = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
  const declared = costOf(route, { query, bodyBytes, owned });
  return name === 'work' && readerMs > 0 ? Math.max(declared, workOf(readerMs)) : declared;
}
