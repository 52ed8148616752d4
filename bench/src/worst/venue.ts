/** The world as a running venue: its folder, made once and kept for the next run, and accounts that can sign. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createState, type State } from '@bellwether/engine';
import type { SigningDomain } from '@bellwether/server/ports/signatures.ts';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { type BenchWallet, type Credentials, createWalletFactory } from '../shared/bench-wallet.ts';
import { writeHistory } from '../shared/history.ts';
import { getJson, type Trader } from '../shared/trading-floor.ts';
import { startVenue } from '../shared/venue-process.ts';
import { ACTORS, type WorldSize, worldCommands } from './world.ts';

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 20;
/** Whatever these say makes another world. */
const SOURCES = [
  './world.ts',
  '../shared/catalog.ts',
  '../shared/history.ts',
  '../shared/markets.ts',
  '../shared/random.ts',
];

export const WALLETS = ACTORS + 1;

/** Wallets do not depend on the domain: a venue's own is known only once it runs. */
const ANY_DOMAIN: SigningDomain = {
  name: 'any',
  version: '1',
  chainId: 1,
  verifyingContract: `0x${'0'.repeat(40)}`,
};

export async function benchWallets(domain = ANY_DOMAIN): Promise<readonly BenchWallet[]> {
  const factory = await createWalletFactory(domain);
  return Array.from({ length: WALLETS }, (_, index) => factory.wallet(index));
}

/** A folder with the world in it, of the caller's own. */
export async function worldFolder(size: WorldSize): Promise<string> {
  const sources = SOURCES.map((source) => readFileSync(new URL(source, import.meta.url), 'utf8'));
  const name = createHash('sha256')
    .update(JSON.stringify([size, sources]))
    .digest('hex')
    .slice(0, 16);
  const cached = join(tmpdir(), `bellwether-worst-${name}`);
  if (!existsSync(cached)) await writeWorld(size, cached);
  const folder = createDataDir();
  cpSync(cached, folder, { recursive: true });
  return folder;
}

async function writeWorld(size: WorldSize, to: string): Promise<void> {
  const folder = createDataDir();
  try {
    const wallets = await benchWallets();
    let state: Readonly<State> = createState();
    const commands = worldCommands(
      size,
      wallets.slice(0, ACTORS).map(({ address }) => address),
      () => state,
    );
    const startMs = Date.now() - HISTORY_DAYS * DAY_MS;
    // Slow enough for the comments that one account may write in a minute.
    const clock = (sequence: number): number => Math.min(Date.now(), startMs + sequence * 2_000);
    await writeHistory(
      folder,
      [],
      (now) => {
        state = now;
        return commands.next().value ?? null;
      },
      clock,
    );
    // Projecting takes longest: a start does it once for all runs.
    await (await startVenue(folder)).stop();
    renameSync(folder, to);
  } finally {
    removeDataDir(folder);
    rmSync(`${folder}-wal`, { force: true });
  }
}

/** Keys of the wallet whose key requests delete: it has another one for each run. */
let nonces = 0;

/** Signs in the accounts that can sign; after those of the world comes one that is new to the venue. */
export async function signIn(url: string): Promise<readonly Trader[]> {
  const { domain } = (await getJson(`${url}/venue`)) as { domain: SigningDomain };
  const signers: Trader[] = [];
  for (const [index, wallet] of (await benchWallets(domain)).entries()) {
    const headers = wallet.authHeaders(String(Math.floor(Date.now() / 1000)), index < ACTORS ? 0 : nonces++);
    const response = await fetch(`${url}/auth/api-key`, { method: 'POST', headers });
    if (!response.ok) throw new Error(`POST /auth/api-key answered ${response.status}: ${await response.text()}`);
    signers.push({ wallet, credentials: (await response.json()) as Credentials });
  }
  return signers;
}
