/**
 * Measured figures of requests, committed as data, and docs/internals/costs.md, which is generated from them and the route table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import { sumOf, THREADS, type ThreadTimes } from './thread-times.ts';

export interface Row {
  readonly route: string;
  readonly request: string;
  /** CPU milliseconds of one request. */
  readonly times: ThreadTimes;
  /** Requests per second that the caps allow from one address. */
  readonly perSecond: number;
}

/** p99 of other clients beside an attack, relative to p99 alone. */
export interface Beside {
  readonly attack: string;
  readonly orders: number;
  readonly books: number;
}

export interface Figures {
  readonly machine: string;
  readonly rows: readonly Row[];
  readonly beside: readonly Beside[];
  /** CPU microseconds of an order, and of a bare route that parses and validates it. */
  readonly orders: { readonly machine: string; readonly venue: ThreadTimes; readonly bare: ThreadTimes };
}

const FILE = join(import.meta.dirname, '../../figures.json');
const PAGE = join(import.meta.dirname, '../../../docs/internals/costs.md');
const MARK = '<!-- generated from here on: npm run bench:worst -- --page -->\n';

// Cast: `writeFigures` wrote the file.
export const readFigures = (): Figures => JSON.parse(readFileSync(FILE, 'utf8')) as Figures;

/** Merges a run's findings into the figures, rows by route, and writes the page. */
export function writeFigures(found: Partial<Figures>): void {
  const before = readFigures();
  const rows = new Map([...before.rows, ...(found.rows ?? [])].map((row) => [row.route, row]));
  const all: Figures = { ...before, ...found, rows: [...rows.values()] };
  // One row per line, with rounded figures, so that diffs are readable.
  const round = (_: string, value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(3)) : value);
  const lines = (items: readonly unknown[]): string =>
    `[\n${items.map((item) => JSON.stringify(item, round)).join(',\n')}\n]`;
  const parts = Object.entries(all).map(
    ([name, value]) => `${JSON.stringify(name)}: ${Array.isArray(value) ? lines(value) : JSON.stringify(value, round)}`,
  );
  writeFileSync(FILE, `{\n${parts.join(',\n')}\n}\n`);
  writeFileSync(PAGE, costsPage(readPage(), readFigures()));
}

export const readPage = (): string => readFileSync(PAGE, 'utf8');

/** Share of a core that one address can take with a route's worst request. */
export const cores = ({ times, perSecond }: Row): number => (sumOf(times) * perSecond) / 1_000;

/** Routes below this share of a core are left out of the page. */
const LISTED_FROM_CORES = 0.25;

/** Attacks below this ratio are left out of the page. */
const LISTED_FROM_RATIO = 2;

/** The page, with everything below its mark regenerated. */
export function costsPage(page: string, { machine, rows, beside, orders }: Figures): string {
  const [text = ''] = page.split(MARK, 1);
  const measured = new Map(rows.map((row) => [row.route, row]));
  const routes = Object.entries<Route>(ROUTES_BY_NAME).filter(
    ([, { auth, answer }]) => auth !== 'admin' && answer === undefined,
  );
  const unmeasured = routes.filter(([name]) => !measured.has(name)).map(([, route]) => nameOf(route));
  const listed = routes.flatMap(([name, route]) => {
    const row = measured.get(name);
    return row !== undefined && cores(row) >= LISTED_FROM_CORES ? [routeCells(route, row)] : [];
  });
  const notable = beside.filter((one) => Math.max(one.orders, one.books) >= LISTED_FROM_RATIO);
  return [
    text + MARK,
    `## An order\n\nCPU in microseconds by thread, on ${orders.machine}.`,
    markdown(
      ['', ...THREADS, 'sum'],
      (['venue', 'bare'] as const).map((name) => [
        name === 'bare' ? 'bare route' : name,
        ...THREADS.map((kind) => orders[name][kind].toFixed(1)),
        sumOf(orders[name]).toFixed(1),
      ]),
    ),
    `## Others beside an attacker\n\np99 of their orders and books, times p99 alone; at most 3. The other ${beside.length - notable.length} attacks stay below ${LISTED_FROM_RATIO}.`,
    markdown(
      ['attack', 'orders', 'books'],
      notable.map((one) => [one.attack, one.orders.toFixed(2), one.books.toFixed(2)]),
    ),
    `## Expensive routes\n\nCPU in milliseconds for the worst request, on ${machine}, times the cap of one address. The other ${measured.size - listed.length} capped routes take less than ${LISTED_FROM_CORES} cores: \`bench/figures.json\` has them. Not measured yet: ${unmeasured.join(', ') || 'none'}. Routes with a constant answer are left out, and the operator’s have no cap.`,
    markdown(['route', 'worst request', 'gateway', 'readers', 'all', 'cap /s', 'cores'], listed),
  ].join('\n\n');
}

const nameOf = ({ method, path }: Route): string => `\`${method} ${path}\``;

function routeCells(route: Route, row: Row): string[] {
  const { request, times, perSecond } = row;
  const milliseconds = [times.gateway, times.readers, sumOf(times)].map((ms) => ms.toFixed(2));
  return [nameOf(route), request, ...milliseconds, perSecond.toFixed(1), cores(row).toFixed(3)];
}

function markdown(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');
}
