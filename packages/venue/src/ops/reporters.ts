/** Log lines about the machine's clock and disk, and commits in a database: one when a problem begins, and one when it is over. */

import type { StorageState } from '@bellwether/ports/storage.ts';
import type { Logger } from 'pino';

const MIB = 1024 * 1024;

/** Logs one line when the machine's clock has been set, and one when the venue's time has caught up. */
export function clockReporter(logger: Pick<Logger, 'warn'>): (differenceSeconds: number) => void {
  let differed = false;
  return (seconds) => {
    if (seconds === 0 && differed) logger.warn("the machine's clock and the venue's time agree again");
    if (seconds !== 0 && !differed) {
      const where = seconds > 0 ? `${seconds} s ahead of` : `${-seconds} s behind`;
      logger.warn(
        `the machine's clock is ${where} the venue's time, which approaches it by at most a tenth of the time that passes`,
      );
    }
    differed = seconds !== 0;
  };
}

/** Logs one line when commits begin to wait for the journal's database, and one when it confirms them again. */
export const commitsReporter =
  (logger: Pick<Logger, 'warn' | 'error'>) =>
  (wait: boolean): void =>
    wait
      ? logger.error(
          "the journal's database confirms no commit: look at its standby and primary. Until it does, writes wait and /ok answers 503",
        )
      : logger.warn("the journal's database confirms commits again");

/**
 * Logs when the disk becomes full, when it has room again, and when the reserve shrinks, but not each step of
 * rebuilding it.
 */
export function storageReporter(
  logger: Pick<Logger, 'warn' | 'error'>,
  dataDir: string,
): (storage: StorageState) => void {
  let before: StorageState = { isFull: false, reserveBytes: 0 };
  return (storage) => {
    const { isFull, reserveBytes } = storage;
    if (isFull && !before.isFull) {
      logger.error(
        `the disk of ${dataDir} is almost full: the venue accepts only cancels and heartbeats. Free some space`,
      );
    }
    if (!isFull && before.isFull) logger.warn(`the disk of ${dataDir} has room again: everything is taken`);
    if (reserveBytes < before.reserveBytes) {
      logger.error(
        `the disk of ${dataDir} is full: a part of the reserve was given up for cancels and heartbeats, ` +
          `${Math.floor(reserveBytes / MIB)} MiB are left. Make room on it`,
      );
    }
    before = storage;
  };
}
