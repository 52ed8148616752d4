/**
 * Identifies the caller: L1 proves a wallet by its signature (to get API credentials), L2 proves an API key by an HMAC
 * over the request. Their headers are picked out of the request's raw header list. A parsed list has already joined or
 * dropped duplicates, and the headers that a proxy checked must be the ones checked here: exactly one of each, in the
 * one configured spelling.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Address } from '@bellwether/engine';
import { writeLowerHex } from '@bellwether/ledger/bytes/bytes.ts';
import type { Signatures } from '@bellwether/ports/signatures.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import {
  type CredentialSource,
  type Credentials,
  createRequestSigner,
  decodeRequestSignature,
  type FoundApiKey,
  REQUEST_SIGNATURE_BYTES,
  type RequestSigner,
  withoutQuery,
} from './api-keys.ts';
import { BUILDER_FIELDS, type KnownHeader, knownHeaders, L1_FIELDS, L2_FIELDS } from './header-names.ts';
import {
  type AuthenticationRefused,
  type Clocks,
  INVALID_API_KEY,
  type InvalidKeyDetails,
  missingText,
  otherChain,
  otherProfile,
  refused,
  refusedHeaders,
  refusedKey,
  type SignedRequest,
  signInDetails,
  TIMESTAMP,
  timestampError,
  type UnauthenticatedDetails,
  unauthenticated,
} from './refusals.ts';

export interface AuthenticatorOptions extends Clocks {
  /** Accepted header prefixes, for example `['SERVICE_']`. */
  readonly prefixes: readonly string[];
  readonly credentials: CredentialSource;
  readonly parseAddress: ParseAddress;
  readonly findApiKey: (apiKey: string) => FoundApiKey | undefined;
  readonly signatures: Pick<Signatures, 'checkAuth' | 'findSignIn'>;
  /** Chain id of the domain and sentence of the message that wallets sign to sign in. */
  readonly signIn: { readonly chainId: number; readonly message: string };
}

interface ApiKeyAuthenticated {
  readonly kind: 'authenticated';
  readonly address: Address;
  readonly apiKey: string;
}

interface RequestAuthenticated extends ApiKeyAuthenticated {
  /** The 32 bytes as one latin1 character each, whatever encoding they came in. */
  readonly signature: string;
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

export interface KeyChecks {
  authenticateL2(request: SignedRequest): RequestAuthenticated | AuthenticationRefused;
  /** Checks builder headers next to any other headers; null if the request has none. */
  authenticateBuilder(request: SignedRequest): ApiKeyAuthenticated | AuthenticationRefused | null;
}

export interface Authenticator extends KeyChecks {
  /** The same checks for revoked keys only: they prove who asked before and grant no access. */
  readonly revoked: KeyChecks;
  /** Checks all three parts of an API key that is presented instead of used to sign. */
  authenticateKey(shown: Credentials): ApiKeyAuthenticated | AuthenticationRefused;
  /** Checks a wallet signature. Rejects with `SignaturesUnavailable` if wallet signatures cannot be checked now. */
  authenticateL1(request: Pick<SignedRequest, 'rawHeaders'>): Promise<WalletAuthenticated | AuthenticationRefused>;
  /**
   * True if a signature of this Unix second is good for one request. Signatures by a sandbox's clock, which may stand
   * still, are good for several.
   */
  isReplayProtected(timestamp: number): boolean;
}

/** Length of a UUID. A text of this length that is no UUID was never issued as a key. */
const API_KEY_LENGTH = 36;
const PASSPHRASE_BYTES = 32;
/** Base64 of 32 bytes in either alphabet. */
const SECRET = /^[A-Za-z0-9+/_-]{43}=$/;
const NONCE_FORM = /^(?:0|[1-9][0-9]{0,77})$/;
const NONCE_END = 1n << 256n;
/** Compared with if a header is malformed, so that a refusal takes the same time. */
const NO_SIGNATURE = new Uint8Array(REQUEST_SIGNATURE_BYTES);
const EXPECTED = Buffer.alloc(REQUEST_SIGNATURE_BYTES);
const PASSPHRASE = Buffer.alloc(PASSPHRASE_BYTES);
/**
 * Stands in for a key that does not exist. It was never issued, and the request is refused whatever the comparison
 * says.
 */
const DECOY_API_KEY = '00000000-0000-4000-8000-000000000000';

/** Makes an authenticator. Throws `RangeError` for a malformed prefix. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const readL1 = createHeaderReader(options.prefixes, L1_FIELDS);
  return {
    ...createKeyChecks(options, false),
    revoked: createKeyChecks(options, true),
    isReplayProtected: (timestamp) =>
      options.otherClock === undefined || isNear(timestamp, options.otherClock(), options.toleranceSeconds),

    authenticateKey(shown) {
      const address = provenAddress(options, shown);
      return address === null ? refused(INVALID_API_KEY) : { kind: 'authenticated', address, apiKey: shown.apiKey };
    },

    async authenticateL1(request) {
      const claim = readClaim(options, 'L1', request, readL1(request.rawHeaders));
      if (claim.kind === 'refused') return claim;
      const { prefix, values, address } = claim;
      const { TIMESTAMP: timestamp, NONCE: nonce, SIGNATURE: signature } = values;
      const number = NONCE_FORM.test(nonce) ? BigInt(nonce) : NONCE_END;
      if (number >= NONCE_END) {
        const error = `header ${prefix}NONCE must be a decimal integer in 0..2^256-1`;
        return refused(error, unauthenticated(options, 'L1', 'nonce', `${prefix}NONCE`, timestamp));
      }
      const check = await options.signatures.checkAuth(address, timestamp, number, signature);
      if (check.recovered === address) return { kind: 'authenticated', address, nonce, timestamp: Number(timestamp) };
      const reason =
        check.recovered === null
          ? 'is no valid 65-byte signature'
          : `was made by ${check.recovered}, not by ${prefix}ADDRESS`;
      // If there is no time to find out what else was signed, the refusal omits it.
      const signedFor = await options.signatures.findSignIn(address, timestamp, number, signature).catch(() => null);
      const message = { address, timestamp, nonce, message: options.signIn.message };
      return refused(`Invalid L1 Request headers: ${prefix}SIGNATURE ${reason}${otherChain(options, signedFor)}`, {
        ...unauthenticated(options, 'L1', 'signature', `${prefix}SIGNATURE`, timestamp),
        signature: signInDetails(message, options.signIn.chainId, check, signedFor),
      });
    },
  };
}

function createKeyChecks(options: AuthenticatorOptions, isRevoked: boolean): KeyChecks {
  const readL2 = createHeaderReader(options.prefixes, L2_FIELDS);
  const sign = createRequestSigner();
  const readBuilder = createHeaderReader(options.prefixes, BUILDER_FIELDS);
  const builderNames = new Set(
    options.prefixes.flatMap((prefix) => BUILDER_FIELDS.map((field) => normalized(prefix + field))),
  );
  const isOfBuilder = rememberingNames((name) => builderNames.has(normalized(name)));
  return {
    authenticateL2(request) {
      const claim = readClaim(options, 'L2', request, readL2(request.rawHeaders));
      if (claim.kind === 'refused') return claim;
      const { values, address } = claim;
      const proof = proveSignature(options, sign, request, values, { isBuilder: false, isRevoked, address });
      if (proof.kind === 'refused') return refusedKey(options, request, values.TIMESTAMP, proof.problem);
      const timestamp = Number(values.TIMESTAMP);
      return { kind: 'authenticated', address, apiKey: values.API_KEY, signature: proof.signature, timestamp };
    },

    authenticateBuilder(request) {
      const { rawHeaders } = request;
      if (!rawHeaders.some((name, index) => index % 2 === 0 && isOfBuilder(name))) return null;
      const headers = readBuilder(rawHeaders);
      if (headers.kind === 'refused') return refusedHeaders(options, 'builder', rawHeaders, headers);
      const { prefix, values } = headers;
      const name = `${prefix}BUILDER_TIMESTAMP`;
      const timestamp = values.BUILDER_TIMESTAMP;
      if (!isTimely(options, timestamp)) {
        const error = timestampError(options, name, timestamp);
        return refused(error, unauthenticated(options, 'builder', 'timestamp', name, timestamp));
      }
      const apiKey = values.BUILDER_API_KEY;
      const signed = {
        API_KEY: apiKey,
        PASSPHRASE: values.BUILDER_PASSPHRASE,
        TIMESTAMP: timestamp,
        SIGNATURE: values.BUILDER_SIGNATURE,
      };
      const proof = proveSignature(options, sign, request, signed, { isBuilder: true, isRevoked, address: null });
      if (proof.kind === 'refused') return refusedKey(options, request, signed.TIMESTAMP, proof.problem);
      const address = options.findApiKey(apiKey)?.address as Address | undefined;
      if (address === undefined) throw new Error('a key that was proven is not known');
      return { kind: 'authenticated', address, apiKey };
    },
  };
}

/** Normalized header name, in which two spellings of the same header are equal. */
const normalized = (name: string): string => name.toLowerCase().replaceAll('-', '_');

interface Claim<Field extends string> {
  readonly kind: 'claimed';
  readonly prefix: string;
  readonly values: Readonly<Record<Field, string>>;
  readonly address: Address;
}

/** Reads the claimed identity, if the headers are complete and recent. Nothing is proven yet. */
function readClaim<Field extends string>(
  options: AuthenticatorOptions,
  scheme: UnauthenticatedDetails['scheme'],
  { rawHeaders }: Pick<SignedRequest, 'rawHeaders'>,
  headers: AuthHeaders<Field | 'ADDRESS' | 'TIMESTAMP'>,
): Claim<Field | 'ADDRESS' | 'TIMESTAMP'> | AuthenticationRefused {
  if (headers.kind === 'refused') return refusedHeaders(options, scheme, rawHeaders, headers);
  const { prefix, values } = headers;
  const refuse = (error: string, problem: 'address' | 'timestamp', header: string): AuthenticationRefused =>
    refused(error, unauthenticated(options, scheme, problem, header, values.TIMESTAMP));
  const claimed = options.parseAddress(values.ADDRESS);
  if (claimed.kind === 'invalid')
    return refuse(`header ${prefix}ADDRESS ${claimed.error}`, 'address', `${prefix}ADDRESS`);
  const name = `${prefix}TIMESTAMP`;
  if (!isTimely(options, values.TIMESTAMP))
    return refuse(timestampError(options, name, values.TIMESTAMP), 'timestamp', name);
  return { kind: 'claimed', prefix, values, address: claimed.address };
}

type Proof =
  | { readonly kind: 'proven'; readonly signature: string }
  | { readonly kind: 'refused'; readonly problem: InvalidKeyDetails['problem'] };

/**
 * Signature of a request whose key, signature and passphrase are all right. Does all its work in every case before it
 * returns, so that the time taken does not reveal which part was wrong.
 *
 * Neither does the answer: an unknown key, a wrong passphrase and a wrong signature are one problem, or clients could
 * probe for existing keys. Only a caller with both secrets of a key learns that it was revoked or belongs to another
 * address; such a caller can already make every signature of that key.
 */
function proveSignature(
  options: AuthenticatorOptions,
  sign: RequestSigner,
  request: SignedRequest,
  values: Readonly<Record<'API_KEY' | 'PASSPHRASE' | 'TIMESTAMP' | 'SIGNATURE', string>>,
  wanted: { readonly isBuilder: boolean; readonly isRevoked: boolean; readonly address: string | null },
): Proof {
  const known = findKey(options, values.API_KEY);
  // A key of the other kind counts as unknown.
  const found = known?.isBuilder === wanted.isBuilder ? known : undefined;
  const secrets = options.credentials.secretsOf(found === undefined ? DECOY_API_KEY : values.API_KEY);

  const path = withoutQuery(request.path);
  const expected = sign(secrets.signing, values.TIMESTAMP, request.method, path, request.body);
  const sent = decodeRequestSignature(values.SIGNATURE);
  EXPECTED.write(expected, 'latin1');
  const signatureMatches = timingSafeEqual(EXPECTED, sent ?? NO_SIGNATURE) && sent !== null;

  const passphraseMatches = isPassphrase(secrets.passphrase, values.PASSPHRASE);

  if (found === undefined || !signatureMatches || !passphraseMatches) return { kind: 'refused', problem: 'not_proven' };
  if (found.revoked && !wanted.isRevoked) return { kind: 'refused', problem: 'revoked' };
  if (!found.revoked && wanted.isRevoked) return { kind: 'refused', problem: 'not_proven' };
  if (wanted.address !== null && found.address !== wanted.address) return { kind: 'refused', problem: 'other_address' };
  return { kind: 'proven', signature: expected };
}

/** Account of a key whose parts are all right, or null. Does all its work in every case, too. */
function provenAddress(options: AuthenticatorOptions, shown: Credentials): Address | null {
  const found = findKey(options, shown.apiKey);
  const secrets = options.credentials.secretsOf(found === undefined ? DECOY_API_KEY : shown.apiKey);
  const secret = SECRET.test(shown.secret) ? Buffer.from(shown.secret, 'base64') : NO_SIGNATURE;
  const secretMatches = timingSafeEqual(
    secrets.secret,
    secret.length === secrets.secret.length ? secret : NO_SIGNATURE,
  );
  const passphraseMatches = isPassphrase(secrets.passphrase, shown.passphrase);
  const keyIsGood = found !== undefined && !found.revoked && !found.isBuilder && found.suspended !== true;
  return keyIsGood && secretMatches && passphraseMatches ? (found.address as Address) : null;
}

function findKey(options: AuthenticatorOptions, apiKey: string): FoundApiKey | undefined {
  return apiKey.length === API_KEY_LENGTH ? options.findApiKey(apiKey) : undefined;
}

/** True if `text` is the passphrase of these 32 bytes. Compares in every case. */
function isPassphrase(bytes: Uint8Array, text: string): boolean {
  const isWhole = text.length === 2 * PASSPHRASE_BYTES && writeLowerHex(PASSPHRASE, 0, text, 0, text.length);
  return timingSafeEqual(bytes, PASSPHRASE) && isWhole;
}

/** True if a clock accepts the timestamp header. */
function isTimely({ clock, otherClock, toleranceSeconds }: Clocks, text: string): boolean {
  if (!TIMESTAMP.test(text)) return false;
  const timestamp = Number(text);
  return (
    isNear(timestamp, clock(), toleranceSeconds) ||
    (otherClock !== undefined && isNear(timestamp, otherClock(), toleranceSeconds))
  );
}

function isNear(timestamp: number, nowMs: number, { past, future }: Clocks['toleranceSeconds']): boolean {
  const ahead = timestamp - Math.floor(nowMs / 1000);
  return -ahead <= past && ahead <= future;
}

/** Maximum number and length of header names whose meaning is cached; other names are looked up each time. */
const HEADER_NAMES_MAX = 512;
const HEADER_NAME_LENGTH_MAX = 64;

type AuthHeaders<Field extends string> =
  | {
      readonly kind: 'complete';
      /** Prefix that the headers came with, used to name them in errors. */
      readonly prefix: string;
      readonly values: Readonly<Record<Field, string>>;
    }
  | HeadersRefused;

interface HeadersRefused {
  readonly kind: 'refused';
  readonly error: string;
  /** The missing, repeated or misspelt header; null if a whole set is wrong. */
  readonly header: string | null;
}

/** Memoizes `of` for the header names that clients usually send: every request brings the same ones. */
function rememberingNames<T extends object | boolean | null>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = of(name);
    if (known.size < HEADER_NAMES_MAX && name.length <= HEADER_NAME_LENGTH_MAX) {
      // A copy: a slice of a request's head would keep the whole head in memory.
      known.set(Buffer.from(name, 'latin1').toString('latin1'), answer);
    }
    return answer;
  };
}

/**
 * Creates a reader of one set of fields from a raw header list: name, value, name, value, … Throws `RangeError` for a
 * prefix that is not like `SERVICE_`.
 */
export function createHeaderReader<Field extends string>(
  prefixes: readonly string[],
  fields: readonly Field[],
): (rawHeaders: readonly string[]) => AuthHeaders<Field> {
  const known = knownHeaders(prefixes, fields);
  const headerOf = rememberingNames((name) => known.get(name) ?? known.get(name.toLowerCase()) ?? null);
  const spelled = ({ prefix, field }: KnownHeader): string => `${prefixes[prefix]}${fields[field]}`;

  return (rawHeaders) => {
    const values: (string | undefined)[] = new Array(fields.length).fill(undefined);
    let found: number | null = null;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? '';
      const header = headerOf(name);
      if (header === null) continue;
      if (!header.exact) {
        const canonical = spelled(header);
        return misread(`header ${name} is not accepted: it is spelled ${canonical}`, canonical);
      }
      if (found !== null && found !== header.prefix) {
        return misread(`headers ${prefixes[found]}* and ${prefixes[header.prefix]}* are mixed: send one set`, null);
      }
      if (values[header.field] !== undefined) {
        const canonical = spelled(header);
        return misread(`header ${canonical} was sent more than once`, canonical);
      }
      found = header.prefix;
      values[header.field] = rawHeaders[index + 1] ?? '';
    }
    const prefix = prefixes[found ?? 0] ?? '';
    const other = found === null ? otherProfile(rawHeaders, prefix, fields) : null;
    return other === null
      ? complete(prefix, fields, values, found === null ? rawHeaders : null)
      : misread(other, `${prefix}${fields[0]}`);
  };
}

function complete<Field extends string>(
  prefix: string,
  fields: readonly Field[],
  values: readonly (string | undefined)[],
  /** The raw header list if it has none of the fields; otherwise null. */
  noneIn: readonly string[] | null,
): AuthHeaders<Field> {
  const named = {} as Record<Field, string>;
  for (const [index, field] of fields.entries()) {
    const value = values[index];
    if (value === undefined || value === '') return misread(missingText(prefix, field, noneIn), prefix + field);
    named[field] = value;
  }
  return { kind: 'complete', prefix, values: named };
}

function misread(error: string, header: string | null): HeadersRefused {
  return { kind: 'refused', error, header };
}
