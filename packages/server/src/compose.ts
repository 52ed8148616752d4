/**
 * Puts the venue together: exchange, projector, snapshot, reader and signature threads, and the gateway on this one. The only place that knows all parts; each part knows only its ports.
 */

import { pino } from 'pino';
import { checkSecrets, installSecrets } from './adapters/data-folder/install-secrets.ts';
import { recordHolder } from './adapters/data-folder/lock.ts';
import { openLedger } from './compose/ledger.ts';
import { onceLed } from './compose/once-led.ts';
import { Opened } from './compose/opened.ts';
import { journalWarning } from './config/journal.ts';
import type { Config } from './config.ts';
import type { ExchangeHandle } from './exchange/exchange-client.ts';
import { checkOpenFiles, connectionsMax } from './ops/open-files.ts';
import { ThreadHeaps } from './ops/thread-heaps.ts';
import type { NodeStanding } from './ports/nodes.ts';
import type { Runtime } from './ports/runtime.ts';

export interface Venue {
  /** Where it answers, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  readonly adminToken: string;
  readonly exchange: ExchangeHandle;
  /** Resolves when reads are answered, too; orders are already. */
  readonly readsOpened: Promise<void>;
  /** Seed of the house traders: always the same for a data folder, and a secret. */
  readonly tradersSeed: string;
  /** Finishes what was accepted, closes everything and frees the data folder. */
  stop(): Promise<void>;
  /** Names of the parts that are not closed and how far they are, in the order of closing. */
  stillOpen(): string[];
}

export interface ComposeOptions {
  readonly config: Config;
  readonly runtime: Runtime;
  /** Called once when a part fails while the venue runs: the process must end. */
  readonly onFailure: (message: string) => void;
  /** Told when this node begins to lead, to follow another one, or to look for one. */
  readonly onStanding?: (standing: NodeStanding) => void;
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

async function open(
  { config, runtime, onFailure, onStanding, prepare }: ComposeOptions,
  opened: Opened,
): Promise<Venue> {
  const { dataDir } = config;
  const logger = pino({ level: config.logLevel });
  // Before anything is opened: a start that is refused leaves the folder as it was.
  checkOpenFiles(config.signatureWorkers);
  checkSecrets(dataDir);
  const heaps = new ThreadHeaps(runtime.timers);
  opened.add('memory of threads', async () => heaps.close());
  const opening = openLedger(config, runtime, logger, onFailure, opened, changesOf(onStanding));
  // The exchange recovers in its thread meanwhile.
  const loading = loadGateway();
  loading.catch(() => undefined);
  const ledger = await opening;
  const { openGateway, createVenueMetrics, settleWallets } = await loading;
  const { exchange, reader } = ledger;
  installSecrets(dataDir, runtime.random);
  const write = async (): Promise<void> => {
    await settleWallets(exchange, exchange.state, config);
    await prepare?.(exchange);
  };
  await (config.cluster === null ? write() : onceLed(runtime.timers, write));
  const parts = { config, runtime, logger, onFailure, opened, exchange, reader };
  const gateway = await openGateway({
    ...parts,
    measure: (measured) => createVenueMetrics(ledger, measured, heaps),
  });
  const { adminToken, tradersSeed, chainWarning } = gateway;
  if (chainWarning !== null) logger.warn({ setting: 'BELLWETHER_CHAIN_137', use: config.chain137 }, chainWarning);
  const unsafe = journalWarning(config.journal);
  if (unsafe !== null) logger.warn({ setting: 'BELLWETHER_JOURNAL_UNSAFE_TEST' }, unsafe);
  const url = await gateway.listen({ port: config.port, connectionsMax: connectionsMax() });
  // Only now can heartbeats arrive, however long the read store took to catch up.
  exchange.open();
  recordHolder(dataDir, url);
  return {
    url,
    dataDir,
    adminToken,
    exchange,
    readsOpened: ledger.readsOpened,
    tradersSeed,
    stop: () => opened.closeAll(),
    stillOpen: () => opened.stillOpen(),
  };
}

/** Its figures are told all the time. */
function changesOf(tell: ComposeOptions['onStanding']): (standing: NodeStanding) => void {
  let last = '';
  return (standing) => {
    const { role, problem, leader, epoch } = standing;
    const now = JSON.stringify([role, problem, leader, epoch]);
    if (now === last) return;
    last = now;
    tell?.(standing);
  };
}

/** The code of all that stands between clients and the ledger: most of the program, and of no use to a start before. */
async function loadGateway() {
  const { openGateway } = await import('./compose/gateway.ts');
  const { createVenueMetrics } = await import('./compose/metrics.ts');
  const { settleWallets } = await import('./http/own-wallets.ts');
  return { openGateway, createVenueMetrics, settleWallets };
}
