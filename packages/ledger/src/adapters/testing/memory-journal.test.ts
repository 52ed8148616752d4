import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import { type BrokenAppend, type JournalHarness, journalSuite } from '@bellwether/ports/testing/journal-suite.ts';
import { MemoryJournal, MemoryRecords } from './memory-journal.ts';

journalSuite('memory journal', (): JournalHarness => {
  const shared = new MemoryRecords();
  let fault: BrokenAppend | undefined;
  const gate = (): Promise<BrokenAppend | undefined> => {
    const now = fault;
    fault = undefined;
    return Promise.resolve(now);
  };
  const open = async (kind?: JournalKind): Promise<MemoryJournal> => new MemoryJournal(shared, gate, kind);
  return {
    open,
    reopen: open,
    takeOver: () => open(),
    breakNext: (how) => {
      fault = how;
    },
  };
});
