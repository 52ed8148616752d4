/**
 * The cap table prepared for the limiter: numbered rows, and for each route its rows, its lane and its header texts.
 * Built once at the start.
 */
import { CAPS, type CapName, type CapTable, type Route } from '@bellwether/contract';
import { type Spans, spansOf } from './row-log.ts';

/** Lane of cancels and heartbeats, served before everything else of the same client. */
export const URGENT = 0;
export const USUAL = 1;
export type Lane = typeof URGENT | typeof USUAL;
export const LANES: readonly Lane[] = [URGENT, USUAL];

/**
 * Multiple of an address's caps for a network of many addresses (an IPv6 /48). Neighbours of an attacker keep some
 * room, and a thousand addresses of one owner are not a thousand clients.
 */
export const NETWORK_SHARE = 4;

/** A row of the table with the windows in force. */
export interface Row {
  readonly name: CapName;
  readonly number: number;
  /** Spans by the scope of the client. */
  readonly spans: { readonly single: Spans; readonly network: Spans };
  /** For each window, the text before the figure in `RateLimit`. */
  readonly remainingPrefixes: readonly string[];
  /** Members of this row in `RateLimit-Policy`. */
  readonly policy: string;
}

/** How the requests of a route are counted. */
export interface Plan {
  readonly rows: readonly Row[];
  /**
   * Number of the row in which a request counts its weight (orders of a batch, or units of cost); -1 if the weight is
   * always one.
   */
  readonly weighted: number;
  readonly lane: Lane;
  readonly longestMs: number;
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
}

/** Rows in which some requests count more than one; a route has at most one such row. */
const WEIGHED: ReadonlySet<CapName> = new Set(['order', 'work', 'cancels']);

/** Maximum number of rows: the limiter keeps sets of rows as bits of a small integer. */
const ROWS_MAX = 30;

/** Assigns numbers to the rows that have a window. */
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
  // A row with several windows labels each with its length.
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

/** Plan of a route; null if none of its rows is capped. */
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
