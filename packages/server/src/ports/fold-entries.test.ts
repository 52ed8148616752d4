/** The fold under observation: the observer sees each entry before and after, and cannot do the fold any harm. */
import { applyEntry, createState } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { InProcessExchange } from '../http/testing/exchange.ts';
import { setUpCommands } from '../sequencer/testing/sample-venue.ts';
import { foldEntries } from './fold-entries.ts';
import type { ChainedEntry } from './journal-record.ts';

async function someEntries(): Promise<readonly ChainedEntry[]> {
  const exchange = new InProcessExchange(
    () => 1,
    () => {},
  );
  for (const command of setUpCommands(2, 1)) await exchange.submit(command);
  return exchange.entries;
}

test('fold: the observer sees the state before and after each entry, and hears when all are in', async () => {
  const entries = await someEntries();
  const state = createState();
  const seen: string[] = [];
  const observer = {
    before: (entry: ChainedEntry) => seen.push(`before ${entry.sequence} at ${state.sequence}`),
    after: (entry: ChainedEntry) => seen.push(`after ${entry.sequence} at ${state.sequence}`),
    published: () => seen.push('published'),
    failed: () => seen.push('failed'),
  };
  foldEntries(state, entries.slice(0, 2), observer, applyEntry);
  expect(seen).toEqual(['before 1 at 0', 'after 1 at 1', 'before 2 at 1', 'after 2 at 2', 'published']);
});

test('fold: an observer that throws, even when it is told so, changes nothing', async () => {
  const entries = await someEntries();
  const [alone, observed] = [createState(), createState()];
  let failures = 0;
  const fail = (): never => {
    throw new Error('a mistake');
  };
  const failed = (): never => {
    failures++;
    return fail();
  };
  foldEntries(alone, entries, null, applyEntry);
  foldEntries(observed, entries, { before: fail, after: fail, published: fail, failed }, applyEntry);
  expect(observed).toEqual(alone);
  expect(failures).toBe(entries.length * 2 + 1);
});
