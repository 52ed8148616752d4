/**
 * Injects a disk error at every call of a run. A real exchange process takes commands one by one, and a tracer makes
 * the nth write or sync of the journal's files fail. For every n: acknowledged commands are there when the folder is
 * reopened, unacknowledged ones at most once, and the process has ended with a line that names the file.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { openJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { Program, type ProgramEnd } from '@bellwether/venue-process/program';
import { messageOf, type Tally } from '../shared/harness.ts';
import { type Injection, injecting, THROUGH } from '../shared/tracer.ts';
import { openAsStart } from './bench.ts';

const SCRIPT = join(import.meta.dirname, '../../../packages/venue/src/threads/testing/exchange-process.ts');
const FILES = ['journal.sqlite', 'journal.sqlite-wal'] as const;
const ORDERS = 4;

export const DISK_ERRORS = [
  ['pwrite64', 'EIO'],
  ['pwrite64', 'ENOSPC'],
  ['fsync', 'EIO'],
  ['fdatasync', 'EIO'],
  ['ftruncate', 'EIO'],
] as const;

const COMMANDS = [
  ...setUpCommands(2, 1),
  ...Array.from({ length: ORDERS }, (_, at) => placeOrder({ salt: at + 1, account: 0, price: 100, shares: 5 })),
];

/**
 * Fails the first call, the second, and so on, until a run has no such call. `step`: only every nth. Returns everything
 * that is wrong.
 */
export async function failEveryCall(
  root: string,
  [call, error]: (typeof DISK_ERRORS)[number],
  step: number,
  tally: Tally,
): Promise<readonly string[]> {
  const name = `${call} ${error}`;
  const wrong: string[] = [];
  for (let nth = 1; ; nth += step) {
    const folder = mkdtempSync(join(root, 'errors-'));
    const found = await failOne(folder, { call, files: FILES, effect: `error=${error}`, nth }, name, tally);
    rmSync(folder, { recursive: true });
    wrong.push(...(found ?? []).map((why) => `${name}, call ${nth}: ${why}`));
    if (found === null) return wrong;
    tally.add(`${name}: calls that failed, one in each run`);
  }
}

/** Returns everything that is wrong with one run; null if the run has no such call. */
async function failOne(folder: string, injection: Injection, name: string, tally: Tally) {
  const dataDir = join(folder, 'data');
  const trace = join(folder, 'trace');
  const { end, acknowledged } = await runExchange(dataDir, [...THROUGH, ...injecting(injection, dataDir, trace)]);
  const { code, signal, stderr } = end;
  if (!(await wasInjected(trace))) return code === 0 ? null : [`ended with ${code} without an error: ${stderr}`];
  const isForeseen = /journal\.sqlite|venue\.lock|cannot (write|open)/.test(stderr) && !/\n\s+at /.test(stderr);
  tally.add(`${name}: acknowledged`, acknowledged.size);
  tally.add(
    code === 0 ? `${name}: runs that went on` : `${name}: ended, ${stderr.trim().replaceAll(/\S*\/data\//g, '')}`,
  );
  const wrong = code === 0 || isForeseen ? [] : [`ended with ${code ?? signal} and says: ${stderr}`];
  return [...wrong, ...(await audit(dataDir, acknowledged, name, tally))];
}

/** Sends one command at a time. Returns the entry of each acknowledged command, by the command's index. */
async function runExchange(
  dataDir: string,
  through: readonly string[],
): Promise<{ readonly end: ProgramEnd; readonly acknowledged: ReadonlyMap<number, number> }> {
  const program = new Program([...through, process.execPath, SCRIPT, dataDir], { stdio: 'pipe' });
  const { stdin, stdout } = program.child;
  stdin?.on('error', () => undefined);
  const acknowledged = new Map<number, number>();
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
  return { end: await program.result(), acknowledged };
}

/** The tracer runs beside the process and writes its last line after the process has ended. */
async function wasInjected(trace: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    if (existsSync(trace) && readFileSync(trace, 'utf8').includes('(INJECTED)')) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}

/** Describes everything that is wrong. A journal whose creation was interrupted opens as an empty one. */
async function audit(dataDir: string, acknowledged: ReadonlyMap<number, number>, name: string, tally: Tally) {
  try {
    await openAsStart(dataDir);
  } catch (error) {
    return [`the folder does not open any more: ${messageOf(error)}`];
  }
  const files = openJournalFiles(dataDir);
  const entries = files === null ? [] : [...files.read(1)].flatMap((record) => entriesOfRecord(record, null));
  files?.close();
  return COMMANDS.flatMap((command, at) => {
    const text = JSON.stringify(command);
    const found = entries.filter((entry) => nameOf(entry.command) === nameOf(command));
    const told = acknowledged.get(at);
    if (told === undefined && found.length === 1) tally.add(`${name}: without an answer and there`);
    return [
      ...(told !== undefined && found[0]?.sequence !== told
        ? [`entry ${told} was told and is not there: ${text}`]
        : []),
      ...(found.length > 1 ? [`${text} is there ${found.length} times`] : []),
    ];
  });
}

/** Distinguishes the commands of a run. */
const nameOf = ({ kind, orderId, address }: { kind: string; orderId?: unknown; address?: unknown }): string =>
  `${kind} ${orderId} ${address}`;
