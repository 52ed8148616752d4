/**
 * Assembles the venue: exchange, projector, snapshot, reader and signature threads, and the gateway on this thread.
 * This is the only place that knows all parts; each part knows only its ports.
 */

import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { checkSecrets, installSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { recordHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { openLedger } from './compose/ledger-threads.ts';
import { onceLed } from './compose/once-led.ts';
import { Opened } from './compose/opened.ts';
import { journalWarning } from './config/journal.ts';
import { chainWarning } from './config/profile.ts';
import type { Config } from './config.ts';
import { createLogger } from './logger.ts';
import { checkOpenFiles } from './ops/open-files.ts';
import { ThreadHeaps } from './ops/thread-heaps.ts';

export interface Venue {
  /** Address that the venue listens on, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  readonly adminToken: string;
  readonly exchange: ExchangeHandle;
  readonly setUpToken: string | null;
  /** Resolves when the venue answers reads. It accepts orders earlier. */
  readonly readsOpened: Promise<void>;
  /** Rules of the journal when this version found it; null if it was new. */
  readonly rulesFound: number | null;
  /** Secret seed of the house traders; stays the same for a data folder. */
  readonly tradersSeed: string;
  /** Finishes accepted requests, closes everything and releases the data folder. */
  stop(): Promise<void>;
  /** Names and progress of the parts that are still open, in closing order. */
  stillOpen(): string[];
}

interface ComposeOptions {
  readonly config: Config;
  readonly runtime: Runtime;
  /** Called once when a part fails while the venue runs: the process must end. */
  readonly onFailure: (message: string) => void;
  /** Called when this node becomes leader, follows another leader, or starts to look for one. */
  readonly onStanding?: (standing: NodeStanding) => void;
  /** True if the venue may be set up by a link, should it be new. */
  readonly offersSetUp?: boolean;
  /** Runs after recovery and before the venue listens, for example to load a catalog. */
  readonly prepare?: (exchange: ExchangeHandle) => Promise<void>;
}

/** Starts a venue; resolves when it answers requests. If the start fails, closes everything and throws the cause. */
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
  { config, runtime, onFailure, onStanding, prepare, offersSetUp = false }: ComposeOptions,
  opened: Opened,
): Promise<Venue> {
  const { dataDir } = config;
  const logger = createLogger(config.logLevel);
  // Checked before anything is opened, so that a refused start leaves the folder unchanged.
  checkOpenFiles(config.signatureWorkers);
  checkSecrets(dataDir);
  const heaps = new ThreadHeaps(runtime.timers);
  opened.add('memory of threads', async () => heaps.close());
  const opening = openLedger(config, runtime, logger, onFailure, opened, changesOf(onStanding));
  // Loads the gateway while the exchange recovers in its thread.
  const loading = loadGateway();
  loading.catch(() => undefined);
  const ledger = await opening;
  const { openGateway, prepareWallets, isUnused } = await loading;
  const { exchange, reader } = ledger;
  installSecrets(dataDir, runtime.random);
  const write = async (): Promise<void> => {
    await prepareWallets(exchange, exchange.state, config);
    await prepare?.(exchange);
    if (config.mode !== null) await exchange.submit({ kind: 'SetMode', mode: config.mode });
  };
  await (config.cluster === null ? write() : onceLed(runtime.timers, write));
  const parts = { config, runtime, logger, onFailure, opened, exchange, reader };
  // The file would reach one node of several.
  const isNew = config.cluster === null && !config.isSetUp && isUnused(exchange.state);
  const gateway = await openGateway({
    ...parts,
    offersSetUp: offersSetUp && isNew,
    readsOpened: ledger.readsOpened,
    measured: { figures: ledger.figures, heaps },
  });
  const { adminToken, tradersSeed, setUpToken } = gateway;
  const foreign = chainWarning(config.chain137);
  if (foreign !== null) logger.warn({ setting: 'BELLWETHER_CHAIN_137', use: config.chain137 }, foreign);
  const unsafe = journalWarning(config.journal);
  if (unsafe !== null) logger.warn({ setting: 'BELLWETHER_JOURNAL_UNSAFE_TEST' }, unsafe);
  const { url } = await gateway.listen();
  opened.add('waiting reads', async () => ledger.endWaitingReads());
  // Heartbeats can arrive only from here on, however long the read store took to catch up.
  exchange.open();
  recordHolder(dataDir, url);
  return {
    url,
    dataDir,
    adminToken,
    exchange,
    setUpToken,
    readsOpened: ledger.readsOpened,
    rulesFound: ledger.rulesFound,
    tradersSeed,
    stop: () => opened.closeAll(),
    stillOpen: () => opened.stillOpen(),
  };
}

/** Passes on only changes of role, problem, leader or epoch: the figures of a standing change all the time. */
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

/** Loads the code between clients and the ledger. It is most of the program, and recovery does not need it. */
async function loadGateway() {
  const { openGateway } = await import('./compose/gateway.ts');
  const { prepareWallets } = await import('@bellwether/gateway/http/own-wallets.ts');
  const { isUnused } = await import('@bellwether/gateway/http/set-up.ts');
  return { openGateway, prepareWallets, isUnused };
}
