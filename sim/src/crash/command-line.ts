/** Runs the venue's own commands as an operator does. */
import { createInterface } from 'node:readline';
import type { JournalPlace } from '@bellwether/server/ports/journal-place.ts';
import { startBellwether } from '@bellwether/venue-process';

const LINES_KEPT = 20;

export interface CommandRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of stdout. */
  readonly lines: readonly string[];
  readonly words: string;
}

/** `onLine` receives every line of stdout. */
export async function runCommand(
  args: readonly string[],
  { dataDir, database }: JournalPlace,
  onLine: (line: string) => void = () => undefined,
): Promise<CommandRun> {
  const settings = database === null ? {} : { BELLWETHER_JOURNAL: database.url };
  const program = startBellwether(args, { dataDir, settings });
  const lines: string[] = [];
  for await (const line of createInterface({ input: program.child.stdout ?? process.stdin })) {
    onLine(line);
    lines.push(line);
    lines.splice(0, lines.length - LINES_KEPT);
  }
  const { code, signal, stderr } = await program.result();
  return { code, signal, lines, words: stderr };
}
