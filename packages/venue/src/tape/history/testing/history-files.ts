/** Files of history for tests, and the tapes made of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { checkedLines } from '../../checked-tape.ts';
import type { TapeLine, TapeMarket } from '../../tape-line.ts';
import { TapeReader } from '../../tape-reader.ts';
import { tapeOfHistory } from '../history-tape.ts';
import { type PlanValues, readPlan } from '../plan.ts';

export type Cells = readonly (string | number | boolean)[];

const quoted = (cell: Cells[number]): string => `"${String(cell).replaceAll('"', '""')}"`;

/** Text of CSV, with all cells quoted or none. */
export function csvText(names: readonly string[], rows: readonly Cells[], isQuoted = false, newline = '\n'): string {
  const line = (cells: Cells): string => cells.map((cell) => (isQuoted ? quoted(cell) : String(cell))).join(',');
  return [names, ...rows].map((cells) => `${line(cells)}${newline}`).join('');
}

export const packed = (text: string): Buffer => gzipSync(text);

/** Bytes of Parquet with columns of the types of the first row. */
export function parquetBytes(
  names: readonly string[],
  rows: readonly Cells[],
  rowGroupSize: number,
  types: Readonly<Record<string, ColumnSource['type']>> = {},
): Buffer {
  const columnData = names.map((name, at): ColumnSource => {
    const data = rows.map((cells) => cells[at]);
    const guessed = typeof data[0] === 'string' ? 'STRING' : typeof data[0] === 'boolean' ? 'BOOLEAN' : 'DOUBLE';
    const type = types[name] ?? guessed;
    const typed = type === 'INT64' ? data.map((cell) => BigInt(cell ?? 0)) : data;
    return { name, data: type === 'TIMESTAMP' ? data.map((cell) => new Date(Number(cell))) : typed, type };
  });
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) };
  return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize, codec: 'ZSTD', compressors }));
}

export function planOf(values: PlanValues) {
  const plan = readPlan(values);
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
}

export interface Wish {
  readonly described?: readonly TapeMarket[];
  readonly only?: readonly string[];
  readonly isStrict?: boolean;
}

/** Writes files into a folder and makes a tape of them. */
export async function tapeOfFiles(
  folder: string,
  files: Readonly<Record<string, string | Buffer>>,
  values: PlanValues,
  { described = [], only = [], isStrict = false }: Wish = {},
) {
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const path = join(folder, 'made.tape');
  const made = await tapeOfHistory({ files: paths, path, plan: planOf(values), described, only, isStrict });
  return { path, ...made };
}

/** All lines of a tape, checked. */
export function linesOf(path: string): TapeLine[] {
  const reader = new TapeReader(path);
  try {
    return [...checkedLines(reader)];
  } finally {
    reader.close();
  }
}
