/** Parquet: amounts as DECIMAL(18,6) in 64 bits, times as UTC milliseconds. A piece is a row group. */
import type { Cell, CellKind, ExportColumn } from '@bellwether/read-model/exports/query/data-set.ts';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Encoder } from './encoder.ts';

/** Rows of a group: some megabytes in memory. */
const ROWS_AT_ONCE = 20_000;

const optional = { repetition_type: 'OPTIONAL' } as const;
const ELEMENTS: Readonly<Record<CellKind, Omit<SchemaElement, 'name'>>> = {
  text: { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { ...optional, type: 'INT64' },
  amount: { ...optional, type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 6 },
  time: { ...optional, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  flag: { ...optional, type: 'BOOLEAN' },
};
const VALUES: Readonly<Record<CellKind, (cell: string | number) => unknown>> = {
  text: String,
  integer: BigInt,
  amount: BigInt,
  time: BigInt,
  flag: (cell) => cell === 1,
};

export function parquetEncoder(columns: readonly ExportColumn[]): Encoder {
  const writer = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }) => ({ name, ...ELEMENTS[kind] })),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'bellwether' });
  /** Bytes written since the last time. */
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  const value = (kind: CellKind, cell: Cell | undefined): unknown => (cell == null ? null : VALUES[kind](cell));
  return {
    rowsAtOnce: ROWS_AT_ONCE,
    begin: taken,
    rows: (rows) => {
      const columnData = columns.map(({ name, kind }) => ({ name, data: rows.map((row) => value(kind, row[name])) }));
      void parquet.write({ columnData, rowGroupSize: ROWS_AT_ONCE });
      return taken();
    },
    end: () => {
      void parquet.finish();
      return taken();
    },
  };
}
