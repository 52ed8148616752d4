/** The session's API key in `sessionStorage`: a reload needs no new signature, and closing the tab drops the key. */
import type { Credentials } from '@bellwether/sdk';
import { getText, parseFields, type SavedAccount, type TextStore } from './saved-account.ts';

const itemOf = (address: string): string => `bellwether.session.${address.toLowerCase()}`;

export function readCredentials(store: TextStore, address: string): Credentials | null {
  const { apiKey, secret, passphrase } = parseFields(getText(store, itemOf(address)));
  if (typeof apiKey !== 'string' || typeof secret !== 'string' || typeof passphrase !== 'string') return null;
  return { apiKey, secret, passphrase };
}

/** Saves the credentials; null deletes them. */
export function writeCredentials(store: TextStore, address: string, credentials: Credentials | null): void {
  try {
    if (credentials === null) store.removeItem(itemOf(address));
    else store.setItem(itemOf(address), JSON.stringify(credentials));
  } catch {
    // The credentials stay in memory. The next page load signs again.
  }
}

/** True if the account can open without prompting the user. */
export function opensSilently(saved: SavedAccount, session: TextStore): boolean {
  if (saved.isSignedOut) return false;
  return saved.kind === 'key' || readCredentials(session, saved.address) !== null;
}
