/**
 * `bellwether sandbox`: runs a venue with a manual clock until it is stopped, and prints its address and what to try.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scenario } from '@bellwether/contract';
import { ADMIN_TOKEN_FILE } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { ConfigError } from '@bellwether/venue/config/config-error.ts';
import type { Config } from '@bellwether/venue/config.ts';
import { endProcess } from '@bellwether/venue/end-process.ts';
import type { NpmWatch } from '@bellwether/venue/ops/npm-watch.ts';
import { isSandboxFolder } from '@bellwether/venue/ops/sandbox-folder.ts';
import { awaitStop } from '@bellwether/venue/ops/shutdown.ts';
import { type SandboxVenue, startSandbox } from './sandbox-venue.ts';
import { parseScenario, parseStart, readyScenario } from './scenario/read-scenario.ts';

export interface SandboxArguments {
  readonly seed?: string | undefined;
  readonly start?: string | undefined;
  /** Name of a built-in scenario, or the path of a scenario file. */
  readonly scenario?: string | undefined;
  /** Paths of tapes, in addition to those in the folder's `tapes`. */
  readonly tape?: readonly string[] | undefined;
  /** True if forks may name tapes and data folders of this machine. */
  readonly 'local-files'?: boolean;
  /** True for the sandbox of a program that holds the other end of stdin: it ends with that, and removes its folder. */
  readonly temporary?: boolean;
}

/** Default start time, the same for everyone. */
const START = '2026-01-01T00:00:00Z';

/**
 * Starts a sandbox, playing the scenario if one is wanted. `left`: see `playFirst`; null if the folder is new. Throws
 * `ConfigError`.
 */
async function openSandbox(config: Config, wanted: SandboxArguments, machine: Runtime) {
  const { seed, startMs } = readArguments(config, wanted, machine.clock.wallMs());
  // Read before the folder exists: a refused start leaves none.
  const scenario = wanted.scenario === undefined ? null : readScenario(wanted.scenario, wanted.start);
  const isNew = !isSandboxFolder(config.dataDir);
  const demo = config.demo ? await import('@bellwether/venue/ops/demo.ts') : null;
  const sandbox = await startSandbox({
    config,
    machine,
    seed,
    startMs,
    onFailure: endProcess,
    tapes: wanted.tape ?? [],
    localFiles: wanted['local-files'] ?? false,
    ...(demo !== null && { prepare: (exchange, runtime) => demo.loadDemoCatalog(exchange, runtime) }),
  });
  const left = scenario === null ? null : await playFirst(sandbox, scenario);
  return { sandbox, left: isNew ? null : left };
}

/** Runs a sandbox; resolves to the exit code once it has stopped. Throws `ConfigError`. */
export async function serveSandbox(
  config: Config,
  wanted: SandboxArguments,
  npm: NpmWatch,
  machine: Runtime,
): Promise<number> {
  const { dataDir } = config;
  const isTemporary = wanted.temporary === true;
  if (isTemporary && existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new ConfigError(`--temporary needs a new or empty folder, and ${dataDir} is not empty`);
  const { sandbox, left } = await openSandbox(config, wanted, machine);
  const hasStdinEnded = isTemporary ? watchStdin() : () => false;
  const asked = awaitStop({
    runtime: machine,
    stillOpen: () => sandbox.stillOpen(),
    end: endProcess,
    ...((isTemporary || npm.watches) && { starterHasEnded: () => hasStdinEnded() || npm.hasEnded() }),
  });
  process.stdout.write(welcome(sandbox, config, left));
  await asked;
  await sandbox.stop();
  if (isTemporary) rmSync(dataDir, { recursive: true, force: true });
  return 0;
}

/** Tells whether stdin has ended, as a pipe does with the process at its other end, however that ends. */
function watchStdin(): () => boolean {
  let hasEnded = false;
  process.stdin.once('end', () => {
    hasEnded = true;
  });
  // A file has no `unref`, and keeps no process alive.
  process.stdin.resume().unref?.();
  return () => hasEnded;
}

/**
 * Runs a sandbox beside `work`, in this process and in a temporary folder, which is removed afterwards. Prints nothing.
 * Without a `scenario` it is empty.
 * `stopped` resolves when the process is asked to stop.
 */
export async function withSandbox(
  config: Config,
  scenario: string | null,
  machine: Runtime,
  work: (sandbox: Pick<SandboxVenue, 'url' | 'adminToken'>, stopped: Promise<void>) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-agent-'));
  const wanted = scenario === null ? {} : { scenario };
  try {
    const { sandbox } = await openSandbox({ ...config, dataDir, logLevel: 'silent' }, wanted, machine);
    const stopped = awaitStop({ runtime: machine, stillOpen: () => sandbox.stillOpen(), end: endProcess });
    await work(sandbox, stopped).finally(() => sandbox.stop());
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Plays a scenario unless it is already playing. Resolves to the branch that was left for it, or null. */
async function playFirst(sandbox: SandboxVenue, scenario: Scenario): Promise<string | null> {
  if (sandbox.scenario?.name === scenario.name) return null;
  const left = sandbox.branch;
  try {
    await sandbox.play({ scenario });
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  return left;
}

/** Reads a scenario; `start` replaces the scenario's own. Throws `SandboxRefused` with the problem and its place. */
function readScenario(wanted: string, start: string | undefined): Scenario {
  const scenario = existsSync(wanted) ? parseScenario(readFileSync(wanted, 'utf8')) : readyScenario(wanted);
  return start === undefined ? scenario : { ...scenario, start };
}

function readArguments(
  { cluster, journal, mode }: Config,
  { seed = '1', start = START }: SandboxArguments,
  nowMs: number,
) {
  if (mode !== null)
    throw new ConfigError('BELLWETHER_MODE is for a venue: set the mode of a sandbox with POST /admin/mode');
  if (journal !== null || cluster !== null) {
    throw new ConfigError(
      'a sandbox keeps its journals in its own folder: do not set BELLWETHER_JOURNAL and BELLWETHER_CLUSTER_ADDRESS',
    );
  }
  if (!/^[0-9]{1,9}$/.test(seed)) throw new ConfigError(`--seed must be an integer from 0 to 999999999, not "${seed}"`);
  const startMs = parseStart(start, nowMs);
  if (typeof startMs === 'string') throw new ConfigError(`--start ${startMs}, not "${start}"`);
  return { seed: Number(seed), startMs };
}

/** Text printed at the start. `left`: the active branch before a new one began for a scenario. */
function welcome(sandbox: SandboxVenue, { adminToken, dataDir }: Config, left: string | null): string {
  const { nowMs } = sandbox.time;
  const token = adminToken === null ? join(dataDir, ADMIN_TOKEN_FILE) : 'BELLWETHER_ADMIN_TOKEN';
  const authorization = adminToken === null ? `"authorization: Bearer $(cat '${token}')"` : '"authorization: Bearer …"';
  return `Bellwether SANDBOX is ready at ${sandbox.url}
  folder        ${dataDir}
  admin token   ${token}
  branch        ${sandbox.branch}${sandbox.scenario === null ? '' : `, which plays ${sandbox.scenario.name}`}${left === null ? '' : ` and begins now; branch ${left} is kept as it was`}
  time          ${new Date(nowMs).toISOString()}, standing still until you advance it

Try next:
  curl -X POST ${sandbox.url}/sandbox/clock -H ${authorization} -H 'content-type: application/json' -d '{"advance":"1h"}'

Stop with Ctrl-C. Play money only.

`;
}
