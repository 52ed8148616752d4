import { type JournalHarness, journalSuite } from '../../ports/testing/journal-suite.ts';
import { MemoryJournal } from './memory-journal.ts';

journalSuite('memory journal', (): JournalHarness => {
  let journal = new MemoryJournal();
  return {
    open: () => Promise.resolve(journal),
    reopen: () => {
      journal = new MemoryJournal(journal.records);
      return Promise.resolve(journal);
    },
  };
});
