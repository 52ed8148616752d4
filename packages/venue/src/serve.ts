/** `bellwether serve`: runs a venue until it is stopped, and prints its address and what to try next. */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { RULES_VERSION } from '@bellwether/engine';
import { ADMIN_TOKEN_FILE, checkSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { setUpLink } from './compose/set-up.ts';
import { startVenue, type Venue } from './compose.ts';
import { journalWarning } from './config/journal.ts';
import { chainWarning } from './config/profile.ts';
import { reachable } from './config/reachable.ts';
import { type Config, DEFAULT_DATA_DIR } from './config.ts';
import { endProcess } from './end-process.ts';
import { cannotListen, listenOnce } from './ops/cannot-listen.ts';
import type { HouseSettings } from './ops/demo.ts';
import type { NpmWatch } from './ops/npm-watch.ts';
import { awaitStop } from './ops/shutdown.ts';

/** Address that the examples use by default. */
const DEFAULT_URL = 'http://127.0.0.1:8080';
/** Only a checkout has it, and the commands of its `package.json`. */
const SCRIPTS = new URL('../../../scripts', import.meta.url);
/** The command line that starts this program: the single file needs no npm. */
const COMMAND = process.getBuiltinModule('node:sea').isSea() ? process.execPath : 'npx bellwether';

/** Runs a venue; resolves to the exit code once it has stopped. */
export async function serve(config: Config, npm: NpmWatch, runtime: Runtime): Promise<number> {
  // Otherwise a start that is refused because of its address would leave a new folder.
  const problem = existsSync(config.dataDir) ? null : await listenOnce(config);
  if (problem !== null) throw new Error(cannotListen(config, problem));
  // Loaded on demand: the module pulls in the catalog's checks, which most venues do not need.
  const demo = config.demo ? await import('./ops/demo.ts') : null;
  if (demo !== null && config.demoPast) {
    // A refused start leaves the folder unchanged.
    checkSecrets(config.dataDir);
    const made = await demo.makeDemoPast(config.dataDir, runtime);
    if (made !== null) process.stdout.write(`${made}\n`);
  }
  const hasLed = Promise.withResolvers<void>();
  if (config.cluster === null) hasLed.resolve();
  const venue = await startVenue({
    config,
    runtime,
    onFailure: endProcess,
    offersSetUp: demo === null,
    onStanding: (standing) => {
      process.stdout.write(`${standingLine(standing)}\n`);
      if (standing.role === 'leads') hasLed.resolve();
    },
    ...(demo !== null && { prepare: (exchange) => demo.loadDemoCatalog(exchange, runtime) }),
  });
  try {
    await run(venue, config, npm, runtime, hasLed.promise, demo?.startHouseTraders);
  } finally {
    await venue.stop();
  }
  return 0;
}

/** Resolves once the venue is asked to stop. House traders start once reads are available, and trade at the leading node. */
async function run(
  venue: Venue,
  config: Config,
  npm: NpmWatch,
  runtime: Runtime,
  hasLed: Promise<void>,
  startTraders: ((settings: HouseSettings) => () => void) | undefined,
): Promise<void> {
  const asked = awaitStop({
    runtime,
    stillOpen: () => venue.stillOpen(),
    end: endProcess,
    ...(npm.watches && { starterHasEnded: () => npm.hasEnded() }),
  });
  const opened = await Promise.race([venue.readsOpened.then(() => true), asked.then(() => false)]);
  // Saved for the next start already now: a killed process saves nothing at its end.
  flushCompileCache();
  if (opened) process.stdout.write(welcome(venue, config));
  for (const each of [chainWarning(config.chain137), journalWarning(config.journal), await withoutNative()]) {
    if (each !== null) process.stderr.write(`\nWARNING  ${each}\n\n`);
  }
  const begun = await Promise.race([hasLed.then(() => opened), asked.then(() => false)]);
  const { url, adminToken, tradersSeed: seed } = venue;
  const endTraders = begun ? startTraders?.({ url, adminToken, seed }) : undefined;
  await asked;
  endTraders?.();
}

async function withoutNative(): Promise<string | null> {
  const { isNative, NOT_NATIVE } = await import('./ops/doctor/machine.ts');
  return isNative() ? null : NOT_NATIVE;
}

function standingLine({ role, problem, leader, epoch }: NodeStanding): string {
  switch (role) {
    case 'leads':
      return `Bellwether leads, epoch ${epoch}`;
    case 'follows':
      return `Bellwether follows ${leader}, epoch ${epoch}`;
    case 'seeks':
      return `Bellwether looks for the node that leads${problem === '' ? '' : `: ${problem}`}`;
  }
}

/** Line about a journal that this version was the first to continue under its rules. */
function upgraded(rulesFound: number | null): readonly string[] {
  if (rulesFound === null || rulesFound === RULES_VERSION) return [];
  return [
    `  upgraded      from rules ${rulesFound} to ${RULES_VERSION}: older versions cannot open this journal any more`,
  ];
}

/** Number of markets. A set-up that was killed before its first market is not over: this says how it goes on. */
function marketsLine({ exchange, setUpToken, url }: Venue, { demo }: Config): string {
  const count = exchange.state.markets.length;
  if (demo) return `${count}, kept alive by house traders`;
  return count > 0 || setUpToken !== null
    ? `${count}`
    : `none yet: add the first one at ${reachable(url)}/app/operate/new`;
}

function welcome(venue: Venue, config: Config): string {
  const url = reachable(venue.url);
  const elsewhere = venue.url === DEFAULT_URL ? '' : `VENUE=${venue.url} `;
  const folder = venue.dataDir === resolve(DEFAULT_DATA_DIR) ? '' : `BELLWETHER_DATA_DIR=${venue.dataDir} `;
  const lines = [
    `Bellwether is ready at ${venue.url}`,
    `  data folder   ${venue.dataDir} (${config.journal === null ? 'journal, ' : ''}read store, keys)`,
    ...(config.journal === null ? [] : ['  journal       in the database of BELLWETHER_JOURNAL']),
    `  admin token   ${config.adminToken === null ? join(venue.dataDir, ADMIN_TOKEN_FILE) : 'BELLWETHER_ADMIN_TOKEN'}`,
    ...upgraded(venue.rulesFound),
    `  markets       ${marketsLine(venue, config)}`,
    '',
    ...(venue.setUpToken === null
      ? []
      : [`Set the venue up, once and within ten minutes: ${setUpLink(venue.url, venue.setUpToken)}`, '']),
    `Open ${url} in a browser, or try next:`,
    `  curl '${url}/markets?limit=3&closed=false'`,
    `  curl '${url}/trades?limit=5'`,
    ...(config.demo && existsSync(SCRIPTS)
      ? [`  ${elsewhere}npm run example       places a signed order and reads it back`]
      : []),
    `  ${folder}${COMMAND} verify   checks the whole ledger, also while the venue runs`,
    '',
    'Stop with Ctrl-C. Play money only.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}
