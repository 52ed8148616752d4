/** Signs requests for an API key with WebCrypto. Runs in browsers, and in Node for its test. Sends nothing. */

/** Decodes base64, including its URL-safe spelling. */
function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

async function hmacHex(secret, text) {
  if (globalThis.crypto?.subtle === undefined)
    throw new Error('This browser signs on https:// or on localhost only: open the page there.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromBase64(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Values of the five headers, keyed by lower-case names without prefix. `path` has no query string. */
export async function signedValues({ address, apiKey, secret, passphrase }, { method, path, body, timestamp }) {
  const text = body === undefined || body === null ? '' : String(body);
  const signature = await hmacHex(secret, timestamp + method.toUpperCase() + path + text);
  return { address, api_key: apiKey, passphrase, timestamp, signature };
}
