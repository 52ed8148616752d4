/**
 * Puts the venue together: exchange, projector, snapshot, reader and signature threads and the gateway on this one. The
 * only place that knows all parts; each part knows only its ports.
 */

import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { type CapTable, capTable } from '@bellwether/contract';

import { type Logger, pino } from 'pino';
import { checkSecrets, installSecrets } from './adapters/data-folder/install-secrets.ts';
import { recordHolder } from './adapters/data-folder/lock.ts';
import { freeBytesOf } from './adapters/data-folder/storage-room.ts';
import { openUsedUntil } from './adapters/data-folder/used-until.ts';
import { createSignaturePool } from './adapters/signature-pool/pool.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { findApiKey } from './auth/builder-keys.ts';
import { createCredentialSource } from './auth/credentials.ts';
import { USED_PER_WALLET_MAX } from './auth/limits.ts';
import { UsedSignatures } from './auth/used-signatures.ts';
import { otherOrderTerms, otherSignIns } from './config/other-terms.ts';
import { signingTerms } from './config/profile.ts';
import type { Config } from './config.ts';
import type { ExchangeHandle } from './exchange/exchange-client.ts';
import { EventTexts } from './feed/event-texts.ts';
import { Feeds } from './feed/feeds.ts';
import { FEED_LIMITS } from './feed/limits.ts';
import { registerFeeds } from './feed/register-feeds.ts';
import { createApp } from './http/app.ts';
import type { AppDependencies } from './http/dependencies.ts';
import { settleWallets } from './http/own-wallets.ts';
import { PAGE_FOLDER } from './http/page/page-files.ts';
import { registerPage } from './http/page/register-page.ts';
import { CLIENT_LIMITS } from './http/plugins/clients.ts';
import { Limiter } from './limits/limiter.ts';
import { CommandTimes, timedExchange } from './ops/command-times.ts';
import { houseAccounts } from './ops/demo.ts';
import { countJournaled } from './ops/journaled-bytes.ts';
import { createMetrics, type MetricSources } from './ops/metrics.ts';
import { checkOpenFiles, connectionsMax } from './ops/open-files.ts';
import { OpenMarkets } from './ops/open-markets.ts';
import { clockReporter, storageReporter } from './ops/reporters.ts';
import { STORE_FILE } from './ports/data-folder.ts';
import type { ChainedEntry } from './ports/journal-record.ts';
import type { ReadStoreState } from './ports/storage.ts';
import type { ObservableView } from './ports/venue-view.ts';
import { createRelayLanguage } from './relay/relay-language.ts';
import { startExchange } from './threads/exchange-thread.ts';
import { historyOf } from './threads/journaled-entry.ts';
import { PictureThread } from './threads/picture-thread.ts';
import { ProjectorStart } from './threads/projector-start.ts';
import type { ReaderPool } from './threads/reader-pool.ts';
import { createRebuiltReaders, type RebuiltReaders } from './threads/rebuilt-readers.ts';
import { Snapshots } from './threads/snapshot-thread.ts';
import { createAddressParser } from './wire/forms/address.ts';

/** How long a stop waits for clients that are slow to finish what they began. */
const CLIENTS_LEAVE_MS = 2_000;

export interface Venue {
  /** Where it answers, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  readonly adminToken: string;
  readonly exchange: ExchangeHandle;
  /** Seed of the house traders: always the same for a data folder, and a secret. */
  readonly tradersSeed: string;
  /** Finishes what was accepted, closes everything and frees the data folder. */
  stop(): Promise<void>;
  /** Names of the parts that are not closed, in the order of closing. */
  stillOpen(): string[];
}

export interface ComposeOptions {
  readonly config: Config;
  /** Called once when a part fails while the venue runs: the process must end. */
  readonly onFailure: (message: string) => void;
  /** Runs after recovery and before the listener is up, for example to load a catalog. */
  readonly prepare?: (exchange: ExchangeHandle) => Promise<void>;
}

/** Starts a venue; resolves when it answers requests. Throws what keeps it from starting, with everything closed again. */
export async function startVenue(options: ComposeOptions): Promise<Venue> {
  const opened = new Opened();
  try {
    return await open(options, opened);
  } catch (error) {
    await opened.closeAll();
    throw error;
  }
}

interface OpenPart {
  readonly name: string;
  readonly close: () => Promise<unknown>;
}

/** What has been opened so far, closed in reverse order: requests first, the exchange last. */
class Opened {
  #parts: OpenPart[] = [];

  add(name: string, close: () => Promise<unknown>): void {
    this.#parts.unshift({ name, close });
  }

  names(): string[] {
    return this.#parts.map(({ name }) => name);
  }

  /** A part that cannot be closed does not keep the others open. Rejects with the first error. */
  async closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const part of [...this.#parts]) {
      await part.close().catch((error: unknown) => errors.push(error));
      this.#parts = this.#parts.filter((other) => other !== part);
    }
    if (errors.length > 0) throw errors[0];
  }
}

async function open({ config, onFailure, prepare }: ComposeOptions, opened: Opened): Promise<Venue> {
  const { dataDir } = config;
  const logger = pino({ level: config.logLevel });
  // Before anything is opened: a start that is refused leaves the folder as it was.
  checkOpenFiles(config.signatureWorkers);
  checkSecrets(dataDir);
  const ledger = await openLedger(config, logger, onFailure, opened);
  const { exchange, reader } = ledger;
  const secrets = installSecrets(dataDir);
  await settleWallets(exchange, exchange.state, config);
  await prepare?.(exchange);
  const signing = signingTerms(config, secrets.verifyingContract);
  const { chain137 } = config;
  if (signing.chainWarning !== null)
    logger.warn({ setting: 'BELLWETHER_CHAIN_137', use: chain137 }, signing.chainWarning);
  const signatures = await createSignaturePool({
    ...signing,
    otherOrderTerms: otherOrderTerms(signing, secrets.verifyingContract),
    otherSignIns: otherSignIns(signing, secrets.verifyingContract),
    size: config.signatureWorkers,
    onFatal: (error) => onFailure(`the signature threads have failed: ${error.message}`),
  });
  opened.add('signature threads', () => signatures.close());
  const parseAddress = await createAddressParser();
  const credentials = createCredentialSource(config.masterKey ?? secrets.masterKey);
  const adminToken = config.adminToken ?? secrets.adminToken;
  const tradersSeed = createHmac('sha256', secrets.masterKey).update('house traders').digest('hex');
  const limiters = createLimiters(config);
  const times = new CommandTimes();
  const openMarkets = new OpenMarkets(exchange.state);
  const metrics = createMetrics(
    {
      ...ledger.figures,
      openOrders: () => exchange.state.openOrders.size,
      openMarkets: () => openMarkets.count,
      pendingSignatures: () => signatures.pendingChecks(),
      commandLatency: () => times.figures(),
    },
    () => performance.now(),
  );
  ledger.onRecord((entries, payload) => {
    metrics.countRecord(entries.length, payload.length);
    if (limiters.limiter !== null) countJournaled(limiters.limiter, exchange.state, payload, entries);
    openMarkets.take(entries, exchange.state);
  });
  const authenticator = createAuthenticator({
    prefixes: config.authPrefixes,
    credentials,
    parseAddress,
    clock: Date.now,
    toleranceSeconds: config.toleranceSeconds,
    findApiKey: (apiKey) => findApiKey(exchange.state, apiKey),
    signatures,
    signIn: { chainId: signing.signInChainIds[0] ?? signing.domain.chainId, message: signing.authMessage },
  });
  const texts = new EventTexts(reader, logger);
  const timed = timedExchange(exchange, times, () => performance.now());
  const url = await listen(config, opened, exchange, texts, {
    exchange: texts.around(timed, exchange.state),
    view: exchange,
    reader,
    history: historyOf(reader),
    signatures,
    authenticator,
    credentials,
    parseAddress,
    adminToken,
    ...signing,
    ...openUsedSignatures(config, logger, opened),
    version: productVersion(),
    settings: config,
    metrics,
    ...limiters,
    houseAccounts: config.demo ? await houseAccounts(tradersSeed) : new Set(),
    logger,
    clock: Date.now,
    relay: await createRelayLanguage(signing.domain.chainId),
  });
  // Only now can heartbeats arrive, however long the read store took to catch up.
  exchange.open();
  recordHolder(dataDir, url);
  return {
    url,
    dataDir,
    adminToken,
    exchange,
    tradersSeed,
    stop: () => opened.closeAll(),
    stillOpen: () => opened.names(),
  };
}

/** What signatures were used for, and up to when before this start. */
function openUsedSignatures(
  { dataDir, profile, toleranceSeconds }: Config,
  logger: Logger,
  opened: Opened,
): Pick<AppDependencies, 'usedRequests' | 'usedSignIns'> {
  const usedUntil = openUsedUntil(dataDir, Math.floor(Date.now() / 1000), (error) =>
    logger.error(`what signatures were used for may not outlive a restart: ${String(error)}`),
  );
  opened.add('used signatures', async () => usedUntil.close());
  const options = { clock: Date.now, pastSeconds: toleranceSeconds.past, usedUntil };
  return {
    usedRequests: new UsedSignatures(options),
    usedSignIns: profile === 'polymarket' ? null : new UsedSignatures({ ...options, perOwnerMax: USED_PER_WALLET_MAX }),
  };
}

/** One for requests, unless caps are off, and one for wrong admin tokens. */
function createLimiters({ limits }: Config): Pick<AppDependencies, 'limiter' | 'guesses'> {
  return { limiter: limits === null ? null : createLimiter(limits), guesses: createLimiter(limits ?? capTable()) };
}

/** The caps by the process's own monotonic clock and timers. */
function createLimiter(caps: CapTable): Limiter {
  return new Limiter({
    caps,
    clock: () => performance.now(),
    schedule: (delayMs, callback) => {
      const timer = setTimeout(callback, Math.max(1, Math.ceil(delayMs)));
      return () => clearTimeout(timer);
    },
  });
}

interface Ledger {
  readonly exchange: ExchangeHandle;
  readonly reader: ReaderPool;
  readonly figures: Pick<
    MetricSources,
    | 'sequence'
    | 'projectedSequence'
    | 'pendingCommands'
    | 'malformedCommands'
    | 'clockDifferenceSeconds'
    | 'readStore'
    | 'storage'
  >;
  /** Has every durable record counted from now on. */
  onRecord(count: RecordCounter): void;
}

type RecordCounter = (entries: readonly ChainedEntry[], payload: string) => void;

/** Exchange, projector, readers and snapshots, joined so that a read waits for what was acknowledged before it. */
async function openLedger(
  config: Config,
  logger: Logger,
  onFailure: (message: string) => void,
  opened: Opened,
): Promise<Ledger> {
  const { dataDir } = config;
  const storeFile = join(dataDir, STORE_FILE);
  const records = new MessageChannel();
  let count: RecordCounter = () => undefined;
  let reader: RebuiltReaders | null = null;
  let readStore: ReadStoreState = 'ready';
  let projected = 0;
  const projecting = new ProjectorStart({
    dataDir,
    storeFile,
    recordPort: records.port2,
    onProjected: (sequence) => {
      projected = sequence;
      reader?.setProjected(sequence);
    },
    onReplaced: (message) => logger.warn(`the read store is made again from the journal: ${message}`),
    onDamaged: async (message) => {
      logger.error(`the read store is damaged and made again from the journal; reads wait for that: ${message}`);
      readStore = 'rebuilding';
      await reader?.suspend(readStore);
    },
    onUnwritable: async (message) => {
      logger.error(`the read store cannot be written; reads wait until it can, all else goes on: ${message}`);
      readStore = 'unwritable';
      await reader?.suspend(readStore);
    },
    onRebuilt: () => {
      logger.warn('the read store shows the journal again');
      readStore = 'ready';
      reader?.resume();
    },
    onFailure: (message) => onFailure(`the read store cannot be kept up to date: ${message}`),
  });
  const exchange = await projecting.beside((onLocked) =>
    startExchange({
      dataDir,
      onLocked,
      recordPort: records.port1,
      onClock: clockReporter(logger),
      onStorage: storageReporter(logger, dataDir),
      onFailure: (message) => onFailure(`the exchange has stopped: ${message}`),
    }),
  );
  opened.add('exchange', () => exchange.stop());
  const snapshots = new Snapshots({
    dataDir,
    hasRoom: () => !exchange.storage.isFull,
    everyEntries: config.snapshotEvery,
    lastSequence: exchange.snapshotSequence,
    onSaved: (sequence) => logger.debug(`there is a snapshot of entry ${sequence}`),
    onFailure: (message) => logger.error(`no snapshot could be taken: ${message}`),
  });
  opened.add('snapshots', () => snapshots.stop());
  exchange.observe({
    published: (entries, state, record) => {
      reader?.setAcknowledged(state.sequence);
      snapshots.reached(state.sequence);
      if (record !== null) count(entries, record.payload);
    },
  });
  snapshots.started(exchange.state, exchange.head);
  const projector = await projecting.ready();
  opened.add('projector', () => projector.stop());
  const { rebuild, hurry } = projector;
  const pool = createRebuiltReaders({ storeFile, onDamaged: rebuild, onWaiting: hurry }, readStore);
  opened.add('readers', () => pool.close());
  pool.setAcknowledged(exchange.head.sequence);
  pool.setProjected(projected);
  reader = pool;
  return {
    exchange,
    reader: pool,
    figures: {
      sequence: () => exchange.head.sequence,
      projectedSequence: () => projected,
      pendingCommands: () => exchange.pending,
      malformedCommands: () => exchange.malformed,
      clockDifferenceSeconds: () => exchange.clockDifferenceSeconds,
      readStore: () => readStore,
      storage: () => ({ ...exchange.storage, freeBytes: freeBytesOf(dataDir) }),
    },
    onRecord: (callback) => {
      count = callback;
    },
  };
}

/** Starts the gateway; resolves to its URL. */
async function listen(
  config: Config,
  opened: Opened,
  view: ObservableView,
  texts: EventTexts,
  dependencies: AppDependencies,
): Promise<string> {
  const connections = { ...CLIENT_LIMITS.connections, connectionsMax: connectionsMax() };
  const app = createApp(dependencies, { ...CLIENT_LIMITS, connections });
  opened.add('gateway', () => closeGateway(app));
  const { authenticator, clock: now, logger, metrics, reader, settings } = dependencies;
  const limits = { ...FEED_LIMITS, pingIntervalMs: config.feedPingSeconds * 1000 };
  const feeds = new Feeds({ view, authenticator, reader, texts, logger, now, limits });
  opened.add('feeds', () => feeds.close());
  registerFeeds(app, feeds, settings.dataAllowlist);
  const pictures = new PictureThread();
  opened.add('pictures', () => pictures.close());
  registerPage(app, reader, pictures, PAGE_FOLDER);
  metrics.setFeeds(() => feeds.figures());
  await app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
    const settings = `BELLWETHER_HOST=${config.host} BELLWETHER_PORT=${config.port}`;
    throw new Error(`cannot listen at ${settings}: ${error.message}`, { cause: error });
  });
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Answers the requests that have arrived; a client that does not finish its own is cut off after a while. */
async function closeGateway(app: ReturnType<typeof createApp>): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLIENTS_LEAVE_MS);
  await app.close().finally(() => clearTimeout(timer));
}

function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return version;
}
