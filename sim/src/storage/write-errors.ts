/**
 * Injects a disk error at every call of a run. A real exchange process takes commands one by one, and a tracer makes
 * the nth write or sync of the journal's files fail. For every n: acknowledged commands are there when the folder is
 * reopened, unacknowledged ones at most once, and the process has ended with a line that names the file.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openJournalFiles } from '@bellwether/server/adapters/journal-sqlite/journal-files.ts';
import { entriesOfRecord } from '@bellwether/server/record/journal-record.ts';
import { placeOrder, setUpCommands } from '@bellwether/server/sequencer/testing/sample-venue.ts';
import { Program } from '@bellwether/venue-process/program';
import { openAsStart } from './opening.ts';

const SCRIPT = join(import.meta.dirname, '../../../packages/server/src/threads/testing/exchange-process.ts');

export interface DiskError {
  readonly call: 'pwrite64' | 'fsync' | 'ftruncate';
  readonly error: 'EIO' | 'ENOSPC';
}

export const DISK_ERRORS: readonly DiskError[] = [
  { call: 'pwrite64', error: 'EIO' },
  { call: 'pwrite64', error: 'ENOSPC' },
  { call: 'fsync', error: 'EIO' },
  { call: 'ftruncate', error: 'EIO' },
];

export interface ErrorCounts {
  /** Calls of a run; each of them failed in its own run. */
  calls: number;
  acknowledged: number;
  /** Commands without an answer that were there nevertheless. */
  unknownThere: number;
  /** Runs that ended with a line that names the file, and runs that continued to their end anyway. */
  endedWithWords: number;
  wentOn: number;
  readonly words: Map<string, number>;
  readonly broken: string[];
}

const ORDERS = 4;

/** Fails the first call, the second, and so on, until a run has no such call. `step`: only every nth. */
export async function failEveryCall(root: string, { call, error }: DiskError, step = 1): Promise<ErrorCounts> {
  const counts: ErrorCounts = {
    calls: 0,
    acknowledged: 0,
    unknownThere: 0,
    endedWithWords: 0,
    wentOn: 0,
    words: new Map(),
    broken: [],
  };
  for (let nth = 1; ; nth += step) {
    const folder = mkdtempSync(join(root, 'errors-'));
    const wasMet = await failOne(folder, call, error, nth, counts);
    rmSync(folder, { recursive: true });
    if (!wasMet) return counts;
    counts.calls++;
  }
}

/** False if the run had fewer calls. */
async function failOne(
  folder: string,
  call: string,
  error: string,
  nth: number,
  counts: ErrorCounts,
): Promise<boolean> {
  const broken = (why: string): void => void counts.broken.push(`${call} ${nth}, ${error}: ${why}`);
  const dataDir = join(folder, 'data');
  const trace = join(folder, 'trace');
  const run = await runExchange(dataDir, trace, call, error, nth);
  const wasMet = run.injected;
  if (!wasMet) {
    if (run.code !== 0) broken(`ended with ${run.code} without an error: ${run.words}`);
    return false;
  }
  if (run.code === 0) counts.wentOn++;
  else if (/journal\.sqlite|venue\.lock|cannot (write|open)/.test(run.words) && !/\n\s+at /.test(run.words)) {
    counts.endedWithWords++;
    const shape = run.words.trim().replaceAll(/\S*\/data\//g, '');
    counts.words.set(shape, (counts.words.get(shape) ?? 0) + 1);
  } else broken(`ended with ${run.code ?? run.signal} and says: ${run.words}`);
  counts.acknowledged += run.acknowledged.size;
  for (const why of await audit(dataDir, run.acknowledged, counts)) broken(why);
  return true;
}

interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly words: string;
  readonly injected: boolean;
  /** Entry reported for each acknowledged command, by the command's index. */
  readonly acknowledged: ReadonlyMap<number, number>;
}

const COMMANDS = [
  ...setUpCommands(2, 1),
  ...Array.from({ length: ORDERS }, (_, at) => placeOrder({ salt: at + 1, account: 0, price: 100, shares: 5 })),
];

async function runExchange(dataDir: string, trace: string, call: string, error: string, nth: number): Promise<Run> {
  const files = ['journal.sqlite', 'journal.sqlite-wal'].flatMap((name) => ['-P', join(dataDir, name)]);
  const tracer = ['-D', '-f', '-qq', '-o', trace, '-e', `trace=${call}`, ...files];
  const inject = ['-e', `inject=${call}:error=${error}:when=${nth}`];
  const program = new Program(['strace', ...tracer, ...inject, process.execPath, SCRIPT, dataDir], { stdio: 'pipe' });
  const { stdin, stdout } = program.child;
  stdin?.on('error', () => undefined);
  const acknowledged = new Map<number, number>();
  // One command at a time: the next is sent once the previous one has its answer.
  const send = (at: number): void => {
    if (at < COMMANDS.length) stdin?.write(`${at} ${JSON.stringify(COMMANDS[at])}\n`);
    else stdin?.end();
  };
  for await (const line of createInterface({ input: stdout ?? process.stdin })) {
    const [id = '', kind = '', sequence = ''] = line.split(' ');
    if (id === 'ready') send(0);
    if (kind === 'accepted' && sequence !== '') {
      acknowledged.set(Number(id), Number(sequence));
      send(Number(id) + 1);
    }
  }
  const { code, signal, stderr: words } = await program.result();
  return { code, signal, words, injected: await wasInjected(trace), acknowledged };
}

/** The tracer runs beside the process and writes its last line after the process has ended. */
async function wasInjected(trace: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    if (readTrace(trace).includes('(INJECTED)')) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}

const readTrace = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Describes everything that is wrong. */
async function audit(
  dataDir: string,
  acknowledged: ReadonlyMap<number, number>,
  counts: ErrorCounts,
): Promise<string[]> {
  const opening = await openAsStart(dataDir);
  if (opening.kind === 'refused') {
    // A journal whose creation was interrupted does not count; nothing was acknowledged by then.
    return [`the folder does not open any more: ${opening.words}`];
  }
  const files = openJournalFiles(dataDir);
  const entries = files === null ? [] : [...files.read(1)].flatMap((record) => entriesOfRecord(record, null));
  files?.close();
  const wrong: string[] = [];
  for (const [at, command] of COMMANDS.entries()) {
    const text = JSON.stringify(command);
    const found = entries.filter((entry) => isSame(entry.command, command));
    const told = acknowledged.get(at);
    if (told !== undefined && found[0]?.sequence !== told)
      wrong.push(`entry ${told} was acknowledged and is not there: ${text}`);
    if (found.length > 1) wrong.push(`${text} is there ${found.length} times`);
    if (told === undefined && found.length === 1) counts.unknownThere++;
  }
  return wrong;
}

function isSame(entry: { kind: string; orderId?: unknown; address?: unknown }, command: typeof entry): boolean {
  return entry.kind === command.kind && entry.orderId === command.orderId && entry.address === command.address;
}
