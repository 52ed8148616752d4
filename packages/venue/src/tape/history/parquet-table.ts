/** Parquet, with one row group in memory at a time. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetMetadataAsync, parquetScan, parquetSchema } from 'hyparquet';
import type { Table } from './table.ts';

/** Codecs besides Snappy, which the reader has itself. */
const compressors = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes),
};

export async function parquetTable(path: string): Promise<Table> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  return {
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
    async *batches(columns, of, wants) {
      const scan = await parquetScan({ file, metadata, columns: [...columns], compressors });
      for (const { rowStart, rowEnd } of scan.ranges) {
        const read = (column = ''): Promise<ArrayLike<unknown>> => scan.readColumn({ column, rowStart, rowEnd });
        const names = of < 0 ? null : await read(columns[of]);
        const isWanted = names === null || Array.from(names).some(wants);
        const cells: ArrayLike<unknown>[] = [];
        for (const [at, column] of columns.entries())
          cells.push(names !== null && at === of ? names : isWanted ? await read(column) : []);
        const cell = (row: number, column: number): unknown => cells[column]?.[row];
        yield { first: rowStart + 1, length: rowEnd - rowStart, cell, isWhole: () => true };
      }
    },
  };
}
