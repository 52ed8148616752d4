/** Exports: the data of a venue as files for spreadsheets and data frames, all rows of one moment. */

export const EXPORTED = ['trades', 'prices', 'positions', 'people', 'results', 'comments'] as const;
export type Exported = (typeof EXPORTED)[number];

export const EXPORT_FORMATS = ['csv', 'parquet', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest {
  readonly what: Exported;
  readonly format: ExportFormat;
  /** Rows from this time on, in Unix milliseconds; null: from the first. */
  readonly fromMs: number | null;
  /** Rows before this time; null: up to the last. */
  readonly toMs: number | null;
  /** Lower-case address of the account whose rows alone are exported; null: everyone's. */
  readonly account: string | null;
}

/** No export can begin now: too many are under way. */
export class ExportsBusy extends Error {
  override readonly name = 'ExportsBusy';
}

export interface Exports {
  /**
   * Returns the bytes of a file, made as they are read. Ending the iteration ends the export. Throws `ExportsBusy`.
   */
  open(request: ExportRequest): AsyncIterable<Uint8Array>;
}
