/**
 * The two sets of authentication headers: a wallet's signature (L1) creates API keys, and an API key's HMAC (L2)
 * authenticates everything else. Only builds headers; the transport sends them.
 */
import type { Credentials, Venue } from '@bellwether/contract';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Signer, signWith } from './signer.ts';
import { authenticationDigest } from './typed-data.ts';
import { authenticationTypedData } from './wallet-data.ts';

export type Headers = Readonly<Record<string, string>>;

export const DEFAULT_HEADER_PREFIX = 'SERVICE_';

/** Sign-in parameters of a venue, from `GET /venue`. */
export type SignInTerms = Pick<Venue, 'chainId' | 'authMessage'>;

/**
 * Single-use headers that authenticate a wallet to one venue. `timestamp` in Unix seconds; `nonce` selects one of the
 * wallet's API keys.
 */
export async function walletHeaders(
  signer: Signer,
  { chainId, authMessage }: SignInTerms,
  timestamp: number,
  nonce: number,
  prefix = DEFAULT_HEADER_PREFIX,
): Promise<Headers> {
  const { address } = signer;
  const message = { address, chainId, text: authMessage, timestamp: String(timestamp), nonce: BigInt(nonce) };
  const signature = await signWith(signer, authenticationDigest(message), () => authenticationTypedData(message));
  return {
    [`${prefix}ADDRESS`]: address,
    [`${prefix}SIGNATURE`]: signature,
    [`${prefix}TIMESTAMP`]: String(timestamp),
    [`${prefix}NONCE`]: String(nonce),
  };
}

/** The signed parts of a request: method in capitals, path without query string, body exactly as sent ('' for none). */
export interface SignedRequest {
  readonly timestamp: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export function apiKeyHeaders(
  address: string,
  credentials: Credentials,
  request: SignedRequest,
  prefix = DEFAULT_HEADER_PREFIX,
): Headers {
  return {
    [`${prefix}ADDRESS`]: address,
    [`${prefix}API_KEY`]: credentials.apiKey,
    [`${prefix}PASSPHRASE`]: credentials.passphrase,
    [`${prefix}TIMESTAMP`]: String(request.timestamp),
    [`${prefix}SIGNATURE`]: requestSignature(credentials.secret, request),
  };
}

/** HMAC-SHA256 of a request with the key's base64 secret, as 64 hex digits. Throws if the secret is not base64. */
export function requestSignature(secret: string, request: SignedRequest): string {
  const key = Uint8Array.from(atob(secret.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const text = `${request.timestamp}${request.method}${request.path}${request.body}`;
  return bytesToHex(hmac(sha256, key, utf8ToBytes(text)));
}
