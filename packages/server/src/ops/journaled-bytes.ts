/** Counts what each account has had journaled, from the records themselves. */
import type { AccountId, State } from '@bellwether/engine';
import type { ChainedEntry, JournalRecord } from '../ports/journal.ts';
import { entryLengths } from '../record/journal-record.ts';

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
  for (const [index, entry] of entries.entries()) {
    const id = submitterOf(entry);
    const account = id === null ? undefined : accounts[id];
    if (account !== undefined) budget.countJournaled(account.address, lengths[index] ?? 0);
  }
}

/** Placements, nearly all entries, are known by their events: their command need not be read for this. */
function submitterOf(entry: ChainedEntry): AccountId | null {
  const [first] = entry.events;
  if (first?.kind === 'OrderAccepted') return first.account;
  const { command } = entry;
  if ('account' in command) return command.account;
  if (command.kind === 'BindAndPlace') return command.order.account;
  return command.request?.by ?? null;
}
