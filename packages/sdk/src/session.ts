/**
 * The client's identity: its signer, its API key, the operator's token, and the venue that it signs for. Reads the
 * venue and creates the API key once, when first needed, and keeps both in memory. Uses no other routes.
 */
import {
  AUTH_ROUTES,
  type Credentials,
  type Route,
  type RouteAuth,
  VENUE_ROUTES,
  type Venue,
} from '@bellwether/contract';
import { type Headers, type SignInTerms, walletHeaders } from './authentication.ts';
import { ApiError, InvalidInputError } from './errors.ts';
import { givenIdentity, MemberReads, tokenIdentity } from './member-reads.ts';
import { tradingWallet } from './order.ts';
import { CHANCE, type Randomness, seededRandomness } from './randomness.ts';
import { DEFAULT_RETRY, type RetryPolicy, unlessAborted } from './retry.ts';
import { createSigner, type Signer } from './signer.ts';
import { SigningTime } from './signing-time.ts';
import {
  createTransport,
  DEFAULT_TIMEOUT_MS,
  type Fetch,
  type Identity,
  readJson,
  type Transport,
  type WireAnswer,
} from './transport.ts';
import { atOnce, oneByOne, type Turn } from './turns.ts';
import type { SignatureType } from './typed-data.ts';
import { VenueClock } from './venue-clock.ts';

/** The account that trades. */
export interface AccountOptions {
  /** A raw private key, or an object that signs for the wallet. */
  readonly signer: Signer | string | Uint8Array;
  /**
   * Address of the account, if the signer is a device of a person: a key of its wallet, while requests are the account's.
   * Needs `credentials`. `wallet` is then the account's address, `signatureType` 3 and `asKey` true by default.
   */
  readonly address?: string;
  /** An existing API key; without it one is created or derived when first needed. */
  readonly credentials?: Credentials;
  /** Selects one of the wallet's API keys when one is created or derived. */
  readonly nonce?: number;
  /** Wallet that trades; default: the signer's own. */
  readonly wallet?: string;
  /** Default 0: the signer trades for itself. Types 1 to 3 need `wallet`. */
  readonly signatureType?: SignatureType;
  /** True if the signer is a key of `wallet`, added by its owner; needs `signatureType` 3. */
  readonly asKey?: boolean;
}

export interface SessionOptions {
  readonly baseUrl: string;
  /** Needed for all routes that are not public. */
  readonly account?: AccountOptions;
  /** Bearer token of the operator, for `admin` and `sandbox`. */
  readonly adminToken?: string;
  readonly retry?: Partial<RetryPolicy>;
  /** Time limit of an attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * A clock that the caller guarantees, in Unix milliseconds; default: the platform's clock, corrected by the venue's
   * time.
   */
  readonly clock?: () => number;
  /** Clock shared by clients of one venue, so that all learn from each other's answers; default: a clock of its own. */
  readonly venueClock?: VenueClock;
  /** Prefix of the authentication headers; default: the first one that the venue names. */
  readonly headerPrefix?: string;
  /**
   * An integer in 0..2^53-1 that makes a run repeatable: against a sandbox whose time stands still between requests, the
   * same calls with the same seed send the same bytes, so that journals and certificates are equal. Salts, idempotency
   * keys and jitter follow from seed and account; signatures bear the second that the venue told last; and calls go out
   * one after the other, in the order in which they were made. This costs time: each call, even a cancel, waits for the
   * answers, retries and time-outs of all before it. Not for two clients of one account, or a bot that is restarted: the
   * second one draws the same salts and keys, and the venue takes its requests for repeats of the first one's.
   */
  readonly seed?: number;
  /** The order of calls, from `oneByOne()`, shared by clients with seeds, whose calls then wait for each other's. */
  readonly turn?: Turn;
}

export interface Account {
  readonly signer: Signer;
  /** Address that requests name. */
  readonly address: string;
  readonly wallet: string | undefined;
  readonly signatureType: SignatureType;
  readonly asKey: boolean;
}

/** Outcome of a request that changes something. */
export type WriteOutcome = { readonly answer: unknown } | { readonly error: unknown };
/** Is called before such a request is sent; the function that it returns, with the outcome. */
export type WriteWatcher = (route: Route, body: unknown) => (outcome: WriteOutcome) => void;

export interface Session {
  readonly transport: Transport;
  /** The venue's time in Unix milliseconds, as far as it is known. */
  readonly clock: () => number;
  readonly retry: RetryPolicy;
  readonly random: Randomness;
  /** Runs a call of the client's user; requests within it go out as they are made. */
  readonly turn: Turn;
  readonly writeWatchers: Set<WriteWatcher>;
  /** Throws `InvalidInputError` if the client has no account. */
  account(): Account;
  /** The venue as first read. */
  venue(signal?: AbortSignal): Promise<Venue>;
  /** The account's API key, created or derived if there is none yet. */
  credentials(signal?: AbortSignal): Promise<Credentials>;
  /** Drops the API key from memory. */
  forgetCredentials(): void;
  /** Credentials that authorise the caller for a route. */
  identity(auth: RouteAuth, signal: AbortSignal | undefined): Promise<Identity>;
  /**
   * Sends a request of a route. A read that a venue keeps for its members goes out again as the account's, and so do all
   * later ones.
   */
  send(
    auth: RouteAuth,
    signal: AbortSignal | undefined,
    send: (identity: Identity) => Promise<WireAnswer>,
  ): Promise<WireAnswer>;
  /** Headers with which a feed of a venue for members is opened at `path`; null for any other venue. */
  feedHeaders(path: string): Headers | null;
}

/** A session of one account at one venue. Sends no request until a method is called. */
export function createSession(options: SessionOptions): Session {
  const venueClock = options.clock === undefined ? (options.venueClock ?? new VenueClock()) : null;
  const account = options.account === undefined ? null : toAccount(options.account);
  const { seed } = options;
  const drawn = (what: string): Randomness =>
    seed === undefined ? CHANCE : seededRandomness(seed, `${account?.signer.address.toLowerCase() ?? ''} ${what}`);
  const random = drawn('ids');
  // A stream of its own: connections that fail now and then leave the salts as they are.
  const jitter = drawn('jitter');
  const now = () => venueClock?.now() ?? Date.now();
  const clock = options.clock ?? (seed === undefined ? now : () => venueClock?.told() ?? now());
  const retry = { ...DEFAULT_RETRY, random: () => jitter.salt() / 2 ** 53, ...options.retry };
  const signingTime = new SigningTime(clock);
  const transport = createTransport({
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    retry,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signingTime,
    venueClock,
  });
  const needAccount = (): Account => {
    if (account === null) throw new InvalidInputError('this client has no account: give createClient one');
    return account;
  };
  const ask = createAsk(transport);
  const reads = new MemberReads();
  /** Credentials with which the venue was read. */
  let early: Identity | null = null;
  const nonce = options.account?.nonce ?? 0;
  const sign = (terms: SignInTerms, by: string, signal?: AbortSignal): Identity => {
    const [signer, next] = [signInSigner(needAccount()), () => signingTime.next(`sign in ${nonce}`, signal)];
    return { kind: 'headers', headers: async () => walletHeaders(signer, terms, await next(), nonce, by) };
  };
  const venue = once(() => {
    const own = async (refusal: ApiError): Promise<Identity | null> => {
      early = givenIdentity(options, account?.address) ?? (await signInBy(refusal, account, options, sign, ask));
      return early;
    };
    return reads.send(reads.identity, own, (by) => ask<Venue>(VENUE_ROUTES.venue, by));
  });
  const prefix = async (signal?: AbortSignal): Promise<string> =>
    options.headerPrefix ?? (await venue.get(signal)).authPrefixes[0] ?? '';
  const walletIdentity = async (signal?: AbortSignal): Promise<Identity> =>
    sign(await venue.get(signal), await prefix(signal), signal);
  const credentials = once(async () => {
    if (options.account?.credentials !== undefined) return options.account.credentials;
    const identity = await walletIdentity();
    return early?.kind === 'api-key' ? early.credentials : createOrDerive(ask, identity);
  });

  const identity = async (auth: RouteAuth, signal: AbortSignal | undefined): Promise<Identity> => {
    switch (auth) {
      case 'none':
      // The browser sends the cookie by itself.
      case 'person':
        return reads.identity;
      case 'l1':
        return walletIdentity(signal);
      case 'l2': {
        const { address } = needAccount();
        return { kind: 'api-key', address, credentials: await credentials.get(signal), prefix: await prefix(signal) };
      }
      case 'builder':
        throw new InvalidInputError('this client has no builder key: those are for the public relayer client');
      case 'admin': {
        const token = tokenIdentity(options.adminToken);
        // An account may have a role.
        if (token === null && options.account !== undefined) return identity('l2', signal);
        if (token === null) throw new InvalidInputError('this client has no adminToken');
        return token;
      }
      default:
        return auth satisfies never;
    }
  };

  return {
    transport,
    clock,
    retry,
    random,
    turn: seed === undefined ? atOnce : (options.turn ?? oneByOne()),
    writeWatchers: new Set(),
    account: needAccount,
    venue: venue.get,
    credentials: async (signal) => {
      needAccount();
      return credentials.get(signal);
    },
    forgetCredentials: () => {
      early = null;
      credentials.forget();
    },
    identity,
    async send(auth, signal, send) {
      const own = async () => (account === null ? tokenIdentity(options.adminToken) : identity('l2', signal));
      return reads.send(await identity(auth, signal), own, send);
    },
    feedHeaders: (path) => reads.feedHeaders(path, Math.floor(clock() / 1000)),
  };
}

/** Signs in by the terms that a venue for members tells with its refusal: they are needed to read the venue. */
async function signInBy(
  { body }: ApiError,
  account: Account | null,
  { headerPrefix }: SessionOptions,
  sign: (terms: SignInTerms, prefix: string) => Identity,
  ask: ReturnType<typeof createAsk>,
): Promise<Identity | null> {
  const { chainId, authMessage, authPrefix } = body;
  if (account === null || typeof chainId !== 'number' || typeof authMessage !== 'string') return null;
  const prefix = headerPrefix ?? String(authPrefix);
  const credentials = await createOrDerive(ask, sign({ chainId, authMessage }, prefix));
  return { kind: 'api-key', address: account.address, credentials, prefix };
}

async function createOrDerive(ask: ReturnType<typeof createAsk>, identity: Identity): Promise<Credentials> {
  try {
    return await ask<Credentials>(AUTH_ROUTES.createApiKey, identity);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return ask<Credentials>(AUTH_ROUTES.deriveApiKey, identity);
  }
}

/** Sends a request of the session itself. */
function createAsk(transport: Transport) {
  return async <Answer>(route: { method: 'GET' | 'POST'; path: string }, identity: Identity): Promise<Answer> => {
    const request = {
      ...route,
      query: '',
      body: '',
      identity,
      repeatable: 'always',
      idempotencyKey: null,
      signal: undefined,
    } as const;
    // The cast is the parse boundary: answers are trusted to have the contract's shape.
    return readJson(route, (await transport.send(request)).text) as Answer;
  };
}

function toAccount(options: AccountOptions): Account {
  const { signer: given, address } = options;
  const isKey = typeof given === 'string' || given instanceof Uint8Array;
  const signer = isKey ? createSigner(given) : given;
  const isDevice = address !== undefined && address.toLowerCase() !== signer.address.toLowerCase();
  if (isDevice && options.credentials === undefined)
    throw new InvalidInputError('account.address needs account.credentials: its signer cannot sign in for the account');
  const { wallet = isDevice ? address : undefined, signatureType = isDevice ? 3 : 0, asKey = isDevice } = options;
  tradingWallet(signer, wallet, signatureType);
  return { signer, address: isDevice ? address : signer.address, wallet, signatureType, asKey };
}

/** Throws `InvalidInputError` for a device, whose signature signs in for nobody. */
function signInSigner({ signer, address }: Account): Signer {
  if (address === signer.address) return signer;
  throw new InvalidInputError(`the signer is not ${address}: only the account's own key can sign in for it`);
}

/**
 * A value loaded on first use and kept; a failure is not kept. Callers share one load, and a caller whose signal aborts
 * does not affect the others.
 */
function once<Value>(load: () => Promise<Value>): {
  get(signal?: AbortSignal): Promise<Value>;
  forget(): void;
} {
  let kept: Promise<Value> | null = null;
  const get = async (signal?: AbortSignal): Promise<Value> => {
    if (kept === null) {
      const loading = load();
      kept = loading;
      loading.catch(() => {
        if (kept === loading) kept = null;
      });
    }
    return unlessAborted(kept, signal);
  };
  return {
    get,
    forget: () => {
      kept = null;
    },
  };
}
