/**
 * Puts the venue together: exchange, projector, snapshot, reader and signature threads and the gateway on this one. The
 * only place that knows all parts; each part knows only its ports.
 */

import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { checkSecrets, installSecrets } from './adapters/data-folder/install-secrets.ts';
import { recordHolder } from './adapters/data-folder/lock.ts';
import { createSignaturePool, type SignaturePool } from './adapters/signature-pool/pool.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { findApiKey } from './auth/builder-keys.ts';
import { createCredentialSource } from './auth/credentials.ts';
import { listen } from './compose/gateway.ts';
import { type Ledger, openLedger } from './compose/ledger.ts';
import { createLimiters, openUsedSignatures } from './compose/limits.ts';
import { Opened } from './compose/opened.ts';
import { otherOrderTerms, otherSignIns } from './config/other-terms.ts';
import { signingTerms } from './config/profile.ts';
import type { Config } from './config.ts';
import type { ExchangeHandle } from './exchange/exchange-client.ts';
import { EventTexts } from './feed/event-texts.ts';
import type { AppDependencies } from './http/dependencies.ts';
import { settleWallets } from './http/own-wallets.ts';
import { CommandTimes, timedExchange } from './ops/command-times.ts';
import { houseAccounts } from './ops/demo.ts';
import { countJournaled } from './ops/journaled-bytes.ts';
import { createMetrics } from './ops/metrics.ts';
import { checkOpenFiles } from './ops/open-files.ts';
import { OpenMarkets } from './ops/open-markets.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Runtime } from './ports/runtime.ts';
import { createRelayLanguage } from './relay/relay-language.ts';
import { historyOf } from './threads/journaled-entry.ts';
import { createAddressParser } from './wire/forms/address.ts';

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
  readonly runtime: Runtime;
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

async function open({ config, runtime, onFailure, prepare }: ComposeOptions, opened: Opened): Promise<Venue> {
  const { dataDir } = config;
  const logger = pino({ level: config.logLevel });
  // Before anything is opened: a start that is refused leaves the folder as it was.
  checkOpenFiles(config.signatureWorkers);
  checkSecrets(dataDir);
  const ledger = await openLedger(config, runtime, logger, onFailure, opened);
  const { exchange, reader } = ledger;
  const secrets = installSecrets(dataDir, runtime.random);
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
    timers: runtime.timers,
    size: config.signatureWorkers,
    onFatal: (error) => onFailure(`the signature threads have failed: ${error.message}`),
  });
  opened.add('signature threads', () => signatures.close());
  const parseAddress = await createAddressParser();
  const credentials = createCredentialSource(config.masterKey ?? secrets.masterKey);
  const adminToken = config.adminToken ?? secrets.adminToken;
  const tradersSeed = createHmac('sha256', secrets.masterKey).update('house traders').digest('hex');
  const limiters = createLimiters(config, runtime);
  const times = new CommandTimes();
  const metrics = createVenueMetrics(ledger, { limiter: limiters.limiter, signatures, times, runtime });
  const authenticator = createAuthenticator({
    prefixes: config.authPrefixes,
    credentials,
    parseAddress,
    clock: () => runtime.clock.wallMs(),
    toleranceSeconds: config.toleranceSeconds,
    findApiKey: (apiKey) => findApiKey(exchange.state, apiKey),
    signatures,
    signIn: { chainId: signing.signInChainIds[0] ?? signing.domain.chainId, message: signing.authMessage },
  });
  const texts = new EventTexts(reader, logger);
  const timed = timedExchange(exchange, times, () => runtime.clock.monotonicMs());
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
    ...openUsedSignatures(config, runtime, logger, opened),
    version: productVersion(),
    settings: config,
    metrics,
    ...limiters,
    houseAccounts: config.demo ? await houseAccounts(tradersSeed) : new Set(),
    logger,
    clock: () => runtime.clock.wallMs(),
    runtime,
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

interface Measured extends Pick<AppDependencies, 'limiter' | 'runtime'> {
  readonly signatures: SignaturePool;
  readonly times: CommandTimes;
}

/** What the venue tells of itself, counted as entries go by. */
function createVenueMetrics({ exchange, figures }: Ledger, { limiter, signatures, times, runtime }: Measured): Metrics {
  const openMarkets = new OpenMarkets(exchange.state);
  const metrics = createMetrics(
    {
      ...figures,
      openOrders: () => exchange.state.openOrders.size,
      openMarkets: () => openMarkets.count,
      pendingSignatures: () => signatures.pendingChecks(),
      commandLatency: () => times.figures(),
    },
    () => runtime.clock.monotonicMs(),
  );
  exchange.observe({
    published: (entries, state, record) => {
      openMarkets.take(entries, state);
      if (record === null) return;
      metrics.countRecord(entries.length, record.payload.length);
      if (limiter !== null) countJournaled(limiter, state, record, entries);
    },
  });
  return metrics;
}

function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return version;
}
