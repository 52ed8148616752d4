/** A format of exports: rows in, the bytes of a file out. */
import type { Cell } from '@bellwether/read-model/exports/query/data-set.ts';

export type Row = Readonly<Record<string, Cell>>;

export interface Encoder {
  /** Rows that make one piece. */
  readonly rowsAtOnce: number;
  /** Bytes before the first row. */
  begin(): Uint8Array;
  rows(rows: readonly Row[]): Uint8Array;
  /** Bytes after the last row. */
  end(): Uint8Array;
}
