import { type BrokenAppend, type JournalHarness, journalSuite } from '../../ports/testing/journal-suite.ts';
import { MemoryJournal, MemoryRecords } from './memory-journal.ts';

journalSuite('memory journal', (): JournalHarness => {
  const shared = new MemoryRecords();
  let fault: BrokenAppend | undefined;
  const gate = (): Promise<BrokenAppend | undefined> => {
    const now = fault;
    fault = undefined;
    return Promise.resolve(now);
  };
  const open = (): Promise<MemoryJournal> => Promise.resolve(new MemoryJournal(shared, gate));
  return {
    open,
    reopen: open,
    takeOver: open,
    breakNext: (how) => {
      fault = how;
    },
  };
});
