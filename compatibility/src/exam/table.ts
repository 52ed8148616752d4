/** The table incident × client: written from examinations, and read back from the document that shows it. */
import { join } from 'node:path';
import { CLIENT_NAMES } from '../table/clients.ts';
import { markdownTable } from '../table/render.ts';

export const DOCUMENT = join(import.meta.dirname, '../../../docs/reference/compatibility.md');
export const MARKS: [string, string] = [
  '<!-- Written by `npm run compatibility:exam`. -->',
  '<!-- End of `npm run compatibility:exam`. -->',
];

/** The table of columns: verdicts of each client, then those on the naive bot. */
export function examTable(columns: readonly ReadonlyMap<string, string>[]): string {
  const head = ['incident', ...CLIENT_NAMES.map((_, index) => String(index + 1)), 'naive'];
  const incidents = [...(columns[0]?.keys() ?? [])];
  const rows = incidents.map((name) => [`\`${name}\``, ...columns.map((column) => column.get(name) ?? '')]);
  return markdownTable([head, ...rows]).join('\n');
}
