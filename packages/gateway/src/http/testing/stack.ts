/** A whole venue behind the gateway for tests: real exchange, projections, reads, signatures and authentication. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type CapTable,
  capTable,
  type ProfileKind,
  ROUTES,
  type Route,
  type Service,
  venueProfile,
} from '@bellwether/contract';
import { micros } from '@bellwether/engine';
import { EventTexts } from '@bellwether/feeds/event-texts.ts';
import { isCurrentAt, type NodeStanding } from '@bellwether/ports/nodes.ts';
import {
  type ReadAnswer,
  type Reader,
  ReadOverdrawn,
  ReadStoreUnavailable,
  ReadTooLong,
} from '@bellwether/ports/reader.ts';
import { RESERVE_BYTES } from '@bellwether/ports/storage.ts';
import { openStore, openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '@bellwether/read-model/adapters/store-sqlite/sqlite-dialect.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import type { Database, ReadStore } from '@bellwether/read-model/database.ts';
import { bodyOf } from '@bellwether/read-model/read.ts';
import { createReads } from '@bellwether/read-model/registry.ts';
import { runRead } from '@bellwether/read-model/run-read.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { otherOrderTerms, otherSignIns } from '@bellwether/venue/config/other-terms.ts';
import { authMessage, orderDomains, PROFILE_PREFIXES, signingTerms } from '@bellwether/venue/config/profile.ts';
import { createMetrics } from '@bellwether/venue/ops/metrics.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { pack } from '@bellwether/venue/threads/readers/pack.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { createRelayLanguage } from '@bellwether/wire/relay/relay-language.ts';
import type { FastifyInstance } from 'fastify';
import { Kysely } from 'kysely';
import { AnswersFile } from '../../adapters/answers-sqlite/answers-file.ts';
import { createSignaturePool, type SignaturePool } from '../../adapters/signature-pool/pool.ts';
import { createCredentialSource, findApiKey } from '../../auth/api-keys.ts';
import { createAuthenticator } from '../../auth/authenticator.ts';
import { Limiter } from '../../limits/limiter.ts';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import { createApp } from '../app.ts';
import type { AppDependencies, GatewaySettings } from '../dependencies.ts';
import { CLIENT_LIMITS, type ClientLimits } from '../plugins/clients.ts';
import type { SetUp } from '../set-up.ts';
import { createAnswerCheck } from './answer-check.ts';
import { InProcessExchange } from './exchange.ts';

export const ADMIN_TOKEN = 'a-token-for-tests-only';
export const START_MS = 1_800_000_000_000;
export const DOMAIN = {
  name: 'Bellwether Exchange',
  version: '1',
  chainId: 31_337,
  verifyingContract: '0x00000000000000000000000000000000000b0b0b',
} as const;

/** Terms that wallets sign to get an API key of a stack in the default profile. */
export const SIGN_IN = { chainId: DOMAIN.chainId, authMessage: authMessage('bellwether', DOMAIN.verifyingContract) };

export interface StackOptions {
  /** True if unknown makers are lent wallets, as in the demo; the default. */
  readonly lendsWallets?: boolean;
  /** Name of the profile; the venue's own by default. */
  readonly profile?: string;
  /** Ids of announced changes that the venue has already. */
  readonly announced?: readonly string[];
  readonly dataAllowlist?: BlockList | null;
  /** Who may open an account; everyone by default. */
  readonly join?: 'open' | 'listed';
  /** Set-up by a link, which may change the settings of the running venue. */
  readonly setUp?: (folder: string, settings: GatewaySettings) => SetUp;
  readonly clientLimits?: ClientLimits;
  /** Origins whose pages may call everything. */
  readonly corsOrigins?: readonly string[];
  readonly hosts?: ReadonlyMap<string, Service>;
  /** Proxies whose `X-Forwarded-For` is trusted, as CIDRs. */
  readonly trustProxy?: readonly string[];
  /** Request caps, by the stack's clock; none by default. */
  readonly limits?: CapTable;
  /** Accounts whose requests count for the account alone. */
  readonly houseAccounts?: readonly string[];
  /** Returns true if requests signed in that second are identified by their signatures; by default all are. */
  readonly namesRequest?: (timestampSeconds: number) => boolean;
  /** Role that the node reports among the venue's nodes; by default it is the only node. */
  readonly standing?: () => NodeStanding | null;
  /** Parts of the runtime that are not the machine's. */
  readonly runtime?: Partial<AppDependencies['runtime']>;
  /** Adds to the server before it is ready. */
  readonly extend?: (
    app: FastifyInstance,
    dependencies: AppDependencies,
    exchange: InProcessExchange,
    texts: EventTexts,
  ) => void;
}

/** Starts a stack; `close` ends its thread and removes its files. */
export async function startStack(options: StackOptions = {}) {
  const {
    lendsWallets = true,
    dataAllowlist = null,
    clientLimits = CLIENT_LIMITS,
    trustProxy = [],
    standing,
  } = options;
  const terms = venueProfile(options.profile ?? 'bellwether', options.announced);
  const { profile } = terms;
  const { domain, negRiskDomain, v2Domains } = orderDomains(profile, DOMAIN.verifyingContract);
  const authPrefixes = PROFILE_PREFIXES[profile];
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-http-'));
  const file = join(folder, 'store.sqlite');
  const store = openStore(file);
  const runner = createProjectionRunner(store, ALL_PROJECTIONS);
  const faults: object[] = [];
  const time = { nowMs: START_MS };
  const timers = new ManualTimers(time);
  const clock = (): number => time.nowMs;
  const projections = { areStopped: false };
  const exchange: InProcessExchange = new InProcessExchange(clock, (entries, previousHash, prices) => {
    if (!projections.areStopped) runner.write(entries, previousHash, { state: exchange.state, prices });
  });
  const connection = openStoreReader(file);
  const reader = createReader(new Kysely<Database>({ dialect: createSqliteDialect(connection) }));
  const signInText = authMessage(profile, DOMAIN.verifyingContract);
  const signatures = await signaturesOf(profile);
  const parseAddress = await createAddressParser();
  const credentials = createCredentialSource(new Uint8Array(32).fill(7), profile);
  const authenticator = createAuthenticator({
    prefixes: authPrefixes,
    credentials,
    parseAddress,
    clock,
    toleranceSeconds: { past: 60, future: 5 },
    findApiKey: (apiKey) => findApiKey(exchange.state, apiKey),
    signatures,
    signIn: { chainId: domain.chainId, message: signInText },
  });
  const metrics = createMetrics(
    {
      sequence: () => exchange.state.sequence,
      projectedSequence: () => runner.cursor.sequence,
      pendingCommands: () => 0,
      malformedCommands: () => 0,
      openOrders: () => exchange.state.openOrders.size,
      openMarkets: () => exchange.state.markets.length,
      pendingSignatures: () => signatures.pendingChecks(),
      latencies: () => exchange.latencies,
      clockDifferenceSeconds: () => 0,
      readStore: () => (reader.isUnwritable ? 'unwritable' : 'ready'),
      storage: () => ({ isFull: !exchange.hasRoom, reserveBytes: RESERVE_BYTES, freeBytes: 2 ** 30 }),
      ...(standing !== undefined && { node: { ...MACHINE.clock, standing, wallMs: clock } }),
    },
    clock,
  );
  const logger = { error: (details: object) => faults.push(details) };
  const signedIn = new Map<string, Set<number>>();
  const texts = new EventTexts(reader, MACHINE, logger);
  const settings: GatewaySettings = {
    ...terms,
    lendsWallets,
    name: 'Bellwether',
    currency: '$',
    join: options.join ?? 'open',
    startingBalance: micros(1_000_000_000),
    dataAllowlist,
    trustProxy,
    authPrefixes,
    corsOrigins: options.corsOrigins ?? [],
    hosts: options.hosts ?? new Map(),
  };
  const dependencies: AppDependencies = {
    exchange,
    catalogExchange: texts.around(exchange, exchange.state),
    view: exchange,
    history: exchange,
    reader,
    signatures,
    authenticator,
    credentials,
    parseAddress,
    adminToken: ADMIN_TOKEN,
    domain,
    negRiskDomain,
    v2Domains,
    signInChainIds: [domain.chainId],
    chainWarning: null,
    authMessage: signInText,
    ...(options.namesRequest !== undefined && { namesRequest: options.namesRequest }),
    version: '1.2.3',
    settings,
    ...(options.setUp !== undefined && { setUp: options.setUp(folder, settings) }),
    metrics,
    limiter:
      options.limits === undefined
        ? null
        : new Limiter({ caps: options.limits, clock: timers.clock, schedule: timers.schedule, random: MACHINE.random }),
    guesses: new Limiter({ caps: capTable(), clock: timers.clock, schedule: timers.schedule, random: MACHINE.random }),
    houseAccounts: new Set(options.houseAccounts),
    logger,
    clock,
    ...(standing !== undefined && {
      standing,
      isCurrent: () => {
        const told = standing();
        return told !== null && isCurrentAt(told, MACHINE.clock.monotonicMs());
      },
    }),
    runtime: { ...MACHINE, ...options.runtime },
    relay: await createRelayLanguage(domain.chainId),
  };
  const others: { close(): unknown }[] = [];
  const app = createApp(dependencies, clientLimits);
  const brokenAnswers = recordBrokenAnswers(app);
  options.extend?.(app, dependencies, exchange, texts);
  await app.ready();
  return {
    app,
    dependencies,
    exchange,
    reader,
    /** Faults reported to the operator. */
    faults,
    /** Contract violations of answers; `send` and `close` fail if there are any. */
    brokenAnswers,
    /** Projections. Stopping them permanently saves seconds over thousands of orders, but reads no longer advance. */
    projections,
    time,
    /** A Unix second in which nothing of this name was signed yet: now or earlier, because the clock stands still. */
    nextSecond: (name: string): number => {
      const latest = Math.floor(time.nowMs / 1000);
      const used = signedIn.get(name) ?? new Set<number>();
      signedIn.set(name, used);
      let second = latest;
      while (used.has(second)) second -= 1;
      used.add(second);
      return second;
    },
    /** Moves the clock; waiting requests continue as they become due. */
    timers,
    folder,
    /** Further parts to close with the stack. */
    others,
    close: async (): Promise<void> => {
      for (const other of others) await other.close();
      await app.close();
      connection.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
      if (brokenAnswers.length > 0) throw new Error(brokenAnswers.join('\n'));
    },
  };
}

const pools = new Map<ProfileKind, Promise<SignaturePool>>();

/** Ends resources that stacks share, for a program that has to exit by itself. */
export async function endStacks(): Promise<void> {
  for (const pool of pools.values()) await (await pool).close();
}

/**
 * The profile's signature pool. Stacks of one process share it: its thread takes longer to start than most tests run.
 */
function signaturesOf(profile: ProfileKind): Promise<SignaturePool> {
  const { domain, negRiskDomain, v2Domains } = orderDomains(profile, DOMAIN.verifyingContract);
  const terms = signingTerms({ profile, chain137: 'off' }, DOMAIN.verifyingContract);
  const pool =
    pools.get(profile) ??
    createSignaturePool({
      timers: MACHINE.timers,
      domain,
      negRiskDomain,
      v2Domains,
      signInChainIds: [domain.chainId],
      authMessage: authMessage(profile, DOMAIN.verifyingContract),
      otherOrderTerms: otherOrderTerms(terms, DOMAIN.verifyingContract),
      otherSignIns: otherSignIns(terms, DOMAIN.verifyingContract),
    });
  pools.set(profile, pool);
  return pool;
}

/**
 * Checks every answer against the contract before it is sent, however it was requested; collects how answers break it.
 * Called before the server is ready.
 */
function recordBrokenAnswers(app: FastifyInstance): string[] {
  const { differences } = app.access;
  const check = createAnswerCheck(ROUTES.filter(({ since }: Route) => since === undefined || differences.has(since)));
  const broken: string[] = [];
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isOfPage(request.raw.url ?? '', reply.statusCode)) return done(null, payload);
    const encoding = String(reply.getHeader('content-encoding') ?? '');
    const isWhole =
      payload === undefined || payload === null || typeof payload === 'string' || Buffer.isBuffer(payload);
    const problem = check({
      method: request.method,
      // A route outside of a service does not exist there, whatever the venue has at that path.
      url: app.hosts.isMisplaced(request)
        ? (request.raw.url ?? '').replace(/^(\/v2)?.*/, '$1/of-no-service')
        : (request.raw.url ?? ''),
      service: app.hosts.serviceOf(request),
      status: reply.statusCode,
      contentType: String(reply.getHeader('content-type') ?? ''),
      // HEAD has the body of GET until it is sent.
      text: !isWhole || request.method === 'HEAD' ? '' : textOf(payload, encoding),
    });
    if (problem !== null && isWhole) broken.push(problem);
    done(null, payload);
  });
  return broken;
}

/** The text as a client reads it after decoding. */
function textOf(payload: string | Buffer | null | undefined, encoding: string): string {
  if (!Buffer.isBuffer(payload)) return payload ?? '';
  if (encoding === '') return payload.toString();
  return (encoding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)).toString();
}

/**
 * True for the page and the documents, which are not part of the API: everything below their own addresses, and the
 * redirect to the page from the venue's.
 */
const isOfPage = (url: string, status: number): boolean =>
  /^\/(?:(?:app|share|embed)(?:\/|$)|llms|docs\/index\.html|docs\/.*\/)/.test(url) || (url === '/' && status === 302);

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** Runs reads in this thread. */
function createReader(database: ReadStore) {
  const reads = createReads();
  let previous: Promise<unknown> = Promise.resolve();
  return {
    /** Makes reads fail like a fault. */
    broken: false,
    /** Stops every read, as if it took too long. */
    stopsReads: false,
    /** Refuses reads, as if the store could not be written. */
    isUnwritable: false,
    /** CPU milliseconds that each read reports. */
    cpuMs: 0,
    async read(...[name, parameters, asker]: Parameters<Reader['read']>): Promise<ReadAnswer | null> {
      if (this.broken) throw new Error('a secret detail of the store');
      if (this.stopsReads) throw new ReadTooLong(name, 1);
      if (this.isUnwritable) throw new ReadStoreUnavailable();
      const seconds = asker?.overdrawn?.() ?? null;
      if (seconds !== null) throw new ReadOverdrawn(seconds);
      const read = reads.get(name);
      if (read === undefined) throw new Error(`no read is called ${name}`);
      // There is one connection: a read begins when the previous one has ended.
      const running = previous.then(() => runRead(read, database, parameters));
      previous = running.catch(() => undefined);
      const result = await running;
      return result === null
        ? null
        : {
            ...pack(new TextEncoder().encode(bodyOf(read, result.value, asker?.publicWords)), asker?.encoding ?? null),
            headers: result.headers,
            cpuMs: this.cpuMs,
          };
    },
  };
}

/**
 * Another gateway on the same exchange and read store, until the stack is closed. It knows nothing of the first one's
 * requests; those that store answers share one file of them, as a venue and its next start do.
 */
export async function openOtherGateway(stack: Stack, storesAnswers = false): Promise<FastifyInstance> {
  const { dependencies, folder, others } = stack;
  const metrics = { ...dependencies.metrics, setConnections: () => undefined };
  const storedAnswers = new AnswersFile(folder, (problem) => {
    throw new Error(problem);
  });
  const app = createApp({ ...dependencies, metrics, ...(storesAnswers && { storedAnswers }) });
  others.push(app, storedAnswers);
  await app.ready();
  return app;
}
