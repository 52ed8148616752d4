/**
 * The L2 request signature: HMAC-SHA256 over timestamp ‖ METHOD ‖ path ‖ body, where path has no query string and body
 * is the exact bytes received. Pure functions; deciding who may do what is the authenticator's.
 */
import { createHmac } from 'node:crypto';

/** Length of a signature once decoded. */
export const REQUEST_SIGNATURE_BYTES = 32;

const HEX = /^[0-9a-fA-F]{64}$/;
// 32 bytes leave two unused bits in the last base64 digit. They must be zero, so that no two texts mean the same bytes.
const BASE64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/;
const BASE64_URL = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]=?$/;

/** The 32 bytes a client holding `secret` must have sent. `path` is used as given: cut the query string off first. */
export function requestSignature(
  secret: Uint8Array,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
): Buffer {
  const hmac = createHmac('sha256', secret).update(`${timestamp}${method}${path}`);
  return (body.length > 0 ? hmac.update(body) : hmac).digest();
}

/** Decodes a signature header: hex, base64 or url-safe base64, the padding optional. Null for anything else. */
export function decodeRequestSignature(text: string): Uint8Array | null {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  if (BASE64_URL.test(text)) return Buffer.from(text, 'base64url');
  return null;
}

/** The path of a request target, without its query string. */
export function withoutQuery(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}
