/** Report of an account from a journal: one read to find it, one fold for its history, in bounded memory. */
import { BOOKS_AND_BALANCES } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { JournalReader } from '../open-journal.ts';
import { AccountFold } from './account-fold.ts';
import { type JournalReport, REPORT_FORMAT } from './document.ts';
import { findAccount } from './find-account.ts';
import { readRefusals } from './refusals.ts';

/**
 * Reads a journal, also beside the process that writes it. `dataDir`: its folder; `user`: see `findAccount`. Throws its
 * errors, and `JournalCorruption`.
 */
export async function journalReport(
  journal: JournalReader,
  dataDir: string,
  user: string | null,
): Promise<JournalReport> {
  const { sequence } = await journal.head();
  if (sequence === 0) throw new Error(`the journal in ${dataDir} has no entry yet`);
  const account = await findAccount(journal, dataDir, user);
  const follower = new Follower(emptyStart(BOOKS_AND_BALANCES));
  const fold = new AccountFold(account);
  let fromMs: number | null = null;
  follower.observe({ before: ({ timeMs }) => (fromMs ??= timeMs) });
  follower.observe(fold);
  await follower.catchUp(journal, sequence);
  const { state, head } = follower;
  return {
    format: REPORT_FORMAT,
    kind: 'journal',
    account: { address: account.address, name: account.name },
    journal: { kind: journal.kind ?? 'venue', entries: head.sequence, from_ms: fromMs ?? 0, to_ms: state.timeMs },
    ...fold.report(state),
    refusals: readRefusals(dataDir, account.addresses),
  };
}
