/** Counts journaled bytes per account, from the records themselves. */
import type { AccountId, State } from '@bellwether/engine';
import { entryLengths } from '@bellwether/ledger/record/journal-record.ts';
import type { ChainedEntry, JournalRecord } from '@bellwether/ports/journal.ts';

interface JournalBudget {
  countJournaled(account: string, bytes: number): void;
}

/**
 * Adds the size of each entry to the budget of its submitter. Entries without a submitter, such as expiry and
 * settlement, are not counted.
 */
export function countJournaled(
  budget: JournalBudget,
  { accounts }: Readonly<State>,
  record: JournalRecord,
  entries: readonly ChainedEntry[],
): void {
  const lengths = entryLengths(record);
  for (const [index, entry] of entries.entries()) {
    const id = submitterOf(entry);
    const account = id === null ? undefined : accounts[id];
    if (account !== undefined) budget.countJournaled(account.address, lengths[index] ?? 0);
  }
}

/**
 * Account that submitted an entry, or null. Placements, nearly all entries, are recognized by their first event,
 * without decoding the command.
 */
function submitterOf(entry: ChainedEntry): AccountId | null {
  const [first] = entry.events;
  if (first?.kind === 'OrderAccepted') return first.account;
  const { command } = entry;
  if ('account' in command) return command.account;
  if (command.kind === 'BindAndPlace') return command.order.account;
  return command.request?.by ?? null;
}
