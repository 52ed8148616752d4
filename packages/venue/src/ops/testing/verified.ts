import { expect } from 'vitest';
import { verifyDataFolder } from '../verify.ts';

/** Output of `verify`. Fails the test unless everything in the folder holds. */
export async function verified(dataDir: string): Promise<string> {
  const lines: string[] = [];
  expect(await verifyDataFolder(dataDir, (line) => lines.push(line)), lines.join('\n')).toBe(true);
  return lines.join('\n');
}
