import { address, applyEntry, createState, decide, micros } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { type ChainedEntry, entryLine } from '../ports/journal-record.ts';
import { setUpCommands } from '../sequencer/testing/sample-venue.ts';
import { countJournaled } from './journaled-bytes.ts';

test('journal budget: an account is counted the lines of its own commands, and no one those of the venue', () => {
  const state = createState();
  const entries: ChainedEntry[] = [];
  let payload = '';
  const [open, , catalog] = setUpCommands(2, 1);
  const account = { kind: 'IssueApiKey', account: 0, apiKey: 'key', nonce: '0' };
  const deposit = { kind: 'Deposit', wallet: 0, amount: micros(1) };
  for (const command of [open, account, catalog, deposit, account] as NonNullable<typeof open>[]) {
    const stamp = { sequence: entries.length + 1, timeMs: 1_000 };
    const decision = decide(state, command, stamp);
    const events = decision.kind === 'accepted' ? decision.events : [];
    const entry = { ...stamp, command, events, hash: '' } as ChainedEntry;
    if (events.length > 0) applyEntry(state, entry);
    entries.push(entry);
    payload += `${entryLine(stamp.sequence, stamp.timeMs, JSON.stringify(command), JSON.stringify(events))}\n`;
  }
  const counted: [string, number][] = [];
  countJournaled({ countJournaled: (name, bytes) => counted.push([name, bytes]) }, state, payload, entries);
  const lines = payload.split('\n').map(({ length }) => length + 1);
  const owner = address(`0x${'1'.padStart(40, '0')}`);
  expect(counted).toEqual([
    [owner, lines[1]],
    [owner, lines[4]],
  ]);
});
