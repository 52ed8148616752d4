/** `npm run order:path` prints the files of an order's path, no more than there were, and ends by itself. */
import { join } from 'node:path';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

/** May only fall: 40 files, and a few for timers that fire meanwhile. */
const FILES_MAX = 43;

test('order path: it is printed, and the program ends', async () => {
  const program = new Program([process.execPath, join(import.meta.dirname, 'order-path.ts')], { env: process.env });
  const { code, stdout, stderr } = await program.result();
  expect([code, stderr]).toEqual([0, '']);
  const [, files] = /(\d+) files, \d+ of them the engine's/.exec(stdout) ?? [];
  expect(Number(files)).toBeLessThanOrEqual(FILES_MAX);
});
