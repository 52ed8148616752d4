/** Rows as the bytes of a file, some at a time. Values are exact and equal rows give equal bytes in every format. */
import type { ExportFormat } from '@bellwether/ports/exports.ts';
import type { CellKind, ExportColumn } from '@bellwether/read-model/exports/query/data-set.ts';
import { csvText } from '@bellwether/wire/forms/csv.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import type { Encoder, Row } from './encoder.ts';

/** Loads what the format needs. */
export async function createEncoder(format: ExportFormat, columns: readonly ExportColumn[]): Promise<Encoder> {
  if (format === 'csv') return csvEncoder(columns);
  if (format === 'jsonl') return jsonlEncoder(columns);
  return (await import('./parquet.ts')).parquetEncoder(columns);
}

const ROWS_AT_ONCE = 500;
const utf8 = new TextEncoder();
const NOTHING = new Uint8Array();

/** A cell for people: decimals, and times as ISO 8601. */
const TEXT_OF: Readonly<Record<CellKind, (cell: string | number) => string>> = {
  text: String,
  integer: String,
  amount: (cell) => amountText(typeof cell === 'number' ? cell : BigInt(cell)),
  time: (cell) => new Date(Number(cell)).toISOString(),
  flag: (cell) => (cell === 1 ? 'true' : 'false'),
};

function csvEncoder(columns: readonly ExportColumn[]): Encoder {
  const cells = columns.map(({ name, kind }) => {
    const textOf = TEXT_OF[kind];
    return (row: Row): string => {
      const cell = row[name] ?? null;
      if (cell === null) return '';
      return kind === 'text' ? csvText(String(cell)) : textOf(cell);
    };
  });
  return {
    rowsAtOnce: ROWS_AT_ONCE,
    begin: () => utf8.encode(`${columns.map(({ name }) => name).join(',')}\n`),
    rows: (rows) => utf8.encode(rows.map((row) => `${cells.map((cell) => cell(row)).join(',')}\n`).join('')),
    end: () => NOTHING,
  };
}

function jsonlEncoder(columns: readonly ExportColumn[]): Encoder {
  const fields = columns.map(({ name, kind }) => {
    const [key, textOf] = [`"${name}":`, TEXT_OF[kind]];
    const isBare = kind === 'integer' || kind === 'flag';
    return (row: Row): string => {
      const cell = row[name] ?? null;
      if (cell === null) return `${key}null`;
      return key + (isBare ? textOf(cell) : JSON.stringify(textOf(cell)));
    };
  });
  return {
    rowsAtOnce: ROWS_AT_ONCE,
    begin: () => NOTHING,
    rows: (rows) => utf8.encode(rows.map((row) => `{${fields.map((field) => field(row)).join(',')}}\n`).join('')),
    end: () => NOTHING,
  };
}
