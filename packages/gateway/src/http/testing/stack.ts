/** A whole venue behind the gateway for tests: real exchange, projections, reads, signatures and authentication. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { JOINING_ROUTES, type ProfileKind, ROUTES, type Route } from '@bellwether/contract';
import type { EventTexts } from '@bellwether/feeds/event-texts.ts';
import { type ReadAnswer, type Reader, ReadStoreUnavailable, ReadTooLong } from '@bellwether/ports/reader.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { RESERVE_BYTES } from '@bellwether/ports/storage.ts';
import { composeGateway, type GatewayAdapters, type Install } from '@bellwether/venue/compose/dependencies.ts';
import { installOf, settingsOf, VERIFYING_CONTRACT } from '@bellwether/venue/compose/install.testing.ts';
import { composeLedger, type LedgerAdapters } from '@bellwether/venue/compose/ledger.ts';
import { newsOf } from '@bellwether/venue/compose/news.ts';
import { Opened } from '@bellwether/venue/compose/opened.ts';
import { openPeopleOf } from '@bellwether/venue/compose/people.ts';
import { authMessage } from '@bellwether/venue/config/profile.ts';
import { readSignIn } from '@bellwether/venue/config/sign-in.ts';
import { digestsOf } from '@bellwether/venue/digest/digests.ts';
import { OneThreadReads, openRowsFile, toldLog } from '@bellwether/venue/one-thread/one-thread-reads.ts';
import { DirectChannel } from '@bellwether/venue/runtime/channels.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { ExportThreads } from '@bellwether/venue/threads/exports/export-threads.ts';
import { TRANSACTION_INTERVAL_MS_MAX } from '@bellwether/venue/threads/limits.ts';
import { storeFilePlace } from '@bellwether/venue/threads/projector/store-place.ts';
import type { FastifyInstance } from 'fastify';
import { AnswersFile } from '../../adapters/answers-sqlite/answers-file.ts';
import { createSignaturePool } from '../../adapters/signature-pool/pool.ts';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import { createApp } from '../app.ts';
import type { AppDependencies, GatewaySettings } from '../dependencies.ts';
import { Front } from '../front.ts';
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
  verifyingContract: VERIFYING_CONTRACT,
} as const;

/** Terms that wallets sign to get an API key of a stack in the default profile. */
export const SIGN_IN = { chainId: DOMAIN.chainId, authMessage: authMessage('bellwether', DOMAIN.verifyingContract) };

/** By default a stack lends wallets, as the demo does, and has no caps. Caps follow its clock. */
type StackSettings = Pick<
  GatewayAdapters['config'],
  'lendsWallets' | 'dataAllowlist' | 'join' | 'reads' | 'corsOrigins' | 'hosts' | 'limits' | 'trustProxy'
>;

export interface StackOptions extends Partial<StackSettings>, Pick<GatewayAdapters, 'otherClock' | 'standing'> {
  /** Name of the profile; the venue's own by default. */
  readonly profile?: string;
  /** Ids of announced changes that the venue has already. */
  readonly announced?: readonly string[];
  /** Set-up by a link, which may change the settings of the running venue. */
  readonly setUp?: (folder: string, settings: GatewaySettings) => SetUp;
  readonly clientLimits?: ClientLimits;
  /** Accounts whose requests count for the account alone. */
  readonly houseAccounts?: readonly string[];
  /** Parts of the runtime that are not the machine's. */
  readonly runtime?: Partial<AppDependencies['runtime']>;
  /** Address of a mail server. */
  readonly mailServer?: string;
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
    profile = 'bellwether',
    announced,
    clientLimits = CLIENT_LIMITS,
    houseAccounts,
    setUp,
    runtime,
    mailServer,
    extend,
    ...own
  } = options;
  const { otherClock, standing, ...settings } = own;
  const config = { ...settingsOf(profile, announced), lendsWallets: true, ...settings };
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-http-'));
  const file = join(folder, 'store.sqlite');
  const faults: object[] = [];
  const time = { nowMs: START_MS };
  const timers = new ManualTimers(time);
  const clock = (): number => time.nowMs;
  const projections = { areStopped: false };
  const machine = { ...MACHINE, ...runtime };
  // Sockets follow the machine's time, everything else the test's.
  const venueRuntime = { ...machine, clock: { ...machine.clock, wallMs: clock } };
  const exchange = new InProcessExchange(clock, (record) => {
    if (!projections.areStopped) reads.publish(record);
  });
  const reads = new OneThreadReads({
    log: toldLog(exchange.journal),
    place: storeFilePlace(folder, file, { keptBytes: 0, againBytes: 0 }),
    openRows: () => openRowsFile(file),
    // Records arrive with the command that caused them.
    connect: (name) => (name === 'records' ? exchange.connect() : DirectChannel.pair(MACHINE.timers)),
    runtime: venueRuntime,
    projecting: { ...venueRuntime, clock: withoutPauses(clock) },
    texts: { textsOf: async (hashes) => (await people?.texts.textsOf(hashes)) ?? new Map() },
    onFailure: (message) => faults.push(new Error(message)),
  });
  exchange.afterwards = () => (projections.areStopped ? Promise.resolve() : reads.clockMoved());
  const ledger = composeLedger(
    {
      exchange: exchange.client,
      reads,
      snapshots: NO_SNAPSHOTS,
      logger: { error: (message) => faults.push(new Error(message)) },
      freeBytes: () => 2 ** 30,
    },
    new Opened(),
  );
  await ledger.readsOpened;
  const reader = faultyReader(ledger.reader);
  const exports = new ExportThreads(file, MACHINE.timers, null);
  const logger = { error: (details: object) => faults.push(details) };
  const mail: Readonly<Record<string, string>> =
    mailServer === undefined ? {} : { BELLWETHER_SMTP_URL: mailServer, BELLWETHER_SMTP_FROM: 'v@venue.test' };
  const place = { ...config, dataDir: folder, url: null, signIn: readSignIn((name) => mail[name]) };
  const secret = new Uint8Array(32).fill(7);
  const warn = (problem: string): unknown => faults.push(new Error(problem));
  const people = await openPeopleOf(place, venueRuntime, secret, new Opened(), warn);
  const news = newsOf({
    config: { dataDir: folder, hooksPrivate: true, journal: null },
    ...{ runtime: venueRuntime, exchange: exchange.client, reader, warn, leads: () => true },
    origin: () => 'http://venue.test',
    // However busy the machine is.
    timeoutMs: 600_000,
    digests: people && digestsOf({ people, reader, view: exchange, clock }),
  });
  const signedIn = new Map<string, Set<number>>();
  const { dependencies, texts } = composeGateway({
    install: await sharedInstall(config.profile),
    config,
    exchange,
    history: exchange,
    exports,
    reader,
    runtime: venueRuntime,
    capsTime: {
      clock: { wallMs: clock, monotonicMs: clock, sinceBootMs: clock },
      timers: { ...MACHINE.timers, after: timers.schedule },
    },
    measured: {
      clock,
      figures: {
        ...ledger.figures,
        readStore: () => (reader.isUnwritable ? 'unwritable' : ledger.figures.readStore()),
        storage: () => ({ ...ledger.figures.storage(), isFull: !exchange.hasRoom, reserveBytes: RESERVE_BYTES }),
      },
    },
    adminToken: ADMIN_TOKEN,
    version: '1.2.3',
    houseAccounts: new Set(houseAccounts),
    logger,
    ...(people !== null && { people }),
    news,
    ...(otherClock !== undefined && { otherClock }),
    ...(setUp !== undefined && { setUp: (settings) => setUp(folder, settings) }),
    ...(standing !== undefined && { standing }),
  });
  const others: { close(): unknown }[] = [];
  const app = createApp(dependencies, new Front(dependencies, clientLimits));
  const brokenAnswers = recordBrokenAnswers(app, people !== null);
  extend?.(app, dependencies, exchange, texts);
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
      await news.close();
      await exports.close();
      // The exchange is in memory, and ends with the test.
      await reads.stop();
      await people?.close();
      rmSync(folder, { recursive: true, force: true });
      if (brokenAnswers.length > 0) throw new Error(brokenAnswers.join('\n'));
    },
  };
}

const installs = new Map<ProfileKind, Promise<Install>>();

/** Ends resources that stacks share, for a program that has to exit by itself. */
export async function endStacks(): Promise<void> {
  for (const install of installs.values()) await (await install).signatures.close();
}

/**
 * The profile's install. Stacks of one process share it: its signature thread takes longer to start than most tests run.
 */
function sharedInstall(profile: ProfileKind): Promise<Install> {
  const install =
    installs.get(profile) ?? installOf(profile, (terms) => createSignaturePool({ ...terms, timers: MACHINE.timers }));
  installs.set(profile, install);
  return install;
}

/**
 * Checks every answer against the contract before it is sent, however it was requested; collects how answers break it.
 * Called before the server is ready.
 */
function recordBrokenAnswers(app: FastifyInstance, hasPeople: boolean): string[] {
  const { differences } = app.access;
  const routes: readonly Route[] = [...ROUTES, ...(hasPeople ? Object.values(JOINING_ROUTES) : [])];
  const check = createAnswerCheck(routes.filter(({ since }) => since === undefined || differences.has(since)));
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
  /^\/(?:(?:app|share|embed|auth\/people\/unsubscribe)(?:\/|$)|llms|docs\/index\.html|docs\/.*\/)/.test(url) ||
  (url === '/' && status === 302);

export type Stack = Awaited<ReturnType<typeof startStack>>;

const NO_SNAPSHOTS: LedgerAdapters['snapshots'] = {
  everyEntries: Number.POSITIVE_INFINITY,
  save: () => undefined,
  take: () => ({ taken: new Promise(() => undefined), drop: () => Promise.resolve() }),
};

/** A clock for a projector that never waits between two transactions. */
function withoutPauses(wallMs: () => number): Clock {
  let nowMs = 0;
  const monotonicMs = (): number => (nowMs += TRANSACTION_INTERVAL_MS_MAX);
  return { wallMs, monotonicMs, sinceBootMs: monotonicMs };
}

function faultyReader(reader: Reader) {
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
      const answer = await reader.read(name, parameters, asker);
      return answer && { ...answer, cpuMs: this.cpuMs };
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
