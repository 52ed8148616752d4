/**
 * Everything that a gateway needs, composed in one place for every runtime: a venue's threads, a sandbox's virtual time,
 * the simulator's nodes, and the stack of tests. Each brings its own adapters; a new part is added here.
 */
import { type CapTable, capTable } from '@bellwether/contract';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { EventTexts } from '@bellwether/feeds/event-texts.ts';
import type { SignaturePool, SignaturePoolOptions } from '@bellwether/gateway/adapters/signature-pool/pool.ts';
import { createCredentialSource, findApiKey } from '@bellwether/gateway/auth/api-keys.ts';
import { type AuthenticatorOptions, createAuthenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { AppDependencies, GatewaySettings } from '@bellwether/gateway/http/dependencies.ts';
import { createRelayLanguage } from '@bellwether/gateway/http/relay/relay-language.ts';
import type { SetUp } from '@bellwether/gateway/http/set-up.ts';
import { Limiter } from '@bellwether/gateway/limits/limiter.ts';
import type { Exchange } from '@bellwether/ports/exchange.ts';
import { isCurrentAt } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { journalWarning } from '../config/journal.ts';
import { otherOrderTerms, otherSignIns } from '../config/other-terms.ts';
import { signingTerms } from '../config/profile.ts';
import type { Config } from '../config.ts';
import { createVenueMetrics, type Measured, type MeasuredParts } from './metrics.ts';

/** Domains, chains and messages that signatures are checked against. */
export type SignatureTerms = Omit<SignaturePoolOptions, 'timers' | 'size' | 'onFatal' | 'workerUrl'>;

/** Languages and secrets of an install. They need no exchange, and may serve several gateways. */
export type Install = Awaited<ReturnType<typeof prepareInstall>>;

export async function prepareInstall(
  { profile, chain137 }: Pick<Config, 'profile' | 'chain137'>,
  { verifyingContract, masterKey }: { readonly verifyingContract: string; readonly masterKey: Uint8Array },
  openSignatures: (terms: SignatureTerms) => Promise<SignaturePool>,
) {
  const signing = signingTerms({ profile, chain137 }, verifyingContract);
  const signatures = await openSignatures({
    ...signing,
    otherOrderTerms: otherOrderTerms(signing, verifyingContract),
    otherSignIns: otherSignIns(signing, verifyingContract),
  });
  return {
    signing,
    signatures,
    credentials: createCredentialSource(masterKey, profile),
    parseAddress: await createAddressParser(),
    relay: await createRelayLanguage(signing.domain.chainId),
  };
}

/** Parts that the runtime and the program choose; what is optional, a venue on threads may lack. */
export interface GatewayAdapters
  extends Pick<
      AppDependencies,
      | 'adminToken'
      | 'exports'
      | 'extension'
      | 'history'
      | 'houseAccounts'
      | 'logger'
      | 'news'
      | 'people'
      | 'reader'
      | 'runtime'
      | 'standing'
      | 'storedAnswers'
      | 'version'
    >,
    Pick<AuthenticatorOptions, 'otherClock'> {
  readonly install: Install;
  readonly config: GatewaySettings & Pick<Config, 'journal' | 'limits' | 'toleranceSeconds'>;
  readonly exchange: Exchange & MeasuredParts['exchange'] & Pick<ExchangeHandle, 'commitsWait'>;
  readonly measured: Measured;
  /** Time that caps follow; the runtime's by default. */
  readonly capsTime?: Partial<Runtime>;
  /** Creates the set-up of a new venue, which may change the settings while the venue runs. */
  readonly setUp?: (settings: GatewaySettings) => SetUp;
}

export function composeGateway(adapters: GatewayAdapters): {
  readonly dependencies: AppDependencies;
  readonly texts: EventTexts;
} {
  const { capsTime, config, exchange, install, measured, otherClock, setUp, ...own } = adapters;
  const { logger, reader, runtime, standing } = own;
  const { signing, ...languages } = install;
  const clock = (): number => runtime.clock.wallMs();
  const texts = new EventTexts(reader, runtime, logger);
  const caps = { ...runtime, ...capsTime };
  const limiter = config.limits === null ? null : createLimiter(config.limits, caps);
  // A copy, because a set-up changes it while the venue runs.
  const settings = { ...config };
  const warnings = [signing.chainWarning, journalWarning(config.journal)].filter((warning) => warning !== null);
  const dependencies: AppDependencies = {
    ...own,
    ...(own.people !== undefined && { groups: own.people }),
    ...signing,
    ...languages,
    exchange,
    view: exchange,
    catalogExchange: texts.around(exchange, exchange.state),
    commitsWait: () => exchange.commitsWait,
    authenticator: createAuthenticator({
      ...languages,
      prefixes: config.authPrefixes,
      clock,
      ...(otherClock !== undefined && { otherClock }),
      toleranceSeconds: config.toleranceSeconds,
      findApiKey: (apiKey) => findApiKey(exchange.state, apiKey),
      signIn: { chainId: signing.signInChainIds[0] ?? signing.domain.chainId, message: signing.authMessage },
    }),
    chainWarning: warnings.length === 0 ? null : warnings.join(' '),
    settings,
    setUp: setUp?.(settings),
    metrics: createVenueMetrics(measured, { exchange, limiter, runtime, signatures: install.signatures, standing }),
    limiter,
    guesses: createLimiter(config.limits ?? capTable(), caps),
    clock,
    ...(standing !== undefined && {
      isCurrent: () => {
        const told = standing();
        return told !== null && isCurrentAt(told, runtime.clock.monotonicMs());
      },
    }),
  };
  return { dependencies, texts };
}

function createLimiter(caps: CapTable, { clock, timers, random }: Runtime): Limiter {
  return new Limiter({
    caps,
    clock: () => clock.monotonicMs(),
    schedule: (delayMs, callback) => timers.after(Math.max(1, Math.ceil(delayMs)), callback),
    random,
  });
}
