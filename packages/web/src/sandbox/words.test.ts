import { ApiError, NetworkError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { clockText, newestFirst, playedPart, playedText, refusalWords, speedText } from './words.ts';

const BRANCH = { parent: null, from: 0, sequence: 0, time: '', time_ms: 0, scenario: null };
const branch = (id: string, current = false) => ({ ...BRANCH, id, current });

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

test.each([
  [0, 0],
  [100, 0],
  [150, 0.5],
  [200, 1],
  [900, 1],
])('replay words: of a tape from 100 to 200, at %i', (nowMs, part) =>
  expect(playedPart({ from_ms: 100, to_ms: 200 }, nowMs)).toBe(part),
);

test('replay words: a tape of one moment is over then', () => {
  expect(playedPart({ from_ms: 100, to_ms: 100 }, 100)).toBe(1);
  expect(playedPart({ from_ms: 100, to_ms: 100 }, 99)).toBe(0);
});

test('sandbox: its time is told to the second', () => {
  const first = clockText(Date.parse('2026-01-01T00:00:05Z'));
  expect(first).toMatch(/202[56]/);
  expect(clockText(Date.parse('2026-01-01T00:00:06Z'))).not.toBe(first);
});

test.each([
  [0, 'Time stands still'],
  [1, 'Time runs as usual'],
  [60, 'A minute a second'],
  [3_600, 'An hour a second'],
  [0.5, 'Time runs 0.5×'],
  [120, 'Time runs 120×'],
])('sandbox: a speed of %d is told as %s', (speed, words) => expect(speedText(speed)).toBe(words));

test('sandbox: a refusal is told as a sentence', () =>
  expect(refusalWords(new ApiError(400, 'branch 1 ends with entry 2'))).toBe('Branch 1 ends with entry 2.'));

test('sandbox: where there was no answer, no one knows whether it was done', () =>
  expect(refusalWords(new NetworkError('gone'))).toMatch(/Look whether it took effect/));
