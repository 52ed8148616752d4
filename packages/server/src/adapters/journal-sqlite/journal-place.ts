/**
 * Whether the journal that is written is still the one in the data folder. A process keeps writing into a file that was
 * removed or replaced, and every sync succeeds, until it ends and all of it is gone. So each batch is acknowledged only
 * when the folder still leads to the files that hold it: two calls of the system, some microseconds. It is asked before a batch as well, since
 * writing into a log that was cut hides that it was.
 */
import { type BigIntStats, statSync } from 'node:fs';
import { JournalWriteFailure } from '../../ports/journal.ts';
import { headOf } from './journal-files.ts';
import { LOG_BYTES_KEPT } from './schema.ts';

export class JournalPlace {
  readonly #path: string;
  readonly #epoch: number;
  #file: BigIntStats;
  #log: BigIntStats;
  /** Where the file ends without the log; never falls. */
  #fileSequence = 0;

  /** For a journal that has just been opened: its number is in the file, and its log is there. */
  constructor(path: string, epoch: number) {
    this.#path = path;
    this.#epoch = epoch;
    this.#file = this.#find('');
    this.#log = this.#find('-wal');
    this.written();
  }

  /** Throws `JournalWriteFailure` when one of the files is gone, is another one, or was written by someone else. */
  check(): void {
    const file = this.#find('');
    if (!isSame(file, this.#file)) this.#lost('', 'replaced');
    // Between checkpoints no one writes it: a tool that moves the log into it does no harm, a file copied over it does.
    if (file.mtimeNs !== this.#file.mtimeNs || file.size !== this.#file.size) this.written();
    const log = this.#find('-wal');
    if (!isSame(log, this.#log)) this.#lost('-wal', 'replaced');
    if (log.size < this.#log.size && log.size < LOG_BYTES_KEPT) this.#lost('-wal', 'cut');
    this.#log = log;
  }

  /** Takes the file as it is now for the one to come, if it is still this run's. Throws `JournalWriteFailure`. */
  written(): void {
    const file = this.#find('');
    const head = headOf(this.#path, 'without');
    if (!isSame(file, this.#file) || head?.epoch !== this.#epoch || head.sequence < this.#fileSequence) {
      this.#lost('', 'replaced');
    }
    this.#fileSequence = head.sequence;
    this.#file = file;
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
