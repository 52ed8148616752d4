/** `npm run order:path` prints the files of an order's path, no more than there were, and ends by itself. */
import { join } from 'node:path';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

/** May only fall, unless each order has rows of a new feature. Signature threads and caps are among the first, and so are the figures that any venue keeps. */
const FILES_MAX = 59;
const ROWS_FILES_MAX = 30;

test('order path: it is printed, and the program ends', async () => {
  const program = new Program([process.execPath, join(import.meta.dirname, 'order-path.ts')], { env: process.env });
  const { code, stdout, stderr } = await program.result();
  expect([code, stderr]).toEqual([0, '']);
  const [, files, rows] = /(\d+) files to the answer, .* (\d+) of the rows/.exec(stdout) ?? [];
  expect(Number(files)).toBeLessThanOrEqual(FILES_MAX);
  expect(Number(rows)).toBeLessThanOrEqual(ROWS_FILES_MAX);
});
