/**
 * The demo: a catalog for an empty venue, and house traders that keep its books alive. The traders run in a
 * thread of their own, know the venue only by its public API, and end with it.
 */

import { Worker } from 'node:worker_threads';
import type { Exchange } from '@bellwether/ports/exchange.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';

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

export interface HouseSettings {
  /** Base address of the venue. */
  readonly url: string;
  /** Lets the house give its own wallets more play money. */
  readonly adminToken: string;
  readonly seed: string;
}

/** Starts the house traders; returns what ends them. Nothing restarts them: without them the venue is only quieter. */
export function startHouseTraders(settings: HouseSettings): () => void {
  const worker = new Worker(new URL('./traders-worker.ts', import.meta.url), { name: 'house', workerData: settings });
  worker.unref();
  worker.on('error', (error) => process.stderr.write(`bellwether: the house traders ended: ${String(error)}\n`));
  return () => void worker.terminate();
}
