import { expect } from 'vitest';
import { verifyDataFolder } from '../verify.ts';

/** What `verify` prints for a folder in which everything must hold. */
export async function verified(dataDir: string): Promise<string> {
  const lines: string[] = [];
  expect(await verifyDataFolder(dataDir, (line) => lines.push(line)), lines.join('\n')).toBe(true);
  return lines.join('\n');
}
