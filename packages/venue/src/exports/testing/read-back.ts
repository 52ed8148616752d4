/** Reads an export with another program's reader into one form for all formats: amounts in millionths, nothing is null. */
import { readFileSync } from 'node:fs';
import type { ExportFormat } from '@bellwether/ports/exports.ts';
import type { CellKind } from '@bellwether/read-model/exports/query/data-set.ts';
import { DATA_SETS } from '@bellwether/read-model/exports/query/data-sets.ts';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

type Found = Record<string, unknown>;

const READ: Readonly<Record<ExportFormat, (path: string) => Promise<Found[]>>> = {
  csv: async (path) => parse(readFileSync(path), { columns: true }) as Found[],
  jsonl: async (path) => {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Found);
  },
  parquet: async (path) => await parquetReadObjects({ file: await asyncBufferFromFile(path) }),
};

const VALUE: Readonly<Record<CellKind, (cell: unknown, format: ExportFormat) => unknown>> = {
  text: (cell, format) => (format === 'csv' ? String(cell).replace(/^'/, '') : cell),
  integer: Number,
  amount: (cell) => Math.round(Number(cell) * 1e6),
  time: (cell) => (cell instanceof Date ? cell.toISOString() : cell),
  flag: (cell) => String(cell) === 'true',
};

export async function readBack(what: keyof typeof DATA_SETS, format: ExportFormat, path: string): Promise<Found[]> {
  const rows = await READ[format](path);
  return rows.map((row) =>
    Object.fromEntries(
      DATA_SETS[what].columns.map(({ name, kind }) => {
        const cell = row[name];
        return [name, cell === '' || cell === null ? null : VALUE[kind](cell, format)];
      }),
    ),
  );
}
