/** The gateway of a venue: the parts between clients and a running exchange. */
import { createHmac } from 'node:crypto';
import { type CapTable, capTable } from '@bellwether/contract';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { EventTexts } from '@bellwether/feeds/event-texts.ts';
import { AnswersFile } from '@bellwether/gateway/adapters/answers-sqlite/answers-file.ts';
import { createSignaturePool, type SignaturePool } from '@bellwether/gateway/adapters/signature-pool/pool.ts';
import { createCredentialSource, findApiKey } from '@bellwether/gateway/auth/api-keys.ts';
import { createAuthenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import { Limiter } from '@bellwether/gateway/limits/limiter.ts';
import { installSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import { isCurrentAt } from '@bellwether/ports/nodes.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { StoredAnswers } from '@bellwether/ports/stored-answers.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { createRelayLanguage } from '@bellwether/wire/relay/relay-language.ts';
import type { Logger } from 'pino';
import { journalWarning } from '../config/journal.ts';
import { otherOrderTerms, otherSignIns } from '../config/other-terms.ts';
import { signingTerms } from '../config/profile.ts';
import { productVersion } from '../config/version.ts';
import type { Config } from '../config.ts';
import { houseAccounts } from '../ops/demo.ts';
import { historyOf } from '../threads/readers/journaled-entry.ts';
import type { GatewayDecorations } from './gateway-decorations.ts';
import { type ListenAt, listen } from './listener.ts';
import type { Opened } from './opened.ts';
import { createSetUp } from './set-up.ts';

/** Counters and waiting parts of a gateway, from which its metrics are made. */
export interface Measured extends Pick<AppDependencies, 'limiter' | 'runtime'> {
  readonly signatures: SignaturePool;
}

interface GatewayParts {
  readonly config: Config;
  readonly runtime: Runtime;
  readonly logger: Logger;
  readonly onFailure: (message: string) => void;
  readonly opened: Opened;
  readonly exchange: ExchangeHandle;
  readonly reader: Reader;
  readonly measure: (measured: Measured) => Metrics;
  readonly decorations?: GatewayDecorations;
  /** True for a new venue that is to be set up by a link. */
  readonly offersSetUp?: boolean;
}

export interface Gateway {
  readonly adminToken: string;
  /** Seed of the house traders: constant for a data folder, and secret. */
  readonly tradersSeed: string;
  readonly setUpToken: string | null;
  /** Starts to listen; resolves to the URL. */
  listen(at: ListenAt): Promise<string>;
}

/** Opens everything except the listener. Creates the secrets of the folder if they are missing. */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { config, runtime, logger, onFailure, opened, exchange, reader, decorations } = parts;
  const secrets = installSecrets(config.dataDir, runtime.random);
  const signing = signingTerms(config, secrets.verifyingContract);
  const checked = {
    ...signing,
    otherOrderTerms: otherOrderTerms(signing, secrets.verifyingContract),
    otherSignIns: otherSignIns(signing, secrets.verifyingContract),
  };
  const signatures =
    decorations !== undefined
      ? await decorations.openSignatures(checked)
      : await createSignaturePool({
          ...checked,
          timers: runtime.timers,
          size: config.signatureWorkers,
          onFatal: (error) => onFailure(`the signature threads have failed: ${error.message}`),
        });
  opened.add('signature threads', () => signatures.close());
  const parseAddress = await createAddressParser();
  const credentials = createCredentialSource(config.masterKey ?? secrets.masterKey, config.profile);
  const adminToken = config.adminToken ?? secrets.adminToken;
  const tradersSeed = createHmac('sha256', secrets.masterKey).update('house traders').digest('hex');
  const limiters = createLimiters(config, { ...runtime, ...decorations?.time });
  const metrics = parts.measure({ limiter: limiters.limiter, signatures, runtime });
  const authenticator = createAuthenticator({
    prefixes: config.authPrefixes,
    credentials,
    parseAddress,
    clock: () => runtime.clock.wallMs(),
    ...decorations?.clocks,
    toleranceSeconds: config.toleranceSeconds,
    findApiKey: (apiKey) => findApiKey(exchange.state, apiKey),
    signatures,
    signIn: { chainId: signing.signInChainIds[0] ?? signing.domain.chainId, message: signing.authMessage },
  });
  // A copy, because a set-up changes it while the venue runs.
  const settings = { ...config };
  const setUp =
    parts.offersSetUp === true
      ? createSetUp(config, runtime, (values) => void Object.assign(settings, values))
      : undefined;
  const texts = new EventTexts(reader, runtime, logger);
  const dependencies: AppDependencies = {
    exchange,
    catalogExchange: texts.around(exchange, exchange.state),
    view: exchange,
    reader: decorations?.around(reader) ?? reader,
    history: historyOf(reader),
    signatures,
    authenticator,
    credentials,
    parseAddress,
    adminToken,
    ...signing,
    chainWarning: warningOf(signing.chainWarning, config),
    version: productVersion(),
    settings,
    setUp,
    metrics,
    ...limiters,
    houseAccounts: config.demo ? await houseAccounts(tradersSeed) : new Set(),
    logger,
    clock: () => runtime.clock.wallMs(),
    runtime,
    commitsWait: () => exchange.commitsWait,
    storedAnswers: openStoredAnswers(config.dataDir, logger, opened),
    ...(config.cluster !== null && ofSeveralNodes(parts)),
    relay: await createRelayLanguage(signing.domain.chainId),
    ...decorations?.dependencies,
  };
  return {
    adminToken,
    tradersSeed,
    setUpToken: setUp?.token ?? null,
    listen: (at) => listen({ config, opened, view: exchange, texts, dependencies, decorations }, at),
  };
}

function openStoredAnswers(dataDir: string, logger: Logger, opened: Opened): StoredAnswers {
  const answers = new AnswersFile(dataDir, (problem) => logger.warn(problem));
  opened.add('stored answers', async () => answers.close());
  return answers;
}

/** Dependencies that a gateway has only as one of several nodes. */
function ofSeveralNodes({
  runtime,
  exchange,
}: GatewayParts): Required<Pick<AppDependencies, 'standing' | 'isCurrent'>> {
  return {
    standing: () => exchange.standing,
    isCurrent: () => exchange.standing !== null && isCurrentAt(exchange.standing, runtime.clock.monotonicMs()),
  };
}

/** Warnings that `/venue` shows; null: none. */
function warningOf(chainWarning: string | null, { journal }: Config): string | null {
  const warnings = [chainWarning, journalWarning(journal)].filter((warning) => warning !== null);
  return warnings.length === 0 ? null : warnings.join(' ');
}

/** Creates the limiter for requests (null if caps are off) and the one for wrong admin tokens. */
function createLimiters({ limits }: Config, runtime: Runtime): Pick<AppDependencies, 'limiter' | 'guesses'> {
  return {
    limiter: limits === null ? null : createLimiter(limits, runtime),
    guesses: createLimiter(limits ?? capTable(), runtime),
  };
}

function createLimiter(caps: CapTable, { clock, timers, random }: Runtime): Limiter {
  return new Limiter({
    caps,
    clock: () => clock.monotonicMs(),
    schedule: (delayMs, callback) => timers.after(Math.max(1, Math.ceil(delayMs)), callback),
    random,
  });
}
