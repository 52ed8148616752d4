import { expect, test } from 'vitest';
import { connectionsMax, connectionsWithin } from './open-files.ts';

test('open files: connections leave files for the venue, and an operator can always come in', () => {
  expect(connectionsWithin(1_024, 60)).toBe(940);
  expect(connectionsWithin(64, 57)).toBe(4);
});

test.runIf(process.platform === 'linux')('open files: the bound is that of this very process', () => {
  const most = connectionsMax();
  expect(most).toBeGreaterThanOrEqual(4);
  expect(Number.isInteger(most) || most === Number.POSITIVE_INFINITY).toBe(true);
});
