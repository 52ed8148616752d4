/** `npm run order:path` prints the files of an order's path, no more than there were, and ends by itself. */
import { join } from 'node:path';
import { Program } from '@bellwether/venue-process/program';
import { expect, test } from 'vitest';

/** May only fall. The metrics and counts that any venue keeps at each entry are among them. */
const FILES_MAX = 45;
const CAPS_FILES_MAX = 8;

test('order path: it is printed, and the program ends', async () => {
  const program = new Program([process.execPath, join(import.meta.dirname, 'order-path.ts')], { env: process.env });
  const { code, stdout, stderr } = await program.result();
  expect([code, stderr]).toEqual([0, '']);
  const [, files, caps] = /(\d+) files, \d+ of them the engine's, and (\d+) of the caps/.exec(stdout) ?? [];
  expect(Number(files)).toBeLessThanOrEqual(FILES_MAX);
  expect(Number(caps)).toBeLessThanOrEqual(CAPS_FILES_MAX);
});
