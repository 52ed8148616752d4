/** Lists of people as CSV: reads one to invite, writes one to keep. Pure. */
import { INVITED_ROLES, type PeopleImport } from '@bellwether/contract';
import { cellsOf } from '../paste.ts';

export type ImportRow = PeopleImport['people'][number];

export const COLUMNS = ['email', 'name', 'group', 'role'] as const;
export const ROWS_MAX = 1_000;

/** Rows to invite, or what is wrong, and in which row of the file. */
export function readPeople(text: string): readonly ImportRow[] | string {
  const table = cellsOf(text);
  if (typeof table === 'string') return table;
  const [head = [], ...body] = table;
  const names = head.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    return `Row 1 names the columns: ${COLUMNS.join(', ')}, of which none is needed. “${unknown ?? ''}” is none of them.`;
  if (body.length === 0) return 'Below the row of names there is nobody.';
  if (body.length > ROWS_MAX) return `${body.length} people; at most ${ROWS_MAX} at a time.`;
  const rows: ImportRow[] = [];
  for (const [index, cells] of body.entries()) {
    const cell = (column: (typeof COLUMNS)[number]): string => (cells[names.indexOf(column)] ?? '').trim();
    const [email, name, group, role] = COLUMNS.map(cell);
    const place = `Row ${index + 2}:`;
    if (email !== '' && !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email ?? ''))
      return `${place} “${email}” is no e-mail address.`;
    if (role !== '' && !(INVITED_ROLES as readonly string[]).includes(role ?? ''))
      return `${place} “${role}” is no role; they are ${INVITED_ROLES.join(', ')}.`;
    const twice = email === '' ? -1 : rows.findIndex((row) => row.email?.toLowerCase() === email?.toLowerCase());
    if (twice >= 0) return `${place} Row ${twice + 2} has the same e-mail address.`;
    rows.push({
      ...(email && { email }),
      ...(name && { name }),
      ...(group && { group }),
      ...(role && { role: role as NonNullable<ImportRow['role']> }),
    });
  }
  return rows;
}

/** CSV of a table. Spreadsheets take cells that begin like a formula for one, so that such cells begin with a quote. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const written = (cell: string | number | null): string => {
    const text = String(cell ?? '');
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}
