/** Counts what each account has had journaled, from the records themselves. */
import type { State } from '@bellwether/engine';
import type { JournalRecord } from '../ports/journal.ts';
import { type ChainedEntry, entryLengths } from '../ports/journal-record.ts';

export interface JournalBudget {
  /** `account`: its address. */
  countJournaled(account: string, bytes: number): void;
}

/** What no account asked for, such as expiry and settlement, counts for no one. */
export function countJournaled(
  budget: JournalBudget,
  { accounts }: Readonly<State>,
  record: JournalRecord,
  entries: readonly ChainedEntry[],
): void {
  const lengths = entryLengths(record);
  for (const [index, { command }] of entries.entries()) {
    const account = 'account' in command && command.account !== null ? accounts[command.account] : undefined;
    if (account !== undefined) budget.countJournaled(account.address, lengths[index] ?? 0);
  }
}
