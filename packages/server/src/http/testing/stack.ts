/** A whole venue behind the gateway for tests: real exchange, projections, reads, signatures and authentication. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micros } from '@bellwether/engine';
import { Kysely } from 'kysely';
import { createSignaturePool } from '../../adapters/signature-pool/pool.ts';
import { openStore, openStoreReader } from '../../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../../adapters/store-sqlite/sqlite-dialect.ts';
import { createAddressParser } from '../../auth/address.ts';
import { createAuthenticator } from '../../auth/authenticator.ts';
import { createCredentialSource } from '../../auth/credentials.ts';
import { createMetrics } from '../../ops/metrics.ts';
import type { ReadAnswer, Reader } from '../../ports/reader.ts';
import { ALL_PROJECTIONS } from '../../projections/all-projections.ts';
import { createProjectionRunner } from '../../projections/runner.ts';
import type { Database } from '../../queries/database.ts';
import { createApp } from '../app.ts';
import type { AppDependencies } from '../dependencies.ts';
import { createReads } from '../reads/registry.ts';
import { InProcessExchange } from './exchange.ts';

export const ADMIN_TOKEN = 'a-token-for-tests-only';
export const START_MS = 1_800_000_000_000;
export const DOMAIN = {
  name: 'Bellwether Exchange',
  version: '1',
  chainId: 31_337,
  verifyingContract: '0x00000000000000000000000000000000000b0b0b',
} as const;

export interface StackOptions {
  readonly demo?: boolean;
  readonly dataAllowlist?: BlockList | null;
}

/** Starts one; `close` ends its thread and removes its files. */
export async function startStack({ demo = true, dataAllowlist = null }: StackOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-http-'));
  const file = join(folder, 'store.sqlite');
  const store = openStore(file);
  const runner = createProjectionRunner(store, ALL_PROJECTIONS);
  const faults: object[] = [];
  const time = { nowMs: START_MS };
  const clock = (): number => time.nowMs;
  const exchange: InProcessExchange = new InProcessExchange(clock, (entries, previousHash) =>
    runner.write(entries, previousHash, { state: exchange.state }),
  );
  const connection = openStoreReader(file);
  const reader = createReader(new Kysely<Database>({ dialect: createSqliteDialect(connection) }));
  const signatures = await createSignaturePool({ domain: DOMAIN, chainId: DOMAIN.chainId });
  const parseAddress = await createAddressParser();
  const credentials = createCredentialSource(new Uint8Array(32).fill(7));
  const authenticator = createAuthenticator({
    prefixes: ['SERVICE_'],
    credentials,
    parseAddress,
    clock,
    toleranceSeconds: { past: 60, future: 5 },
    findApiKey: (apiKey) => {
      const key = exchange.state.apiKeys.get(apiKey);
      const account = key === undefined ? undefined : exchange.state.accounts[key.account];
      return key === undefined || account === undefined
        ? undefined
        : { address: account.address, revoked: key.revoked };
    },
    signatures,
  });
  const metrics = createMetrics({
    sequence: () => exchange.state.sequence,
    projectedSequence: () => runner.cursor.sequence,
    pendingCommands: () => 0,
    openOrders: () => exchange.state.openOrders.size,
    openMarkets: () => exchange.state.markets.length,
    pendingSignatures: () => signatures.pendingChecks(),
  });
  const dependencies: AppDependencies = {
    exchange,
    view: exchange,
    reader,
    signatures,
    authenticator,
    credentials,
    parseAddress,
    adminToken: ADMIN_TOKEN,
    domain: DOMAIN,
    version: '1.2.3',
    settings: {
      demo,
      startingBalance: micros(1_000_000_000),
      dataAllowlist,
      trustProxy: [],
      authPrefixes: ['SERVICE_'],
    },
    metrics,
    logger: { error: (details) => faults.push(details) },
    clock,
  };
  const app = createApp(dependencies);
  await app.ready();
  return {
    app,
    dependencies,
    exchange,
    reader,
    /** What was told to the operator. */
    faults,
    time,
    close: async (): Promise<void> => {
      await app.close();
      await signatures.close();
      connection.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Runs reads in this thread; `broken` makes them fail as a fault would. */
function createReader(database: Kysely<Database>): Reader & { broken: boolean } {
  const reads = createReads();
  return {
    broken: false,
    async read(name, parameters): Promise<ReadAnswer | null> {
      if (this.broken) throw new Error('a secret detail of the store');
      const read = reads.get(name);
      if (read === undefined) throw new Error(`no read is called ${name}`);
      const result = await read.run(database, parameters);
      return result === null
        ? null
        : { body: Buffer.from(read.serialize(result.value)), headers: result.headers ?? {} };
    },
  };
}
