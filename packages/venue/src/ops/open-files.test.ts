import { expect, test } from 'vitest';
import { checkOpenFiles, connectionsMax, connectionsWithin, filesNeeded, TooFewFiles } from './open-files.ts';

test('open files: connections leave files for the venue, and an operator can always come in [R17]', () => {
  expect([connectionsWithin(1_024, 60), connectionsWithin(64, 57)]).toEqual([940, 4]);
  // A venue with one signature thread has about 70 open files.
  expect(connectionsWithin(filesNeeded(1), 70)).toBeGreaterThan(16);
});

test.runIf(process.platform === 'linux')('open files: the bound is that of this very process', () => {
  expect(() => checkOpenFiles(1)).not.toThrow();
  expect(() => checkOpenFiles(1_000_000_000)).toThrow(TooFewFiles);
  const most = connectionsMax(1);
  expect(most).toBeGreaterThanOrEqual(4);
  expect(Number.isInteger(most) || most === Number.POSITIVE_INFINITY).toBe(true);
});
