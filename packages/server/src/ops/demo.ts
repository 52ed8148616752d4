/**
 * The demo: a catalog for an empty venue, and house traders that keep its books alive. The traders run in their own
 * process and know the venue only by its public API. They end with the venue, however it ends.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../ports/exchange.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { VenueView } from '../ports/venue-view.ts';

/**
 * Adds the demo catalog if the venue has no market yet. A single entry holds all of it, so that a crash leaves all or
 * nothing.
 */
export async function loadDemoCatalog(
  venue: Exchange & VenueView,
  { clock, random }: Pick<Runtime, 'clock' | 'random'>,
): Promise<void> {
  if (venue.state.markets.length > 0) return;
  const { demoCatalog } = await import('@bellwether/demo/catalog');
  const { catalogCommand } = await import('./past/past-commands.ts');
  const outcome = await venue.submit(catalogCommand(demoCatalog, venue.state, clock.wallMs(), random.bytes));
  if (outcome.kind !== 'accepted') throw new Error(`the demo catalog was refused: ${JSON.stringify(outcome)}`);
}

/**
 * Gives an empty data folder ninety days of history before a venue is started on it. Resolves to a line to print, or
 * null if the folder already has a history.
 */
export async function makeDemoPast(dataDir: string, runtime: Runtime): Promise<string | null> {
  const beganMs = runtime.clock.monotonicMs();
  const { makePast } = await import('./past/make-past.ts');
  const head = await makePast({ dataDir, runtime });
  if (head === null) return null;
  const seconds = ((runtime.clock.monotonicMs() - beganMs) / 1_000).toFixed(1);
  return `Ninety days of the demo's past, ${head.sequence.toLocaleString('en-US')} entries, were made in ${seconds} s`;
}

export async function houseAccounts(seed: string): Promise<ReadonlySet<string>> {
  const { houseAddresses } = await import('@bellwether/demo/accounts');
  return new Set(houseAddresses(seed));
}

interface HouseTraders {
  stop(): void;
}

/**
 * Starts the house traders against the venue at `url`; their wallets derive from `seed`. Nothing restarts them: without
 * them the venue is only quieter.
 */
export function startHouseTraders(url: string, adminToken: string, seed: string): HouseTraders {
  const program = fileURLToPath(import.meta.resolve('@bellwether/demo/traders'));
  const environment = {
    ...process.env,
    BELLWETHER_URL: url,
    BELLWETHER_ADMIN_TOKEN: adminToken,
    BELLWETHER_TRADERS_SEED: seed,
  };
  const child: ChildProcess = fork(program, { env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.once('exit', (code) => {
    if (code !== null && code !== 0) process.stderr.write(`bellwether: the house traders ended with code ${code}\n`);
  });
  return { stop: () => void child.kill('SIGTERM') };
}
