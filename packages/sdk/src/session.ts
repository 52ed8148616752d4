/**
 * Who the client is: its signer, its API key and the venue it signs for. Makes the key, signs orders, and sends what
 * needs either; knows no route but those of keys and venue.
 */
import type { Credentials, Venue } from '@bellwether/contract';
import { DEFAULT_HEADER_PREFIX, walletHeaders } from './authentication.ts';
import { VenueError } from './errors.ts';
import { buildOrder, type OrderRequest, type SignedPlacement } from './order.ts';
import { type CallOptions, readVenue, sendFor } from './reads.ts';
import type { Signer } from './signer.ts';
import {
  createTransport,
  DEFAULT_RETRY,
  DEFAULT_TIMEOUT_MS,
  type Fetch,
  type Identity,
  type Repeatable,
  type RetryPolicy,
  type WireRequest,
} from './transport.ts';
import type { SignatureType } from './typed-data.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** Needed for orders and for making an API key. */
  readonly signer?: Signer;
  /** Needed for everything private; `createOrDeriveApiKey` fetches them. */
  readonly credentials?: Credentials;
  /** Wallet that trades; default: the signer's own. */
  readonly wallet?: string;
  readonly signatureType?: SignatureType;
  readonly retry?: Partial<RetryPolicy>;
  /** Time an attempt may take. */
  readonly timeoutMs?: number;
  /** Stands in for the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** Unix milliseconds; stands in for the clock. */
  readonly now?: () => number;
  readonly headerPrefix?: string;
}

/** A session of one account at one venue. Makes no request by itself. */
export function createSession(options: ClientOptions) {
  const now = options.now ?? Date.now;
  const headerPrefix = options.headerPrefix ?? DEFAULT_HEADER_PREFIX;
  const transport = createTransport({
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    retry: { ...DEFAULT_RETRY, ...options.retry },
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    now,
    headerPrefix,
  });
  let credentials = options.credentials ?? null;
  let knownVenue: Venue | null = null;

  const signer = (): Signer => {
    if (options.signer === undefined) throw new TypeError('this client has no signer');
    return options.signer;
  };
  const apiKey = (): Identity & { kind: 'api-key' } => {
    if (credentials === null) throw new TypeError('this client has no API key: call createOrDeriveApiKey first');
    return { kind: 'api-key', address: signer().address, credentials };
  };

  const act = async <Answer>(
    method: WireRequest['method'],
    path: string,
    body: unknown,
    repeatable: Repeatable,
    call: CallOptions,
  ): Promise<Answer> => sendFor(transport, { method, path, body, identity: apiKey(), repeatable }, call);

  /** Name, signing domain and mode of the venue, read anew. */
  const venue = async (call: CallOptions = {}): Promise<Venue> => {
    knownVenue = await readVenue(transport, call);
    return knownVenue;
  };

  const authenticate = async (method: 'GET' | 'POST', path: string, nonce: number, call: CallOptions) => {
    const { chainId } = knownVenue ?? (await venue(call));
    const headers = () => walletHeaders(signer(), chainId, Math.floor(now() / 1000), nonce, headerPrefix);
    return sendFor<Credentials>(
      transport,
      { method, path, identity: { kind: 'headers', headers }, repeatable: 'always' },
      call,
    );
  };

  /** Signs an order without sending it. Reads the venue's signing domain once. */
  const sign = async (order: OrderRequest, call: CallOptions = {}): Promise<SignedPlacement> => {
    const { domain } = knownVenue ?? (await venue(call));
    const { wallet, signatureType } = options;
    return buildOrder({
      ...order,
      domain,
      signer: signer(),
      owner: apiKey().credentials.apiKey,
      ...(wallet === undefined ? {} : { wallet }),
      ...(signatureType === undefined ? {} : { signatureType }),
      nowMs: now(),
    });
  };

  /** Fetches the API key of the signer and a nonce, making it if need be, and uses it from now on. */
  const createOrDeriveApiKey = async (nonce = 0, call: CallOptions = {}): Promise<Credentials> => {
    try {
      credentials = await authenticate('POST', '/auth/api-key', nonce, call);
    } catch (error) {
      if (!(error instanceof VenueError) || error.status !== 400) throw error;
      credentials = await authenticate('GET', '/auth/derive-api-key', nonce, call);
    }
    return credentials;
  };

  return { transport, venue, createOrDeriveApiKey, signOrder: sign, act };
}
