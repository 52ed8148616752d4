/** CSV by RFC 4180, also packed with gzip. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import type { Table } from './table.ts';

const BATCH_ROWS = 1_000;
/** Characters of a row, beyond which a quote counts as unclosed. */
const ROW_MAX = 1024 * 1024;

export async function csvTable(path: string, isPacked: boolean, delimiter = ','): Promise<Table> {
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: ROW_MAX };
  const parser = parse({ ...options, delimiter });
  // The parser gets the errors of what is before it.
  if (isPacked) pipeline(createReadStream(path), createGunzip(), parser, () => undefined);
  else pipeline(createReadStream(path), parser, () => undefined);
  const rows: AsyncIterator<string[]> = parser[Symbol.asyncIterator]();
  const columns = ((await rows.next()).value as string[] | undefined)?.map((name) => name.trim()) ?? [];
  if (columns.join().includes('\0')) throw new Error('it is neither CSV nor Parquet');
  return {
    columns,
    async *batches(wanted) {
      const places = wanted.map((name) => columns.indexOf(name));
      for (let [first, isDone] = [2, false]; !isDone; first += BATCH_ROWS) {
        const now: string[][] = [];
        while (now.length < BATCH_ROWS && !isDone) {
          const { value, done = false } = await rows.next();
          if (done) isDone = true;
          else now.push(value);
        }
        const cell = (row: number, column: number) => now[row]?.[places[column] ?? -1];
        yield { first, length: now.length, cell, isWhole: (row) => now[row]?.length === columns.length };
      }
    },
  };
}
