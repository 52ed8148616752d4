/**
 * Who is asking: L1 proves a wallet by its signature (to get API credentials), L2 proves an API key by an HMAC over the
 * request. A refusal says what a user can mend (a missing header, a wrong clock) and nothing about which keys exist.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Address } from '@bellwether/engine';
import type { Signatures } from '../ports/signatures.ts';
import type { ParseAddress } from './address.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import { type AuthHeaders, createHeaderReader, L1_FIELDS, L2_FIELDS } from './headers.ts';
import {
  decodeRequestSignature,
  REQUEST_SIGNATURE_BYTES,
  requestSignature,
  withoutQuery,
} from './request-signature.ts';

export interface AuthenticatorOptions {
  /** Header prefixes accepted, for example `['SERVICE_']`. */
  readonly prefixes: readonly string[];
  readonly credentials: CredentialSource;
  readonly parseAddress: ParseAddress;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** How far a request's timestamp may lie behind and ahead of the clock. */
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
  /** The account address an API key was issued to, lower-case; undefined when it never was. */
  readonly findApiKey: (apiKey: string) => { readonly address: string; readonly revoked: boolean } | undefined;
  readonly signatures: Pick<Signatures, 'recoverAuth'>;
}

export interface AuthenticationRefused {
  readonly kind: 'refused';
  readonly status: 401;
  /** Text for the body's `error`. */
  readonly error: string;
}

export interface ApiKeyAuthenticated {
  readonly kind: 'authenticated';
  readonly address: Address;
  readonly apiKey: string;
}

/** A key that signed a request. */
export interface RequestAuthenticated extends ApiKeyAuthenticated {
  /** The 32 bytes, whatever spelling they came in. */
  readonly signature: Buffer;
  /** Unix seconds. */
  readonly timestamp: number;
}

export interface WalletAuthenticated {
  readonly kind: 'authenticated';
  readonly address: Address;
  /** Decimal digits without leading zeros, below 2^256. */
  readonly nonce: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** A request as it came in. */
export interface SignedRequest {
  readonly method: string;
  /** Request target; a query string is cut off here. */
  readonly path: string;
  /** Name, value, name, value, … as Node gives them. */
  readonly rawHeaders: readonly string[];
  /** The exact bytes received; empty without a body. */
  readonly body: Uint8Array;
}

export interface Authenticator {
  authenticateL2(request: SignedRequest): RequestAuthenticated | AuthenticationRefused;
  /** Checks all three parts of an API key, where they are shown instead of used to sign. */
  authenticateKey(shown: Credentials): ApiKeyAuthenticated | AuthenticationRefused;
  /** Rejects with `SignaturesUnavailable` when wallet signatures cannot be checked now. */
  authenticateL1(request: Pick<SignedRequest, 'rawHeaders'>): Promise<WalletAuthenticated | AuthenticationRefused>;
}

/** The one text for an unknown or revoked key, another account's address, a wrong passphrase and a wrong signature. */
export const INVALID_API_KEY = 'Unauthorized/Invalid api key';

const API_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PASSPHRASE = /^[0-9a-f]{64}$/;
/** Base64 of 32 bytes in either alphabet. */
const SECRET = /^[A-Za-z0-9+/_-]{43}=$/;
/** Unix seconds; a value in milliseconds is longer. */
const TIMESTAMP = /^(?:0|[1-9][0-9]{0,10})$/;
const NONCE = /^(?:0|[1-9][0-9]{0,77})$/;
const NONCE_END = 1n << 256n;
/** Compared with when a header has not even the right form, so that a refusal costs the same. */
const NO_SIGNATURE = new Uint8Array(REQUEST_SIGNATURE_BYTES);
const NO_PASSPHRASE = '0'.repeat(64);
/** Stands in for a key that does not exist. It was never given out, and a refusal follows whatever is compared. */
const DECOY_API_KEY = '00000000-0000-4000-8000-000000000000';

/** Makes an authenticator. Throws `RangeError` for a malformed prefix. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const readL1 = createHeaderReader(options.prefixes, L1_FIELDS);
  const readL2 = createHeaderReader(options.prefixes, L2_FIELDS);
  return {
    authenticateL2(request) {
      const claim = readClaim(options, readL2(request.rawHeaders));
      if (claim.kind === 'refused') return claim;
      const { values, address } = claim;
      const signature = provenSignature(options, request, values, address);
      if (signature === null) return refused(INVALID_API_KEY);
      const timestamp = Number(values.TIMESTAMP);
      return { kind: 'authenticated', address, apiKey: values.API_KEY, signature, timestamp };
    },

    authenticateKey(shown) {
      const address = provenAddress(options, shown);
      return address === null ? refused(INVALID_API_KEY) : { kind: 'authenticated', address, apiKey: shown.apiKey };
    },

    async authenticateL1(request) {
      const claim = readClaim(options, readL1(request.rawHeaders));
      if (claim.kind === 'refused') return claim;
      const { prefix, values, address } = claim;
      const nonce = NONCE.test(values.NONCE) ? BigInt(values.NONCE) : NONCE_END;
      if (nonce >= NONCE_END) return refused(`header ${prefix}NONCE must be a decimal integer in 0..2^256-1`);
      const signer = await options.signatures.recoverAuth(address, values.TIMESTAMP, nonce, values.SIGNATURE);
      if (signer === address)
        return { kind: 'authenticated', address, nonce: values.NONCE, timestamp: Number(values.TIMESTAMP) };
      const reason =
        signer === null ? 'is no valid 65-byte signature' : `was made by ${signer}, not by ${prefix}ADDRESS`;
      return refused(`Invalid L1 Request headers: ${prefix}SIGNATURE ${reason}`);
    },
  };
}

interface Claim<Field extends string> {
  readonly kind: 'claimed';
  readonly prefix: string;
  readonly values: Readonly<Record<Field, string>>;
  readonly address: Address;
}

/** Who a request says that it comes from, if its headers are complete and of now. Nothing of it is proven yet. */
function readClaim<Field extends string>(
  options: AuthenticatorOptions,
  headers: AuthHeaders<Field | 'ADDRESS' | 'TIMESTAMP'>,
): Claim<Field | 'ADDRESS' | 'TIMESTAMP'> | AuthenticationRefused {
  if (headers.kind === 'refused') return refused(headers.error);
  const { prefix, values } = headers;
  const claimed = options.parseAddress(values.ADDRESS);
  if (claimed.kind === 'invalid') return refused(`header ${prefix}ADDRESS ${claimed.error}`);
  const untimely = timestampError(options, `${prefix}TIMESTAMP`, values.TIMESTAMP);
  if (untimely !== null) return refused(untimely);
  return { kind: 'claimed', prefix, values, address: claimed.address };
}

/**
 * The signature of a request whose key, signature and passphrase are all right, or null. Does all its work in every case,
 * then answers: how long it takes says nothing about which part was wrong.
 */
function provenSignature(
  options: AuthenticatorOptions,
  request: SignedRequest,
  values: Readonly<Record<(typeof L2_FIELDS)[number], string>>,
  claimed: Address,
): Buffer | null {
  const found = API_KEY.test(values.API_KEY) ? options.findApiKey(values.API_KEY) : undefined;
  const secrets = options.credentials.secretsOf(found === undefined ? DECOY_API_KEY : values.API_KEY);

  const path = withoutQuery(request.path);
  const expected = requestSignature(secrets.secret, values.TIMESTAMP, request.method, path, request.body);
  const sent = decodeRequestSignature(values.SIGNATURE);
  const signatureMatches = timingSafeEqual(expected, sent ?? NO_SIGNATURE) && sent !== null;

  const passphrase = PASSPHRASE.test(values.PASSPHRASE) ? values.PASSPHRASE : NO_PASSPHRASE;
  const passphraseMatches = timingSafeEqual(secrets.passphrase, Buffer.from(passphrase, 'ascii'));

  const keyIsGood = found !== undefined && !found.revoked && found.address === claimed;
  return keyIsGood && signatureMatches && passphraseMatches ? expected : null;
}

/** The account of a key whose parts are all right, or null. Does all its work in every case, too. */
function provenAddress(options: AuthenticatorOptions, shown: Credentials): Address | null {
  const found = API_KEY.test(shown.apiKey) ? options.findApiKey(shown.apiKey) : undefined;
  const secrets = options.credentials.secretsOf(found === undefined ? DECOY_API_KEY : shown.apiKey);
  const secret = SECRET.test(shown.secret) ? Buffer.from(shown.secret, 'base64') : NO_SIGNATURE;
  const secretMatches = timingSafeEqual(
    secrets.secret,
    secret.length === secrets.secret.length ? secret : NO_SIGNATURE,
  );
  const passphrase = PASSPHRASE.test(shown.passphrase) ? shown.passphrase : NO_PASSPHRASE;
  const passphraseMatches = timingSafeEqual(secrets.passphrase, Buffer.from(passphrase, 'ascii'));
  const keyIsGood = found !== undefined && !found.revoked;
  return keyIsGood && secretMatches && passphraseMatches ? (found.address as Address) : null;
}

/** What is wrong with a timestamp header, or null. */
function timestampError(options: AuthenticatorOptions, name: string, text: string): string | null {
  if (!TIMESTAMP.test(text)) return `header ${name} must be Unix time in whole seconds`;
  const { past, future } = options.toleranceSeconds;
  const behind = Math.floor(options.clock() / 1000) - Number(text);
  if (behind > past) {
    return `header ${name} is ${behind} s behind the server's clock (at most ${past} s): check the clock or use GET /time`;
  }
  if (-behind > future) {
    return `header ${name} is ${-behind} s ahead of the server's clock (at most ${future} s): check the clock or use GET /time`;
  }
  return null;
}

function refused(error: string): AuthenticationRefused {
  return { kind: 'refused', status: 401, error };
}
