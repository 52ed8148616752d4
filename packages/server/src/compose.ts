/**
 * Puts the venue together: exchange thread, projector thread, reader threads, signature threads and the gateway on this
 * one. The only place that knows all parts; each part knows only its ports.
 */
import { MessageChannel } from 'node:worker_threads';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import { recordHolder } from './adapters/data-folder/lock.ts';
import { installSecrets } from './adapters/data-folder/install-secrets.ts';
import { createSignaturePool, type SignaturePool } from './adapters/signature-pool/pool.ts';
import { createAddressParser } from './auth/address.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { createCredentialSource } from './auth/credentials.ts';
import type { Config } from './config.ts';
import { createApp } from './http/app.ts';
import { createMetrics } from './ops/metrics.ts';
import type { SigningDomain } from './ports/signatures.ts';
import { type ExchangeHandle, startExchange } from './threads/exchange-client.ts';
import { type ProjectorHandle, startProjector } from './threads/projector-thread.ts';
import { createReaderPool } from './threads/reader-pool.ts';

export const STORE_FILE = 'store.sqlite';

/** EIP-712 domain of this venue's orders, but for the contract that each install has of its own. */
const DOMAIN = { name: 'Bellwether Exchange', version: '1', chainId: 31_337 } as const;

export interface Venue {
  /** Where it answers, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  readonly adminToken: string;
  readonly exchange: ExchangeHandle;
  /** Finishes what was accepted, closes everything and frees the data folder. */
  stop(): Promise<void>;
}

export interface ComposeOptions {
  readonly config: Config;
  /** Called once when a part fails while the venue runs: the process must end. */
  readonly onFailure: (message: string) => void;
  /** Runs after recovery and before the listener is up, for example to load a catalog. */
  readonly prepare?: (exchange: ExchangeHandle) => Promise<void>;
}

/** Starts a venue; resolves when it answers requests. Throws what keeps it from starting, with everything closed again. */
export async function startVenue({ config, onFailure, prepare }: ComposeOptions): Promise<Venue> {
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    // In reverse order of opening: requests first, the exchange last.
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await openVenue(config, onFailure, prepare, closers, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openVenue(
  config: Config,
  onFailure: (message: string) => void,
  prepare: ComposeOptions['prepare'],
  closers: (() => Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<Venue> {
  const { dataDir } = config;
  const logger = pino({ level: config.logLevel });
  const storeFile = join(dataDir, STORE_FILE);
  const reader = createReaderPool({ storeFile });
  let projected = 0;
  let countRecord: (entries: number, characters: number) => void = () => undefined;

  const records = new MessageChannel();
  const exchange = await startExchange({
    dataDir,
    recordPort: records.port1,
    onRecord: (record, entries) => {
      reader.setAcknowledged(record.lastSequence);
      countRecord(entries.length, record.payload.length);
    },
    onFailure,
  });
  closers.push(() => exchange.stop());
  reader.setAcknowledged(exchange.head.sequence);
  const secrets = installSecrets(dataDir);
  const projector = await openProjector(config, storeFile, records.port2, onFailure, (sequence) => {
    projected = sequence;
    reader.setProjected(sequence);
  });
  closers.push(() => projector.stop(), () => reader.close());
  const domain = { ...DOMAIN, verifyingContract: secrets.verifyingContract };
  const signatures = await createSignaturePool({
    domain,
    chainId: domain.chainId,
    size: config.signatureWorkers,
    onFatal: (error) => onFailure(`the signature threads have failed: ${error.message}`),
  });
  closers.push(() => signatures.close());
  await prepare?.(exchange);

  const metrics = createMetrics({
    sequence: () => exchange.head.sequence,
    projectedSequence: () => projected,
    pendingCommands: () => exchange.pending,
    openOrders: () => exchange.state.openOrders.size,
    openMarkets: () => exchange.state.markets.reduce((sum, market) => sum + (market.closed ? 0 : 1), 0),
    pendingSignatures: () => signatures.pendingChecks(),
  });
  countRecord = metrics.countRecord;
  const adminToken = config.adminToken ?? secrets.adminToken;
  const app = await openGateway({ config, exchange, reader, signatures, domain, metrics, adminToken, logger, masterKey: config.masterKey ?? secrets.masterKey });
  closers.push(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address() as AddressInfo;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const url = `http://${host}:${address.port}`;
  recordHolder(dataDir, url);
  return { url, dataDir, adminToken, exchange, stop: closeAll };
}
