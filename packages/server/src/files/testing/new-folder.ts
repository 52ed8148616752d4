/** A new folder for the running test, which is removed when that test has ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
