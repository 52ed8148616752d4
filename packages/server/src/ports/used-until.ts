/** How far signatures have been used, kept where it outlives the process: what was used before a restart stays used. */
export interface UsedUntil {
  /** Latest timestamp of a signature that was used before this start, Unix seconds; 0 when there was none. */
  readonly atStart: number;
  /** Keeps a later one: at once for the end of the process, within moments for that of the machine. Does not wait for the disk. */
  raise(seconds: number): void;
}
