/** Folds entries for the report of one account, as `journalReport` does with those of a journal. */
import { type AccountId, applyEntry, type Command, createState, type Entry } from '@bellwether/engine';
import { AccountFold } from '../account-fold.ts';
import { type JournalReport, REPORT_FORMAT } from '../document.ts';

export function folded(entries: readonly Entry<Command>[], account: AccountId): JournalReport {
  const fold = new AccountFold(account);
  const state = createState();
  for (const entry of entries) {
    const chained = { ...entry, hash: '' };
    fold.before(chained, state);
    applyEntry(state, chained);
    fold.after(chained, state);
  }
  const [first] = entries;
  const journal = { kind: 'venue', entries: entries.length, from_ms: first?.timeMs ?? 0, to_ms: state.timeMs } as const;
  const account_ = { address: '0x', name: 'me' };
  return { format: REPORT_FORMAT, kind: 'journal', account: account_, journal, ...fold.report(state), refusals: null };
}
