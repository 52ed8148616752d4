/**
 * API keys: their secrets, and the signature that a request carries.
 *
 * Credentials are derived instead of stored: the same address and nonce always give the same three values, and a copy of
 * the journal or the read store holds no secret. Anyone with the master key can derive all of them, so it stays in its
 * own file. API key = HMAC(master, address, nonce) cut to a UUID; secret and passphrase = HMAC(master, API key).
 *
 * The signature of a request is HMAC-SHA256 over timestamp ‖ METHOD ‖ path ‖ body, where path has no query string and
 * body is the exact bytes received. Authorization is up to the authenticator.
 */
import { createHmac, hash } from 'node:crypto';
import type { ProfileKind } from '@bellwether/contract/profiles';
import type { Account, ApiKey, State } from '@bellwether/engine';
import { writeHex } from '@bellwether/ledger/bytes/bytes.ts';

const MASTER_KEY_BYTES = 32;
/** Number of keys whose secrets are cached. */
const READY_SECRETS_MAX = 4_096;

/** Result of L1 authentication. */
export interface Credentials {
  /** UUID, lower-case. */
  readonly apiKey: string;
  /** Base64 of 32 bytes, padded; URL-safe for the public clients, some of which decode nothing else. */
  readonly secret: string;
  /** 64 lower-case hex digits. */
  readonly passphrase: string;
}

/** Secrets that requests under an API key are checked against. */
interface KeySecrets {
  /** 32 bytes. */
  readonly secret: Uint8Array;
  /** The same secret, ready to sign with. */
  readonly signing: SigningKey;
  /** The 32 bytes whose hex digits are the passphrase. */
  readonly passphrase: Uint8Array;
}

export interface CredentialSource {
  /** Derives the credentials for a lower-case address and a nonce in decimal digits without leading zeros. */
  derive(address: string, nonce: string): Credentials;
  /** Secrets of any API key, known to the venue or not. The caller must not modify them. */
  secretsOf(apiKey: string): KeySecrets;
  /** A key of 32 bytes for one purpose of the venue itself; the same on every node and after a restart. */
  keyFor(purpose: string): Uint8Array;
}

/**
 * Creates a credential source, which spells secrets as the clients of `profile` do. Throws `RangeError` if the master
 * key is not 32 bytes.
 */
export function createCredentialSource(masterKey: Uint8Array, profile: ProfileKind): CredentialSource {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new RangeError(`the master key must be ${MASTER_KEY_BYTES} bytes`);
  const master = Uint8Array.from(masterKey);
  const ready = new Map<string, KeySecrets>();

  // No part may contain the separator; otherwise two different lists of parts could give the same bytes.
  const mac = (...parts: string[]): Buffer => createHmac('sha256', master).update(parts.join('\n')).digest();

  function secretsOf(apiKey: string): KeySecrets {
    const known = ready.get(apiKey);
    if (known !== undefined) return known;
    const secret = mac('bellwether api secret v1', apiKey);
    const secrets: KeySecrets = {
      secret,
      signing: signingKey(secret),
      passphrase: mac('bellwether api passphrase v1', apiKey),
    };
    if (ready.size >= READY_SECRETS_MAX) ready.clear();
    ready.set(apiKey, secrets);
    return secrets;
  }

  return {
    derive(address, nonce) {
      const apiKey = uuid(mac('bellwether api key v1', address, nonce));
      const { secret, passphrase } = secretsOf(apiKey);
      return {
        apiKey,
        secret: secretText(secret, profile),
        passphrase: Buffer.from(passphrase).toString('hex'),
      };
    },
    secretsOf,
    keyFor: (purpose) => mac('bellwether venue key v1', purpose),
  };
}

function secretText(secret: Uint8Array, profile: ProfileKind): string {
  const text = Buffer.from(secret).toString('base64');
  return profile === 'polymarket' ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
}

/** The first 16 bytes as a UUID with the version and variant bits of RFC 9562, version 4. */
function uuid(bytes: Uint8Array): string {
  const id = Buffer.from(bytes.subarray(0, 16));
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  const hex = id.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const REQUEST_SIGNATURE_BYTES = 32;

const HEX_LENGTH = 2 * REQUEST_SIGNATURE_BYTES;
// 32 bytes leave two unused bits in the last base64 digit. They must be zero, so that each signature has one text.
const BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/;
const BASE64_URL = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/;

const BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Size of the scratch buffer; longer requests get a buffer of their own. */
const SCRATCH_BYTES = 16 * 1024;

/** A secret prepared for HMAC (RFC 2104), once per key, and as confidential as the secret. */
interface SigningKey {
  /** One block each, XORed with the pads. */
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

/**
 * Prepares a secret of at most one block (64 bytes); the venue's secrets have 32. Throws `RangeError` for a longer one.
 */
export function signingKey(secret: Uint8Array): SigningKey {
  if (secret.length > BLOCK_BYTES) throw new RangeError(`a secret has at most ${BLOCK_BYTES} bytes`);
  const pad = (byte: number): Uint8Array =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (secret[index] ?? 0) ^ byte);
  return { inner: pad(INNER_PAD), outer: pad(OUTER_PAD) };
}

/**
 * Returns the 32 bytes that a client must have sent, one latin1 character each: a hash as text costs half as much as
 * one in a buffer. `path` is used as given; the caller removes the query string.
 */
export type RequestSigner = (
  key: SigningKey,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
) => string;

/**
 * Creates a signer with its own scratch memory, for one thread. Two plain hashes are cheaper than an HMAC object, which
 * the garbage collector has to free each time.
 */
export function createRequestSigner(): RequestSigner {
  const scratch = Buffer.alloc(SCRATCH_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + REQUEST_SIGNATURE_BYTES);
  return (key, timestamp, method, path, body) => {
    const text = `${timestamp}${method}${path}`;
    // A character takes at most three bytes of UTF-8.
    const most = BLOCK_BYTES + 3 * text.length + body.length;
    const bytes = most <= SCRATCH_BYTES ? scratch : Buffer.alloc(most);
    bytes.set(key.inner, 0);
    const end = BLOCK_BYTES + bytes.write(text, BLOCK_BYTES);
    bytes.set(body, end);
    outer.set(key.outer, 0);
    outer.write(hash('sha256', bytes.subarray(0, end + body.length), 'latin1'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, 'latin1');
  };
}

/** The same signature for a secret that is used once, computed by Node's HMAC. */
export function requestSignature(
  secret: Uint8Array,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}${method}${path}`).update(body).digest();
}

/** Decodes a signature header: hex, base64 or url-safe base64, padding optional. Null for anything else. */
export function decodeRequestSignature(text: string): Uint8Array | null {
  if (text.length === HEX_LENGTH) {
    const bytes = Buffer.allocUnsafe(REQUEST_SIGNATURE_BYTES);
    return writeHex(bytes, 0, text, 0, HEX_LENGTH) ? bytes : null;
  }
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  if (BASE64_URL.test(text)) return Buffer.from(text, 'base64url');
  return null;
}

export function withoutQuery(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

/**
 * Prefix of the nonce under which builder keys are journaled as API keys: no sign-in can have it. Builder keys identify
 * an account alongside a request and grant no access. Users give them to signing services, which is never safe with an
 * API key.
 */
const BUILDER_PREFIX = 'builder:';

/**
 * `mark`: random bytes, so that keys differ that two gateways create for an account in the same millisecond. `maker`:
 * API key under which it was created.
 */
export const builderNonce = (timeMs: number, mark: Uint8Array, maker: string): string =>
  `${BUILDER_PREFIX}${timeMs}.${Buffer.from(mark).toString('hex')}.${maker}`;

/** Builder keys of an account that were created under this API key, and those of older versions, which do not say. */
export const builderKeysBy = (state: Readonly<State>, account: Account, maker: string): string[] =>
  keysOf(state, account, 'builder').filter((apiKey) => {
    const [, , madeBy = maker] = state.apiKeys.get(apiKey)?.nonce.split('.') ?? [];
    return madeBy === maker;
  });

const isBuilderKey = ({ nonce }: Pick<ApiKey, 'nonce'>): boolean => nonce.startsWith(BUILDER_PREFIX);

export function keysOf(state: Readonly<State>, account: Account, kind: 'api' | 'builder'): string[] {
  return [...account.apiKeys].filter((apiKey) => {
    const key = state.apiKeys.get(apiKey);
    return key !== undefined && isBuilderKey(key) === (kind === 'builder');
  });
}

/** Creation time of a builder key, in Unix milliseconds. */
export function builderKeyTime({ nonce }: Pick<ApiKey, 'nonce'>): number {
  return Number.parseInt(nonce.slice(BUILDER_PREFIX.length), 10);
}

/** Facts about a key that authentication needs; undefined if the key was never issued. */
export interface FoundApiKey {
  /** Lower-case address of the account it was issued to. */
  readonly address: string;
  readonly revoked: boolean;
  readonly isBuilder: boolean;
  /** True if its account is suspended. */
  readonly suspended?: boolean;
}

export function findApiKey(state: Readonly<State>, apiKey: string): FoundApiKey | undefined {
  const key = state.apiKeys.get(apiKey);
  const account = key === undefined ? undefined : state.accounts[key.account];
  if (key === undefined || account === undefined) return undefined;
  const suspended = state.rights.suspended.has(account.id);
  return { address: account.address, revoked: key.revoked, isBuilder: isBuilderKey(key), suspended };
}
