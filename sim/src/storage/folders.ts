/**
 * The data folders that are damaged: written by real venues over HTTP and killed with SIGKILL, so that every file is as a
 * crash leaves it. A commit of the journal takes several orders, which keeps its log short enough to be damaged at every byte.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@bellwether/sdk';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';

export interface Folders {
  /** Killed when nothing was under way: read store and snapshots show all that was acknowledged. */
  readonly idle: string;
  /**
   * The same journal, with the read store and the snapshots as they were before its last commit: as if that commit had
   * been under way.
   */
  readonly committing: string;
  /** Entry that the last commit but one ends with. */
  readonly beforeLast: number;
}

const ACCOUNTS = 4;
/** Orders that go into one commit, the most that one request takes. */
const BATCH = 15;
/** Batches that are in the journal's file, and in its log before the last one. */
const IN_FILE = 11;
const IN_LOG = 4;
const SETTINGS = { BELLWETHER_LIMITS: 'off', BELLWETHER_SNAPSHOT_EVERY: '100', BELLWETHER_LOG_LEVEL: 'fatal' };
const STORE_FILES = /^store\.sqlite/;

/** Makes both below `root`. */
export async function makeFolders(root: string): Promise<Folders> {
  const idle = join(root, 'idle');
  const committing = join(root, 'committing');
  mkdirSync(root, { recursive: true });
  const first = await startVenueProcess({ dataDir: idle, settings: SETTINGS });
  const clients = await openAccounts(first);
  const tokens = await addMarkets(first);
  for (let batch = 0; batch < IN_FILE; batch++) await placeBatch(clients(first), tokens, batch);
  await first.end('SIGTERM');
  const second = await startVenueProcess({ dataDir: idle, settings: SETTINGS });
  for (let batch = 0; batch < IN_LOG; batch++) await placeBatch(clients(second), tokens, IN_FILE + batch);
  const beforeLast = await settled(second);
  // A snapshot that is being written has another name until it is whole, and may be gone in the middle of this.
  cpSync(idle, committing, { recursive: true, filter: (path) => !path.endsWith('.new') });
  await placeBatch(clients(second), tokens, IN_FILE + IN_LOG);
  await settled(second);
  await second.end('SIGKILL');
  for (const name of readdirSync(idle)) {
    if (name === 'reserve') rmSync(join(idle, name));
    else if (!STORE_FILES.test(name) && name !== 'snapshots')
      cpSync(join(idle, name), join(committing, name), { recursive: true });
  }
  rmSync(join(committing, 'reserve'), { force: true });
  return { idle, committing, beforeLast };
}

type ClientsOf = (venue: VenueProcess) => readonly Client[];

async function openAccounts(venue: VenueProcess): Promise<ClientsOf> {
  const clients: ClientsOf = ({ url, adminToken }) =>
    Array.from({ length: ACCOUNTS }, (_, account) => {
      const signer = new Uint8Array(32).fill(account + 1);
      return createClient({ baseUrl: url, adminToken, account: { signer } });
    });
  for (const client of clients(venue)) {
    await client.auth.credentials();
    await client.admin.deposit({ wallet: client.account.address, amount: '100000' });
  }
  return clients;
}

async function addMarkets({ url, adminToken }: VenueProcess): Promise<readonly string[]> {
  const { admin } = createClient({ baseUrl: url, adminToken });
  const event = await admin.addEvent({ title: 'Damage', markets: [{ question: 'Is it found?' }] });
  return event.markets.flatMap(({ clobTokenIds }) => JSON.parse(clobTokenIds) as string[]);
}

/** One account's, all of one outcome: about a third meet orders of others. */
async function placeBatch(clients: readonly Client[], tokens: readonly string[], batch: number): Promise<void> {
  const account = batch % ACCOUNTS;
  const orders = Array.from({ length: BATCH }, (_, at) => ({
    tokenId: tokens[account % 2] as string,
    side: 'BUY' as const,
    price: `0.${44 + ((at + batch) % 12)}`,
    size: String(5 + at),
  }));
  const answers = await clients[account]?.orders.placeMany(orders);
  for (const { success, errorMsg } of answers ?? []) if (!success) throw new Error(`an order was refused: ${errorMsg}`);
}

/** Waits until the read store shows everything; answers the last entry. */
async function settled({ url, adminToken }: VenueProcess): Promise<number> {
  const { admin } = createClient({ baseUrl: url, adminToken });
  for (;;) {
    const { journal_sequence, projected_sequence } = await admin.health();
    if (projected_sequence === journal_sequence) return journal_sequence;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
