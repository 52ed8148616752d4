import { address, applyEntry, createState, decide, micros } from '@bellwether/engine';
import { setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { entryLengths } from '@bellwether/ledger/record/journal-record.ts';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { textRecord } from '@bellwether/ports/testing/journal-suite.ts';
import { expect, test } from 'vitest';
import { countJournaled } from './journaled-bytes.ts';

test('journal budget: an account is counted the entries of its own commands, and no one those of the venue [R12]', () => {
  const state = createState();
  const entries: ChainedEntry[] = [];
  const [open, , catalog] = setUpCommands(2, 1);
  const account = { kind: 'IssueApiKey', account: 0, apiKey: 'key', nonce: '0' };
  const deposit = { kind: 'Deposit', wallet: 0, amount: micros(1) };
  const request = (by: number | null, key: string) => ({ request: { by, key, hash: '0'.repeat(32) } });
  // A remembered idempotency key is in the journal too, whether or not there was anything to do.
  const nothing = { kind: 'RecordRequest', ...request(0, 'late') };
  const paid = { ...deposit, ...request(null, 'pay') };
  for (const command of [open, account, catalog, deposit, account, nothing, paid] as NonNullable<typeof open>[]) {
    const stamp = { sequence: entries.length + 1, timeMs: 1_000 };
    const decision = decide(state, command, stamp);
    const events = decision.kind === 'accepted' ? decision.events : [];
    const entry = { ...stamp, command, events, hash: '' } as ChainedEntry;
    applyEntry(state, entry);
    entries.push(entry);
  }
  const record = textRecord({ sequence: 0, hash: GENESIS_HASH }, entries);
  const counted: [string, number][] = [];
  countJournaled({ countJournaled: (name, bytes) => counted.push([name, bytes]) }, state, record, entries);
  const lines = entryLengths(record);
  const owner = address(`0x${'1'.padStart(40, '0')}`);
  expect(counted).toEqual([1, 4, 5].map((line) => [owner, lines[line]]));
});
