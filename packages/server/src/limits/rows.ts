/**
 * The cap table as the limiter works with it: rows by number, and for each route the rows that it counts in, its lane and
 * the texts of its headers. Made once at the start.
 */
import { CAPS, type CapName, type CapTable, type Route } from '@bellwether/contract';
import { type Spans, spansOf } from './row-log.ts';

/** Cancels and heartbeats go before everything else of the same client. */
export const URGENT = 0;
export const USUAL = 1;
export type Lane = typeof URGENT | typeof USUAL;
export const LANES: readonly Lane[] = [URGENT, USUAL];

/**
 * A network of many addresses (an IPv6 /48) has this many times the caps of one address: neighbours of one attacker keep
 * room, and a thousand addresses of one owner are not a thousand clients.
 */
export const NETWORK_SHARE = 4;

/** A row of the table with the windows in force. */
export interface Row {
  readonly name: CapName;
  readonly number: number;
  /** By the scope of the client. */
  readonly spans: { readonly single: Spans; readonly network: Spans };
  /** For each window what comes before the figure in `RateLimit`. */
  readonly remainingPrefixes: readonly string[];
  /** Members of `RateLimit-Policy`. */
  readonly policy: string;
}

/** How the requests of a route are counted. */
export interface Plan {
  readonly rows: readonly Row[];
  /** Number of the row in which a request counts its weight: orders of a batch, or units of cost; -1 where it is always one. */
  readonly weighted: number;
  readonly lane: Lane;
  readonly longestMs: number;
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
}

/** Rows that count more than one for some requests; a route has at most one of them. */
const WEIGHED: ReadonlySet<CapName> = new Set(['order', 'work', 'cancels']);

/** A limiter keeps sets of rows in the bits of one small integer. */
const ROWS_MAX = 30;

/** Numbers the rows that have a window. */
export function rowsOf(table: CapTable): ReadonlyMap<CapName, Row> {
  const rows = new Map<CapName, Row>();
  for (const name of Object.keys(CAPS) as CapName[]) {
    if (table[name].length > 0) rows.set(name, rowOf(name, rows.size, table));
  }
  if (rows.size > ROWS_MAX) throw new RangeError(`the cap table has more than ${ROWS_MAX} rows`);
  return rows;
}

function rowOf(name: CapName, number: number, table: CapTable): Row {
  const windows = table[name];
  const spans = spansOf(windows);
  const network = windows.map(({ requests, seconds }) => ({ requests: requests * NETWORK_SHARE, seconds }));
  // A row with several windows names each by its length.
  const labels = spans.list.map(({ lengthMs }) => (spans.list.length === 1 ? name : `${name}-${lengthMs / 1000}s`));
  return {
    name,
    number,
    spans: { single: spans, network: spansOf(network) },
    remainingPrefixes: labels.map((label) => `"${label}";r=`),
    policy: spans.list
      .map(({ requests, lengthMs }, index) => `"${labels[index]}";q=${requests};w=${lengthMs / 1000}`)
      .join(', '),
  };
}

/** The plan of a route; null when none of its rows is capped. */
export function planOf(route: Pick<Route, 'method' | 'path' | 'caps'>, all: ReadonlyMap<CapName, Row>): Plan | null {
  const isUrgent = route.method === 'DELETE' || (route.method === 'POST' && route.path.endsWith('/heartbeats'));
  const rows = route.caps.flatMap((name) => all.get(name) ?? []);
  if (rows.length === 0) return null;
  return {
    rows,
    weighted: rows.find(({ name }) => WEIGHED.has(name))?.number ?? -1,
    lane: isUrgent ? URGENT : USUAL,
    longestMs: Math.max(...rows.map(({ spans }) => spans.single.longestMs)),
    policy: rows.map(({ policy }) => policy).join(', '),
  };
}
