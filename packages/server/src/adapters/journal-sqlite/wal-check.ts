/**
 * Tells a torn tail of the write-ahead log from damage inside it, before SQLite opens the journal.
 *
 * SQLite reads the log up to the first frame that does not check and forgets the rest. That is right for a commit the
 * machine died in: it was never acknowledged. It is wrong for a frame that went bad later, for then SQLite would drop
 * acknowledged records without a word. The two differ in what follows: a commit is written only after the one before
 * it was synced, so when a frame of a LATER transaction stands behind a bad one, the bad one had been durable.
 *
 * The journal writes each transaction's pages once, in ascending order and with a commit mark on the last one (spilling
 * is off), so a page number that does not rise, or a frame behind a commit mark, begins a later transaction. What
 * cannot be told apart is damage inside the very last transaction: it looks like a torn one and is cut; a snapshot or
 * read-store cursor that is ahead of the journal then shows the loss.
 *
 * Opening the journal empties the log, so frames that a crashed transaction left behind never stand in a later one's way.
 */
import { readLog } from '../../files/sqlite-log.ts';

/** What is wrong with the log at `walPath`, in words; null when it is sound, empty, missing, or ends in a torn commit. */
export function damageInWal(walPath: string): string | null {
  const log = readLog(walPath);
  if (log === null) return null;
  if (log === 'damaged') return 'its header is damaged';
  let bad: number | null = null;
  // The last page of the transaction the walk is in (0 at its start); whether a commit mark was passed since `bad`.
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
