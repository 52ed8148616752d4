/** A file of rows with named columns, read in batches. */

export interface Batch {
  /** Number of the first row: the names are row 1 of a CSV file. */
  readonly first: number;
  readonly length: number;
  /** Cell of a row in one of the columns asked for. */
  cell(row: number, column: number): unknown;
  /** True if the row has as many cells as there are names. */
  isWhole(row: number): boolean;
}

export interface Table {
  readonly columns: readonly string[];
  /**
   * Rows, in one pass, with the cells of some `columns`. If `wants` is false for all cells of the column `of`, others
   * may be left unread. Throws if the file is no such table.
   */
  batches(columns: readonly string[], of: number, wants: (cell: unknown) => boolean): AsyncGenerator<Batch>;
}

/** A cell of any kind as text. */
export function cellText(cell: unknown): string {
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString();
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return String(cell ?? '').trim();
}
