import { expect, test } from 'vitest';
import { endOfTrading, endWord, openingOfTrading } from './ends.ts';

test.each([
  [[], ''],
  [[''], ''],
  [['2027-06-02T00:00:00Z', ''], ''],
  [['2027-06-02T00:00:00Z', '2027-06-02T00:00:00.500Z', '2027-06-01T00:00:00Z'], '2027-06-02T00:00:00.500Z'],
])('end of trading: of markets that close at %j it is %j', (times, end) =>
  expect(endOfTrading(times.map((closeTime) => ({ closeTime })))).toBe(end),
);

test.each([
  [[], ''],
  [['2027-06-02T00:00:00Z', ''], ''],
  [['2027-06-02T00:00:00Z', '2027-06-01T00:00:00Z'], '2027-06-01T00:00:00Z'],
])('opening of trading: of markets that open at %j it is %j', (times, opening) =>
  expect(openingOfTrading(times.map((openTime) => ({ openTime })))).toBe(opening),
);

const NOON = Date.UTC(2027, 5, 1, 12);

test.each([
  ['2027-06-02T00:00:00Z', false, 'Ends'],
  ['2027-06-01T00:00:00Z', true, 'Ended'],
  ['2027-06-02T00:00:00Z', true, 'Was to end'],
  ['2027-06-01T00:00:00Z', false, 'Was to end'],
] as const)('end: %s, over: %s, says %s', (iso, isOver, word) => expect(endWord(iso, isOver, NOON)).toBe(word));
