/**
 * Measured figures of requests, committed as data, and docs/internals/costs.md, which is generated from them and the route table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costText, ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import { sumOf, THREADS, type ThreadTimes } from './thread-times.ts';

/** The worst request of a route. */
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

/** The page, with everything below its mark regenerated. */
export function costsPage(page: string, { machine, rows, beside, orders }: Figures): string {
  const [text = ''] = page.split(MARK, 1);
  const measured = new Map(rows.map((row) => [row.route, row]));
  const routes = Object.entries<Route>(ROUTES_BY_NAME)
    .filter(([, { auth }]) => auth !== 'admin')
    .map(([name, route]) => routeCells(route, measured.get(name)));
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
    '## Others beside an attacker\n\np99 of their orders and books, times p99 alone; at most 3.',
    markdown(
      ['attack', 'orders', 'books'],
      beside.map((one) => [one.attack, one.orders.toFixed(2), one.books.toFixed(2)]),
    ),
    `## Every route\n\nCPU in milliseconds for one request, on ${machine}. The operator’s routes have no cap; “–”: not measured yet.`,
    markdown(['route', 'counts as', 'worst request', 'gateway', 'readers', 'all', 'cap /s', 'cores'], routes),
  ].join('\n\n');
}

function routeCells({ method, path, cost }: Route, row: Row | undefined): string[] {
  const name = [`\`${method} ${path}\``, cost === undefined ? '1' : costText(cost)];
  if (row === undefined) return [...name, '–', '–', '–', '–', '–', '–'];
  const { request, times, perSecond } = row;
  const share = [perSecond.toFixed(1), ((sumOf(times) * perSecond) / 1_000).toFixed(3)];
  return [...name, request, ...[times.gateway, times.readers, sumOf(times)].map((ms) => ms.toFixed(2)), ...share];
}

function markdown(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
