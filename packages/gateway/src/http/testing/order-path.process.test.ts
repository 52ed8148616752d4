/** `npm run order:path` prints the files of an order's path, no more than there were, and ends by itself. */
import { join } from 'node:path';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

/**
 * Files that an order enters before its answer, and for its rows: may only fall, unless orders have rows of a new
 * feature. Signature threads, caps and the figures that any venue keeps are among the first.
 */
const FILES_MAX = 60;
const ROWS_FILES_MAX = 32;

test('order path: it is printed, and the program ends', async () => {
  const program = new Program([process.execPath, join(import.meta.dirname, 'order-path.ts')], { env: process.env });
  const { code, stdout, stderr } = await program.result();
  expect([code, stderr]).toEqual([0, '']);
  const [, files, rows] = /(\d+) files to the answer, .* (\d+) of the rows/.exec(stdout) ?? [];
  expect(Number(files)).toBeLessThanOrEqual(FILES_MAX);
  expect(Number(rows)).toBeLessThanOrEqual(ROWS_FILES_MAX);
});
