/**
 * The data folders to damage: written by real venues over HTTP and killed with SIGKILL, so that every file is as a
 * crash leaves it. A commit of the journal takes several orders, which keeps its log short enough to damage every byte.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CLOSED_ORDERS_PER_GENERATION } from '@bellwether/engine';
import { type Client, createClient } from '@bellwether/sdk';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { addQuestions, ORDERS_OF_A_REQUEST, openAccounts, placeBatch } from '../shared/venue-load.ts';

export interface Folders {
  /** Killed while idle: read store and snapshots show everything acknowledged. */
  readonly idle: string;
  /**
   * The same journal, with the read store and the snapshots from before its last commit, as if that commit had been in
   * progress.
   */
  readonly committing: string;
  /** Last entry of the last commit but one. */
  readonly beforeLast: number;
}

const ACCOUNTS = 4;
/** Number of batches in the journal's file, and in its log before the last one. */
const IN_FILE = 11;
const IN_LOG = 4;
const SETTINGS = { BELLWETHER_LIMITS: 'off', BELLWETHER_SNAPSHOT_EVERY: '100', BELLWETHER_LOG_LEVEL: 'fatal' };
const STORE_FILES = /^store\.sqlite/;

export async function makeFolders(root: string): Promise<Folders> {
  const idle = join(root, 'idle');
  const committing = join(root, 'committing');
  mkdirSync(root, { recursive: true });
  const first = await startVenueProcess({ dataDir: idle, settings: SETTINGS });
  const clients = await openAccounts(first, ACCOUNTS, '100000');
  const { questions } = await addQuestions(first, 'Damage', 1);
  const tokens = questions.flatMap((question) => question.tokens);
  for (let batch = 0; batch < IN_FILE; batch++) await placeOne(clients(first), tokens, batch);
  await first.end('SIGTERM');
  const second = await startVenueProcess({ dataDir: idle, settings: SETTINGS });
  // A sign-in is an entry; sign in first so that none falls between the batches.
  const signedIn = clients(second);
  for (const client of signedIn) await client.auth.credentials();
  for (let batch = 0; batch < IN_LOG; batch++) await placeOne(signedIn, tokens, IN_FILE + batch);
  const beforeLast = await awaitRows(second);
  // A snapshot in progress has another name until it is complete, and may vanish during the copy.
  cpSync(idle, committing, { recursive: true, filter: (path) => !path.endsWith('.new') });
  await placeOne(signedIn, tokens, IN_FILE + IN_LOG);
  await awaitRows(second);
  await second.end('SIGKILL');
  for (const name of readdirSync(idle)) {
    if (name === 'reserve') rmSync(join(idle, name));
    else if (!STORE_FILES.test(name) && name !== 'snapshots')
      cpSync(join(idle, name), join(committing, name), { recursive: true });
  }
  rmSync(join(committing, 'reserve'), { force: true });
  return { idle, committing, beforeLast };
}

/** Places one account's batch for one outcome; about a third match orders of others. */
function placeOne(clients: readonly Client[], tokens: readonly string[], batch: number): Promise<void> {
  const account = batch % ACCOUNTS;
  return placeBatch(clients[account] as Client, tokens[account % 2] as string, (at) => `0.${44 + ((at + batch) % 12)}`);
}

/** Waits until the read store shows everything. Returns the last entry. */
async function awaitRows({ url, adminToken }: VenueProcess): Promise<number> {
  const { admin } = createClient({ baseUrl: url, adminToken });
  for (;;) {
    const { journal_sequence, projected_sequence } = await admin.health();
    if (projected_sequence === journal_sequence) return journal_sequence;
    await delay(50);
  }
}

/** Batches of each of the two accounts. */
const PAIRS = Math.ceil(CLOSED_ORDERS_PER_GENERATION / (2 * ORDERS_OF_A_REQUEST));

/**
 * Makes a folder at `dataDir` with a file of closed orders: the venue takes enough orders for such a file, each matched
 * at once, and is killed after a snapshot that names the file.
 */
export async function makeArchivedFolder(dataDir: string): Promise<void> {
  const venue = await startVenueProcess({ dataDir, settings: { ...SETTINGS, BELLWETHER_SNAPSHOT_EVERY: '2000' } });
  const [buyer, seller] = (await openAccounts(venue, 2, '10000000'))(venue);
  if (buyer === undefined || seller === undefined) throw new Error('there are too few accounts');
  const { questions } = await addQuestions(venue, 'Damage', 1);
  const [first, second] = questions[0]?.tokens ?? ['', ''];
  const price = (): string => '0.5';
  for (let pair = 0; pair < PAIRS || !hasRun(dataDir); pair++) {
    await placeBatch(buyer, first, price);
    await placeBatch(seller, second, price);
    if (pair >= PAIRS) await delay(20);
  }
  await venue.end('SIGKILL');
  rmSync(join(dataDir, 'reserve'), { force: true });
}

function hasRun(dataDir: string): boolean {
  const folder = join(dataDir, 'snapshots');
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.run'));
}
