/**
 * The command line: parses the command and loads only the modules that the command needs. Every failure a user can
 * cause ends in one line on stderr and exit code 1; wrong usage and invalid settings exit with code 2.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { storageError } from '@bellwether/ledger/files/storage-error.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { SandboxArguments } from '@bellwether/sandbox-venue/serve-sandbox.ts';
import { isJournalTest } from '@bellwether/venue/config/journal.ts';
import { productVersion } from '@bellwether/venue/config/version.ts';
import { type Config, ConfigError, readConfig, readPlace } from '@bellwether/venue/config.ts';
import { endProcess } from '@bellwether/venue/end-process.ts';
import { NpmWatch } from '@bellwether/venue/ops/npm-watch.ts';
import type { JournalElsewhere } from '@bellwether/venue/ops/open-journal.ts';
import { dataFoldersOf, isSandboxFolder } from '@bellwether/venue/ops/sandbox-folder.ts';
import { keptAlive } from '@bellwether/venue/threads/kept-alive.ts';
import { type CommandName, completionText, settingsText, usageText } from './commands.ts';
import { eraseCommand, inviteCommand } from './people-commands.ts';
import { WrongUsage } from './wrong-usage.ts';

const FIRST_MINUTE = `bellwether demo      a venue with markets and traders in it: look around, trade
bellwether serve     your own venue, empty at first
bellwether sandbox   a venue whose time you advance, rewind and fork, to test bots
bellwether help      all commands
Documents            ${fileURLToPath(new URL('../../../docs/README.md', import.meta.url))}, and /docs/index.html of a running venue`;

type Environment = Readonly<Record<string, string | undefined>>;

type Handler = (args: string[], environment: Environment, runtime: Runtime) => number | Promise<number>;

const HANDLERS: Readonly<Record<CommandName, Handler>> = {
  demo: serveCommand,
  serve: serveCommand,
  sandbox: (args, environment, runtime) => {
    const { values } = parseArgs({
      args,
      options: {
        demo: { type: 'boolean', default: false },
        seed: { type: 'string' },
        start: { type: 'string' },
        scenario: { type: 'string' },
        tape: { type: 'string', multiple: true },
        'local-files': { type: 'boolean', default: false },
        temporary: { type: 'boolean', default: false },
      },
    });
    for (const path of values.tape ?? []) {
      if (!existsSync(path)) throw new Error(`--tape names ${path}, and there is no such file`);
    }
    return sandboxCommand(values, environment, runtime);
  },
  invite: (args, environment) => inviteCommand(args, environment, printLine),
  erase: (args, environment) => eraseCommand(args, environment, printLine),
  import: importCommand,
  backup: backupCommand,
  restore: restoreCommand,
  journal: journalCommand,
  mcp: mcpCommand,
  exam: examCommand,
  status: async (args, environment, { timers }) => {
    parseArgs({ args });
    const { runStatus } = await import('@bellwether/venue/ops/status.ts');
    return (await runStatus(readPlace(environment).dataDir, timers, printLine)) ? 0 : 1;
  },
  doctor: async (args, environment, runtime) => {
    parseArgs({ args });
    const { runDoctor } = await import('@bellwether/venue/ops/doctor/doctor.ts');
    return (await runDoctor(readConfig(environment, false), runtime, printLine)) ? 0 : 1;
  },
  verify: verifyCommand,
  export: exportCommand,
  record: recordCommand,
  tape: tapeCommand,
  report: reportCommand,
  completion: () => printed(completionText()),
  help: ([topic]) => {
    if (topic === 'settings') return printed(settingsText());
    return topic === undefined || isCommand(topic) ? printed(usageText(topic)) : unknown(topic);
  },
  version: () => printed(`bellwether ${productVersion()}, Node ${process.versions.node}`),
};
const OTHER_NAMES: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version' };

const isCommand = (name: string): name is CommandName => Object.hasOwn(HANDLERS, name);
const unknown = (name: string): number => usage(`unknown command "${name}"`);

/** Runs one command; resolves to the process's exit code. `serve` resolves when the venue has stopped. */
export async function runCommandLine(
  [command, ...rest]: readonly string[],
  environment: Environment,
  runtime: Runtime,
): Promise<number> {
  if (command === undefined) return printed(FIRST_MINUTE);
  const name = OTHER_NAMES[command] ?? command;
  if (!isCommand(name)) return unknown(command);
  if (name !== 'exam' && rest.some((word) => word === '--help' || word === '-h')) return printed(usageText(name));
  try {
    // Between two connections a command has nothing but timers, which keep no process alive.
    return await keptAlive(
      Promise.resolve(HANDLERS[name](name === 'demo' ? ['--demo', ...rest] : rest, environment, runtime)),
    );
  } catch (error) {
    if (isUsageError(error)) return usage(error.message, usageText(name));
    const message = messageOf(error);
    process.stderr.write(`bellwether: ${message}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

async function serveCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { values } = parseArgs({ args, options: { demo: { type: 'boolean', default: false } } });
  const config = readConfig(environment, values.demo);
  if (config.sandbox) return await sandboxCommand(values, environment, runtime);
  checkIsVenue(config);
  const { serve } = await import('@bellwether/venue/serve.ts');
  return await serve(config, new NpmWatch(environment), runtime);
}

/** Scenario of an agent's sandbox by default. */
const AGENT_SCENARIO = 'news-shock';

/** Defaults of a sandbox. With snapshots close together, going back in time is quick. */
const SANDBOX_DEFAULTS: Environment = {
  BELLWETHER_DATA_DIR: 'sandbox',
  BELLWETHER_LIMITS: 'off',
  BELLWETHER_SNAPSHOT_EVERY: '50000',
};

async function sandboxCommand(
  { demo, ...wanted }: { readonly demo: boolean } & Partial<SandboxArguments>,
  environment: Environment,
  runtime: Runtime,
): Promise<number> {
  const { serveSandbox } = await import('@bellwether/sandbox-venue/serve-sandbox.ts');
  const config = readConfig({ ...SANDBOX_DEFAULTS, ...environment }, demo);
  return await serveSandbox(config, wanted, new NpmWatch(environment), runtime);
}

/** Keeps commands that create or change a venue away from sandbox folders. */
function checkIsVenue({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (!isSandboxFolder(dataDir)) return;
  throw new Error(`${dataDir} is the folder of a sandbox, whose time was moved: start it with "bellwether sandbox"`);
}

async function importCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length === 0) throw new WrongUsage('import needs at least one file');
  const config = readConfig(environment, false);
  checkIsVenue(config);
  const { runImport } = await import('@bellwether/venue/ops/import.ts');
  const { startExchange } = await import('@bellwether/venue/threads/exchange/exchange-thread.ts');
  const openFolder = (dataDir: string) => startExchange({ dataDir, database: config.journal, runtime });
  return await runImport({ config, files: positionals, print: printLine, clock: runtime.clock, openFolder });
}

async function restoreCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0)
    throw new WrongUsage('restore needs one file, or the folder of a backup');
  const { dataDir, journal } = readPlace(environment);
  if (journal !== null) return refuseElsewhere('restore');
  checkIsVenue({ dataDir });
  const { runRestore } = await import('@bellwether/venue/ops/restore.ts');
  await runRestore({ dataDir, source, print: printLine, runtime });
  return 0;
}

async function backupCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'without-keys': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [target, ...more] = positionals;
  if (target === undefined || more.length > 0) throw new WrongUsage('backup needs one folder');
  const { dataDir, journal } = readPlace(environment);
  if (journal !== null) return refuseElsewhere('backup');
  const { runBackup } = await import('@bellwether/venue/ops/backup.ts');
  await runBackup({ dataDir, target, withKeys: !values['without-keys'], print: printLine, runtime });
  return 0;
}

/** Verifies a data folder; for a sandbox, every branch. */
async function verifyCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  parseArgs({ args });
  const { dataDir, journal } = readPlace(environment);
  const { verifyDataFolder } = await import('@bellwether/venue/ops/verify.ts');
  const folders = journal === null ? dataFoldersOf(dataDir) : [dataDir];
  let isSound = true;
  for (const folder of folders) {
    if (folder !== dataDir) printLine(`branch ${basename(folder)}`);
    isSound = (await verifyDataFolder(folder, printLine, elsewhere(journal, runtime))) && isSound;
  }
  return isSound ? 0 : 1;
}

async function journalCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const options = { 'move-texts': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [what, from, to, ...more] = positionals;
  if (what !== 'copy' || from === undefined || to === undefined || more.length > 0) {
    throw new WrongUsage('journal copy needs the place of a journal, and where its copy is to be');
  }
  const { runJournalCopy } = await import('@bellwether/venue/ops/journal-copy/journal-copy.ts');
  const isTest = isJournalTest(environment);
  await runJournalCopy({ from, to, movesTexts: values['move-texts'], isTest, print: printLine, runtime });
  return 0;
}

/** Writes the journal to stdout, or data sets to files. */
async function exportCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { EXPORT_OPTIONS, readExportPlan, runDataExport } = await import('@bellwether/venue/exports/export-command.ts');
  const { values } = parseArgs({ args, options: EXPORT_OPTIONS });
  const { dataDir, journal } = readPlace(environment);
  if (args.length === 0) {
    const { runExport } = await import('@bellwether/venue/ops/export.ts');
    await runExport(dataDir, process.stdout, elsewhere(journal, runtime));
    return 0;
  }
  const plan = readExportPlan(values);
  if (typeof plan === 'string') throw new WrongUsage(plan);
  const { timers } = runtime;
  const place = { dataDir, elsewhere: elsewhere(journal, runtime) };
  const openPeople = async () => {
    const { openPeopleOf } = await import('@bellwether/venue/compose/people.ts');
    const { Opened } = await import('@bellwether/venue/compose/opened.ts');
    // Nothing is signed, so that the master key is not needed.
    return await openPeopleOf(readConfig(environment, false), runtime, new Uint8Array(32), new Opened(), printLine);
  };
  await runDataExport({ ...place, openPeople, plan, out: values.out, timers, print: printLine });
  return 0;
}

async function recordCommand(args: string[], _: Environment, runtime: Runtime): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      market: { type: 'string', multiple: true, default: [] },
      feed: { type: 'string' },
      out: { type: 'string', default: 'market.tape' },
    },
    allowPositionals: true,
  });
  const [url, ...more] = positionals;
  if (url === undefined || !URL.canParse(url) || more.length > 0)
    throw new WrongUsage('record needs the address of one venue');
  if (values.market.length === 0) throw new WrongUsage('record needs at least one --market: a condition id');
  const { runRecord } = await import('@bellwether/venue/ops/tape/tape-commands.ts');
  return await runRecord(url, values, { runtime, print: printLine, end: endProcess });
}

async function tapeCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  if (args[0] === 'from') return await historyCommand(args.slice(1));
  const { values, positionals } = parseArgs({
    args,
    options: {
      'from-journal': { type: 'boolean', default: false },
      market: { type: 'string', multiple: true, default: [] },
      without: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new WrongUsage('tape needs one file');
  const openJournal = async () => {
    const { openJournalBeside } = await import('@bellwether/venue/ops/open-journal.ts');
    const { dataDir, journal } = readPlace(environment);
    return openJournalBeside({ dataDir, database: journal }, runtime);
  };
  const { runTape } = await import('@bellwether/venue/ops/tape/tape-commands.ts');
  await runTape(path, values, openJournal, printLine);
  return 0;
}

async function reportCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { user: { type: 'string' }, out: { type: 'string' }, json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new WrongUsage('report needs one folder or file');
  const { dataDir, journal } = readPlace(environment);
  const { runReport } = await import('@bellwether/venue/ops/report/report-command.ts');
  await runReport(positionals[0] ?? null, values, { dataDir, database: journal }, runtime, printLine);
  return 0;
}

async function historyCommand(args: string[]): Promise<number> {
  const { HISTORY_OPTIONS, runHistory } = await import('@bellwether/venue/ops/tape/history-command.ts');
  const { readPlan } = await import('@bellwether/venue/tape/history/plan.ts');
  const { values, positionals } = parseArgs({ args, options: HISTORY_OPTIONS, allowPositionals: true });
  const plan = readPlan(values);
  if (typeof plan === 'string') throw new WrongUsage(plan);
  if (positionals.length === 0) throw new WrongUsage('tape from needs at least one file');
  await runHistory(positionals, plan, values, printLine);
  return 0;
}

async function mcpCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const options = { url: { type: 'string' }, 'key-file': { type: 'string' }, scenario: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const { url, scenario, 'key-file': keyFile } = values;
  if (url !== undefined && !URL.canParse(url)) throw new WrongUsage('--url must be the address of a venue');
  if (url !== undefined && scenario !== undefined)
    throw new WrongUsage('--scenario is for a sandbox, and --url names a venue');
  const key = keyFile === undefined ? Buffer.from(runtime.random.bytes(32)).toString('hex') : readKey(keyFile);
  const { runMcp } = await import('@bellwether/mcp');
  const agent = { key: `0x${key}`, version: productVersion() };
  if (url !== undefined) {
    const { awaitStop } = await import('@bellwether/venue/ops/shutdown.ts');
    const stopped = awaitStop({ runtime, stillOpen: () => ['agent'], end: endProcess });
    await runMcp({ ...agent, url, adminToken: null, stopped });
  } else {
    // In this process: its host may kill it at any moment, and nothing must be left running.
    const { withSandbox } = await import('@bellwether/sandbox-venue/serve-sandbox.ts');
    const config = readConfig({ ...SANDBOX_DEFAULTS, ...environment, BELLWETHER_PORT: '0' }, false);
    await withSandbox(config, scenario ?? AGENT_SCENARIO, runtime, (sandbox, stopped) =>
      runMcp({ ...agent, url: sandbox.url, adminToken: sandbox.adminToken, stopped }),
    );
  }
  return 0;
}

/** Examines a bot on a sandbox in this process. */
async function examCommand(args: string[], environment: Environment, runtime: Runtime): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      bot: { type: 'string' },
      incidents: { type: 'string', multiple: true },
      junit: { type: 'string' },
      only: { type: 'string', multiple: true },
      patience: { type: 'string' },
      within: { type: 'string' },
      jobs: { type: 'string' },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { allIncidents, EXAM_HELP, incidentsText, readPlan, runExam } = await import('@bellwether/exam');
  if (values.help) return printed(EXAM_HELP);
  if (values.list) {
    const all = await allIncidents(values.incidents);
    return typeof all === 'string' ? usage(all, EXAM_HELP) : printed(incidentsText(all));
  }
  const plan = await readPlan(values);
  if (typeof plan === 'string') return usage(plan, EXAM_HELP);
  const { withSandbox } = await import('@bellwether/sandbox-venue/serve-sandbox.ts');
  // New accounts begin with nothing, so that the bot's money is in the wallet that it knows.
  const own = { BELLWETHER_PORT: '0', BELLWETHER_STARTING_BALANCE: '0' };
  const config = readConfig({ ...SANDBOX_DEFAULTS, ...environment, ...own }, false);
  let passes = false;
  await withSandbox(config, null, runtime, async ({ url, adminToken }, stopped) => {
    passes = await runExam({ plan, url, adminToken, stopped, isJson: values.json, print: printLine });
  });
  return passes ? 0 : 1;
}

/** Private key in a file, without the prefix `0x`. */
function readKey(file: string): string {
  const [, key] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(readFileSync(file, 'utf8').trim()) ?? [];
  if (key === undefined) throw new Error(`${file} must hold a private key of 64 hexadecimal digits`);
  return key;
}

const elsewhere = (database: Config['journal'], runtime: Runtime): JournalElsewhere | null =>
  database === null ? null : { database, runtime };

function refuseElsewhere(command: string): number {
  process.stderr.write(
    `bellwether: ${command} is for a journal in the data folder; BELLWETHER_JOURNAL names a database, which has means of its own\n`,
  );
  return 1;
}

/** Text of an error for stderr. File system errors name the path, but do not say what to do about the problem. */
function messageOf(error: unknown): string {
  if (error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string') {
    return storageError('open', error.path, error).message;
  }
  return error instanceof Error ? error.message : String(error);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printed(text: string): number {
  printLine(text);
  return 0;
}

function usage(problem: string, help = usageText()): number {
  process.stderr.write(`bellwether: ${problem}\n\n${help}\n`);
  return 2;
}

/** True for wrong usage, and for the errors that `parseArgs` throws for unknown flags. */
function isUsageError(error: unknown): error is Error {
  const isOfParser = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isOfParser || error instanceof WrongUsage;
}
