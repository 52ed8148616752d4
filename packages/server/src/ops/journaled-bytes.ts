/** Counts what each account has had journaled, from the records themselves: the lines of a payload are its entries. */
import type { State } from '@bellwether/engine';
import type { ChainedEntry } from '../ports/journal-record.ts';

export interface JournalBudget {
  /** `account`: its address. */
  countJournaled(account: string, bytes: number): void;
}

/** What no account asked for, such as expiry and settlement, counts for no one. Characters are taken for bytes. */
export function countJournaled(
  budget: JournalBudget,
  { accounts }: Readonly<State>,
  payload: string,
  entries: readonly ChainedEntry[],
): void {
  let start = 0;
  for (const { command } of entries) {
    const end = payload.indexOf('\n', start) + 1;
    const account = 'account' in command && command.account !== null ? accounts[command.account] : undefined;
    if (account !== undefined) budget.countJournaled(account.address, end - start);
    start = end;
  }
}
