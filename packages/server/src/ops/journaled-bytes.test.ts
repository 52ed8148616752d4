import { address, applyEntry, createState, decide, micros } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { type ChainedEntry, GENESIS_HASH } from '../ports/journal.ts';
import { textRecord } from '../ports/testing/journal-suite.ts';
import { entryLengths } from '../record/journal-record.ts';
import { setUpCommands } from '../sequencer/testing/sample-venue.ts';
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
