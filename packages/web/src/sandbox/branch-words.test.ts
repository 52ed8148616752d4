import { expect, test } from 'vitest';
import { newestFirst, playedText } from './branch-words.ts';

const branch = (id: string, current = false) => ({
  id,
  parent: null,
  from: 0,
  sequence: 0,
  time: '',
  time_ms: 0,
  scenario: null,
  current,
});

test('branches: the one that is traded on is the first, and the newest is the next', () => {
  const told = [branch('main'), branch('1'), branch('2', true), branch('3')];
  expect(newestFirst(told).map(({ id }) => id)).toEqual(['2', '3', '1', 'main']);
  expect(told[0]?.id).toBe('main');
});

test('branches: what each plays is told, by the tape where there is one', () => {
  const replays = [{ branch: '2', tape: '/tapes/market.tape' }];
  expect(playedText({ id: 'main', scenario: null }, replays)).toBe('no scenario');
  expect(playedText({ id: '1', scenario: 'whale' }, replays)).toBe('whale');
  expect(playedText({ id: '2', scenario: 'replay' }, replays)).toBe('tape market.tape');
  // A replay started too long ago or before a restart, or a branch rewound from one.
  expect(playedText({ id: '3', scenario: 'replay' }, replays)).toBe('the market of a tape');
});
