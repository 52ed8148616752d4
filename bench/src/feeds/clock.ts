/** One clock for all processes of the machine. */

/** Milliseconds, monotonic, with the same zero in every process. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
