/** Report of an account from a journal: one read to find it, one fold for its history, in bounded memory. */
import { BOOKS_AND_BALANCES } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { JournalReader } from '../open-journal.ts';
import { AccountFold } from './account-fold.ts';
import { type JournalReport, REPORT_FORMAT } from './document.ts';
import { findAccount } from './find-account.ts';
import { readRefusals } from './refusals.ts';

/** `dataDir`: the journal's folder. Throws the errors of `findAccount`, and `JournalCorruption`. */
export async function journalReport(
  journal: JournalReader,
  dataDir: string,
  user: string | null,
): Promise<JournalReport> {
  // A running venue goes on meanwhile.
  const { sequence } = await journal.head();
  const { id, addresses, name } = await findAccount(journal, dataDir, user);
  const follower = new Follower(emptyStart(BOOKS_AND_BALANCES));
  const fold = new AccountFold(id);
  follower.observe(fold);
  await follower.catchUp(journal, sequence);
  const { state, head } = follower;
  return {
    ...{ format: REPORT_FORMAT, kind: 'journal', account: { address: addresses[0] ?? '', name } },
    journal: { kind: journal.kind ?? 'venue', entries: head.sequence, from_ms: fold.fromMs, to_ms: state.timeMs },
    ...fold.report(state),
    refusals: readRefusals(dataDir, addresses),
  };
}
