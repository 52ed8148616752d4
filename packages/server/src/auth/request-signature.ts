/**
 * The L2 request signature: HMAC-SHA256 over timestamp ‖ METHOD ‖ path ‖ body, where path has no query string and body
 * is the exact bytes received. Pure functions; deciding who may do what is the authenticator's.
 */
import { createHmac, hash } from 'node:crypto';
import { writeHex } from '../bytes/hex.ts';

/** Length of a signature once decoded. */
export const REQUEST_SIGNATURE_BYTES = 32;

const HEX_LENGTH = 2 * REQUEST_SIGNATURE_BYTES;
// 32 bytes leave two unused bits in the last base64 digit. They must be zero, so that no two texts mean the same bytes.
const BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/;
const BASE64_URL = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/;

const BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Longer requests get memory of their own. */
const SCRATCH_BYTES = 16 * 1024;

/** A secret as HMAC uses it (RFC 2104): made once per key, and it is as secret as that. */
export interface SigningKey {
  /** One block each. */
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

/** Prepares a secret of at most one block; secrets of the venue are 32 bytes. Throws `RangeError` for a longer one. */
export function signingKey(secret: Uint8Array): SigningKey {
  if (secret.length > BLOCK_BYTES) throw new RangeError(`a secret has at most ${BLOCK_BYTES} bytes`);
  const pad = (byte: number): Uint8Array =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (secret[index] ?? 0) ^ byte);
  return { inner: pad(INNER_PAD), outer: pad(OUTER_PAD) };
}

/**
 * The 32 bytes a client must have sent, a character each (latin1): a hash costs half as much as text as it does as a
 * buffer. `path` is used as given: cut the query string off first.
 */
export type RequestSigner = (
  key: SigningKey,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
) => string;

/**
 * Makes a signer with memory of its own, for one thread. Two plain hashes cost less than an HMAC object, which the garbage
 * collector has to let go of each time.
 */
export function createRequestSigner(): RequestSigner {
  const scratch = Buffer.alloc(SCRATCH_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + REQUEST_SIGNATURE_BYTES);
  return (key, timestamp, method, path, body) => {
    const text = `${timestamp}${method}${path}`;
    // Three bytes of UTF-8 for a character at most.
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

/** The same for a secret that is used once, as Node computes it. */
export function requestSignature(
  secret: Uint8Array,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}${method}${path}`).update(body).digest();
}

/** Decodes a signature header: hex, base64 or url-safe base64, the padding optional. Null for anything else. */
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
