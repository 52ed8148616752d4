/** How far signatures have been used, kept where it outlives the process: what was used before a restart stays used. */
export interface UsedUntil {
  /** Latest timestamp of a signature that was used before this start, Unix seconds; 0 when there was none. */
  readonly atStart: number;
  /** Keeps a later one. Does not wait for the disk: a machine that lost its power takes longer to return than a signature lasts. */
  raise(seconds: number): void;
}
