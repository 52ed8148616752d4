/**
 * A data folder with a file of closed orders. A real venue takes enough orders for such a file, each matched at once,
 * and is killed with SIGKILL after a snapshot that names the file.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSED_ORDERS_PER_GENERATION } from '@bellwether/engine';
import { startVenueProcess } from '@bellwether/venue-process';
import { addQuestions, ORDERS_OF_A_REQUEST, openAccounts, placeBatch } from '../shared/venue-load.ts';

const SETTINGS = { BELLWETHER_LIMITS: 'off', BELLWETHER_SNAPSHOT_EVERY: '2000', BELLWETHER_LOG_LEVEL: 'fatal' };
const PAIRS = Math.ceil(CLOSED_ORDERS_PER_GENERATION / (2 * ORDERS_OF_A_REQUEST));

/** Makes the folder at `dataDir`. */
export async function makeArchivedFolder(dataDir: string): Promise<void> {
  const venue = await startVenueProcess({ dataDir, settings: SETTINGS });
  const [buyer, seller] = (await openAccounts(venue, 2, '10000000'))(venue);
  if (buyer === undefined || seller === undefined) throw new Error('there are too few accounts');
  const { questions } = await addQuestions(venue, 'Damage', 1);
  const [first, second] = questions[0]?.tokens ?? ['', ''];
  const price = (): string => '0.5';
  for (let pair = 0; pair < PAIRS || !hasRun(dataDir); pair++) {
    await placeBatch(buyer, first, price);
    await placeBatch(seller, second, price);
    if (pair >= PAIRS) await sleep(20);
  }
  await venue.end('SIGKILL');
  rmSync(join(dataDir, 'reserve'), { force: true });
}

function hasRun(dataDir: string): boolean {
  const folder = join(dataDir, 'snapshots');
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.run'));
}
