/** Tests which ends of a node a fault explains. */
import type { NodeEnd } from '@bellwether/cluster';
import { expect, test } from 'vitest';
import { FAULTS, reasonOf } from './cluster-faults.ts';

const ended = (code: number | null, signal: NodeJS.Signals | null, ...words: string[]): NodeEnd => {
  return { name: 'a', code, signal, words };
};

test.each<[NodeEnd, string | null]>([
  [ended(null, 'SIGKILL'), 'killed'],
  [ended(null, 'SIGSEGV'), null],
  [ended(0, null), 'stopped in order'],
  [ended(1, null), null],
  [
    ended(1, null, 'bellwether: the exchange has stopped: another process has taken over the journal: epoch 1 is over'),
    'another one had taken over',
  ],
  [ended(1, null, 'bellwether: no node of the venue leads'), 'no one led as it started'],
  [ended(1, null, 'bellwether: the journal is damaged: it does not say where it ends'), null],
  [
    ended(1, null, 'bellwether: the journal was written and may not be replicated: …', 'more'),
    'a commit may not be replicated',
  ],
])('crash cluster: %j ended because: %s', (end, reason) => expect(reasonOf(end)).toBe(reason));

test('crash cluster: each fault has a name of its own, and there are some of each part', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(new Set(FAULTS.map(({ part }) => part))).toEqual(new Set(['nodes', 'database']));
});
