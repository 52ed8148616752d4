/**
 * Checks that the open journal is still the one in the data folder. A process could go on writing into a file that was
 * removed or replaced, and every sync would succeed, until it ends and the data is gone. So each batch is acknowledged
 * only if the folder still leads to the files that hold it: two system calls, some microseconds. The check also runs
 * before a batch, since writing into a truncated log hides the truncation.
 */
import { type BigIntStats, closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { JournalWriteFailure } from '@bellwether/ports/journal.ts';
import { headOf } from './journal-files.ts';
import { LOG_BYTES_KEPT } from './schema.ts';

export class JournalPlace {
  readonly #path: string;
  readonly #epoch: number;
  /** Descriptor of the log; null if nothing is synced. */
  readonly #logFile: number | null;
  #file: BigIntStats;
  #log: BigIntStats;
  /** End of the file without the log; never decreases. */
  #fileSequence = 0;

  /** For a journal that has just been opened: its number is in the file, and its log exists. */
  constructor(path: string, epoch: number, synced: boolean) {
    this.#path = path;
    this.#epoch = epoch;
    this.#file = this.#find('');
    this.#log = this.#find('-wal');
    this.#logFile = synced ? openSync(`${path}-wal`, 'r+') : null;
    this.written();
  }

  /** Throws `JournalWriteFailure` when one of the files is gone, is another file, or was written by another program. */
  check(): void {
    const file = this.#find('');
    if (!isSame(file, this.#file)) this.#lost('', 'replaced');
    // Between checkpoints the file has no writer. A tool that moves the log into it does no harm; a file copied over it
    // does.
    if (file.mtimeNs !== this.#file.mtimeNs || file.size !== this.#file.size) this.written();
    const log = this.#find('-wal');
    if (!isSame(log, this.#log)) this.#lost('-wal', 'replaced');
    if (log.size < this.#log.size && log.size < LOG_BYTES_KEPT) this.#lost('-wal', 'cut');
    this.#log = log;
  }

  /**
   * Accepts the file's present state as the reference for later checks, if it still belongs to this run. Throws
   * `JournalWriteFailure`.
   */
  written(): void {
    const file = this.#find('');
    const head = headOf(this.#path, 'without');
    if (!isSame(file, this.#file) || head?.epoch !== this.#epoch || head.sequence < this.#fileSequence) {
      this.#lost('', 'replaced');
    }
    this.#fileSequence = head.sequence;
    this.#file = file;
  }

  /**
   * Puts what the log holds on the disk. SQLite would use `fsync`, which also writes times that nobody reads: in a log
   * that is written over, two thirds of the wait.
   */
  sync(): void {
    if (this.#logFile !== null) fdatasyncSync(this.#logFile);
  }

  close(): void {
    if (this.#logFile !== null) closeSync(this.#logFile);
  }

  #find(suffix: '' | '-wal'): BigIntStats {
    const found = statSync(this.#path + suffix, { bigint: true, throwIfNoEntry: false });
    return found ?? this.#lost(suffix, 'removed');
  }

  #lost(suffix: '' | '-wal', what: 'removed' | 'replaced' | 'cut'): never {
    throw new JournalWriteFailure(
      `${this.#path}${suffix} was ${what} while the venue ran. Nothing was acknowledged after that was noticed; what was ` +
        'written since the last backup is in the files that were there. Put them back together, or restore a backup with ' +
        '"bellwether restore"',
    );
  }
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.ino === b.ino && a.dev === b.dev;
