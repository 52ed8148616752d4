import { join } from 'node:path';
import { Program } from '@bellwether/venue-process/program';
import { expect } from 'vitest';

/** Copies a journal in a separate process that kills itself with SIGKILL after the given number of steps. */
export async function copyUntilKilled(from: string, to: string, steps: number, movesTexts = false): Promise<void> {
  const script = join(import.meta.dirname, 'copy-until-killed.ts');
  const { signal, stderr } = await new Program([
    process.execPath,
    script,
    from,
    to,
    String(steps),
    String(movesTexts),
  ]).result();
  expect([signal, stderr]).toEqual(['SIGKILL', '']);
}
