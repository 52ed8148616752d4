/**
 * The L2 request signature: HMAC-SHA256 over timestamp ‖ METHOD ‖ path ‖ body, where path has no query string and body
 * is the exact bytes received. Pure functions; authorization is up to the authenticator.
 */
import { createHmac, hash } from 'node:crypto';
import { writeHex } from '../bytes/bytes.ts';

/** Length in bytes of a decoded signature. */
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
export interface SigningKey {
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

/** The path of a request target, without its query string. */
export function withoutQuery(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}
