/** The venue's own commands, run as an operator runs them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { JournalPlace } from '@bellwether/server/ports/journal-place.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/server/bin/bellwether.js');
const LINES_KEPT = 20;

export interface CommandRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of stdout. */
  readonly lines: readonly string[];
  readonly words: string;
}

/** `onLine` gets every line of stdout. */
export function runCommand(
  args: readonly string[],
  { dataDir, database }: JournalPlace,
  onLine: (line: string) => void = () => undefined,
): Promise<CommandRun> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: {
      ...process.env,
      BELLWETHER_DATA_DIR: dataDir,
      ...(database !== null && { BELLWETHER_JOURNAL: database.url }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let rest = '';
  let words = '';
  const lines: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      onLine(line);
      lines.push(line);
    }
    lines.splice(0, lines.length - LINES_KEPT);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, lines, words }));
  });
}
