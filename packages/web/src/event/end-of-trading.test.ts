import { expect, test } from 'vitest';
import { endOfTrading } from './end-of-trading.ts';

test.each([
  [[], ''],
  [[''], ''],
  [['2027-06-02T00:00:00Z', ''], ''],
  [['2027-06-02T00:00:00Z', '2027-06-02T00:00:00.500Z', '2027-06-01T00:00:00Z'], '2027-06-02T00:00:00.500Z'],
])('end of trading: of markets that close at %j it is %j', (times, end) => {
  expect(endOfTrading(times.map((closeTime) => ({ closeTime })))).toBe(end);
});
