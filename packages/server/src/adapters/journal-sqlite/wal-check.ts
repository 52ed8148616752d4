/**
 * Tells a torn tail of the write-ahead log from damage inside it, before SQLite opens the journal.
 *
 * SQLite reads the log up to the first bad frame and drops the rest. That is right for a commit during which the
 * machine died: it was never acknowledged. It is wrong for a frame that went bad later, because SQLite would silently
 * drop acknowledged records. The frames that follow tell the two apart. A commit is written only after the previous one
 * was synced, so if a frame of a LATER transaction follows a bad one, the bad frame had been durable.
 *
 * The journal writes each transaction's pages once, in ascending order and with a commit mark on the last one (spilling
 * is off). So a page number that does not rise, or a frame after a commit mark, begins a later transaction. Damage
 * inside the very last transaction cannot be told from a torn write and is cut; a snapshot or read-store cursor that is
 * ahead of the journal then reveals the loss.
 *
 * Opening the journal empties the log, so frames left behind by a crashed transaction never get in the way of later ones.
 */
import { readLog } from '../../files/sqlite-log.ts';

/** Description of the damage in the log at `walPath`; null when it is sound, empty, missing, or ends in a torn commit. */
export function damageInWal(walPath: string): string | null {
  const log = readLog(walPath);
  if (log === null) return null;
  if (log === 'damaged') return 'its header is damaged';
  let bad: number | null = null;
  // The last page of the current transaction (0 at its start); and whether a commit mark was passed since `bad`.
  let page = 0;
  let committedSince = false;
  for (let frame = 0; frame < log.frames; frame++) {
    if (!log.isGood(frame)) {
      bad ??= frame;
      continue;
    }
    const nextPage = log.pageOf(frame);
    if (bad !== null && (committedSince || nextPage <= page)) {
      return `frame ${bad + 1} of ${log.frames} (byte ${log.at(bad)}) is damaged and later commits follow it`;
    }
    const commits = log.pagesAfter(frame) !== 0;
    page = commits && bad === null ? 0 : nextPage;
    committedSince = bad !== null && commits;
  }
  return null;
}
