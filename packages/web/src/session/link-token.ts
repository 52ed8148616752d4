/**
 * Token behind # of a link for joining. It leaves the address as soon as the page starts, before anything is loaded: an
 * address is seen, shared and kept.
 */
import { getText, keepText } from '../venue/text-store.ts';

const PATH = '/app/join';
const NONCE = 'bellwether.join';
const NONCE_BYTES = 16;
let taken = '';
let nonce = '';

/** Random number with which this browser alone may use the link again, if the answer to its use gets lost. */
export function linkNonce(): string {
  if (nonce === '') nonce = getText(localStorage, NONCE);
  if (nonce === '') nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).join('.');
  keepText(localStorage, NONCE, nonce);
  return nonce;
}

/** The token of the link that was opened last; empty without one. */
export function takeLinkToken(): string {
  if (location.pathname === PATH && location.hash.length > 1) {
    taken = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}

export function dropLinkToken(): void {
  taken = '';
}

export function dropNonce(): void {
  nonce = '';
  keepText(localStorage, NONCE, null);
}
