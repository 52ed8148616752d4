/** The gateway of a venue: the parts between clients and a running exchange. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { AnswersFile } from '@bellwether/gateway/adapters/answers-sqlite/answers-file.ts';
import { createSignaturePool, type SignaturePool } from '@bellwether/gateway/adapters/signature-pool/pool.ts';
import { sweepTexts } from '@bellwether/gateway/http/community/texts.ts';
import type { Front } from '@bellwether/gateway/http/front.ts';
import { startStandingGrants } from '@bellwether/gateway/http/grants/standing.ts';
import { venueLook } from '@bellwether/gateway/http/looks/venue-look.ts';
import { installSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Logger } from 'pino';
import { reachable } from '../config/reachable.ts';
import { productVersion } from '../config/version.ts';
import type { Config } from '../config.ts';
import { digestsOf } from '../digest/digests.ts';
import { houseAccounts } from '../ops/demo.ts';
import { ExportThreads } from '../threads/exports/export-threads.ts';
import { historyOf } from '../threads/readers/journaled-entry.ts';
import { composeGateway, type GatewayAdapters, prepareInstall, type SignatureTerms } from './dependencies.ts';
import { type Listener, listen } from './listener.ts';
import { newsOf } from './news.ts';
import type { Opened } from './opened.ts';
import { openPeopleOf } from './people.ts';
import { createSetUp } from './set-up.ts';

interface GatewayParts extends Pick<GatewayAdapters, 'capsTime' | 'extension' | 'measured' | 'otherClock'> {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly logger: Logger;
  readonly onFailure: (message: string) => void;
  readonly opened: Opened;
  readonly exchange: ExchangeHandle;
  readonly reader: Reader;
  /** Resolves when reads are answered; absent in a sandbox, whose texts are not swept. */
  readonly readsOpened?: Promise<void>;
  /** Checks signatures in place of threads. */
  readonly openSignatures?: (terms: SignatureTerms) => Promise<SignaturePool>;
  /** True for a new venue that is to be set up by a link. */
  readonly offersSetUp?: boolean;
}

export interface Gateway {
  readonly adminToken: string;
  /** Seed of the house traders: constant for a data folder, and secret. */
  readonly tradersSeed: string;
  readonly setUpToken: string | null;
  /** Makes it ready for clients of `before`, or of a front of its own. */
  listen(before?: Front): Promise<Listener>;
}

/** Opens everything except the listener. Creates the secrets of the folder if they are missing. */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { config, logger, onFailure, opened, offersSetUp = false, openSignatures, readsOpened, ...adapters } = parts;
  const { exchange, reader, runtime } = adapters;
  const { dataDir, signatureWorkers } = config;
  const secrets = installSecrets(dataDir, runtime.random);
  const masterKey = config.masterKey ?? secrets.masterKey;
  const install = await prepareInstall(config, { ...secrets, masterKey }, async (terms) => {
    const onFatal = (error: Error): void => onFailure(`the signature threads have failed: ${error.message}`);
    const signatures = await (openSignatures?.(terms) ??
      createSignaturePool({ ...terms, timers: runtime.timers, size: signatureWorkers, onFatal }));
    opened.add('signature threads', () => signatures.close());
    return signatures;
  });
  const adminToken = config.adminToken ?? secrets.adminToken;
  const tradersSeed = createHmac('sha256', secrets.masterKey).update('house traders').digest('hex');
  const storedAnswers = new AnswersFile(dataDir, (problem) => logger.warn(problem));
  opened.add('stored answers', async () => storedAnswers.close());
  let look = (): Pick<Config, 'accent' | 'name'> => config;
  const warn = (problem: string): void => logger.warn(problem);
  const people = await openPeopleOf(config, runtime, masterKey, opened, warn, () => look());
  const exports = new ExportThreads(join(dataDir, STORE_FILE), runtime.timers, people);
  opened.add('exports', () => exports.close());
  // Nothing is sent from a sandbox, whose time is its own.
  let address = config.url ?? '';
  const news =
    adapters.extension !== undefined
      ? null
      : newsOf({
          ...{ config, runtime, exchange, reader },
          leads: () => config.cluster === null || exchange.standing?.role === 'leads',
          origin: () => address,
          digests: people && digestsOf({ people, reader, view: exchange, clock: () => runtime.clock.wallMs() }),
          warn: (problem) => logger.warn(problem),
        });
  if (news !== null) opened.add('news', () => news.close());
  const { dependencies, texts } = composeGateway({
    ...adapters,
    exports,
    install,
    config,
    history: historyOf(reader),
    logger,
    adminToken,
    version: productVersion(),
    houseAccounts: config.demo ? await houseAccounts(tradersSeed) : new Set(),
    storedAnswers,
    ...(people !== null && { people }),
    ...(news !== null && { news }),
    ...(config.cluster !== null && { standing: () => exchange.standing }),
    ...(offersSetUp && {
      setUp: (settings) => createSetUp(config, runtime, (values) => void Object.assign(settings, values)),
    }),
  });
  look = () => venueLook(dependencies);
  // A sandbox's time is its own: nothing is paid there by itself.
  if (adapters.extension === undefined) {
    let isOpen = true;
    void readsOpened?.then(() => (isOpen ? sweepTexts(dependencies) : undefined));
    const stopGrants = startStandingGrants(dependencies);
    opened.add('texts and standing grants', async () => {
      isOpen = false;
      stopGrants();
    });
  }
  return {
    adminToken,
    tradersSeed,
    setUpToken: dependencies.setUp?.token ?? null,
    listen: async (before) => {
      const listener = await listen({ config, opened, texts, dependencies }, before ?? null);
      people?.listensAt(reachable(listener.url));
      address = config.url ?? reachable(listener.url);
      return listener;
    },
  };
}
