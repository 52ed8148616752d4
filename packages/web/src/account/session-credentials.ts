/** The API key of the session: in `sessionStorage`, so that a reload needs no new signature and a closed tab forgets it. */
import type { Credentials } from '@bellwether/sdk';
import { getText, parseFields, type SavedAccount, type TextStore } from './saved-account.ts';

const itemOf = (address: string): string => `bellwether.session.${address.toLowerCase()}`;

export function readCredentials(store: TextStore, address: string): Credentials | null {
  const { apiKey, secret, passphrase } = parseFields(getText(store, itemOf(address)));
  if (typeof apiKey !== 'string' || typeof secret !== 'string' || typeof passphrase !== 'string') return null;
  return { apiKey, secret, passphrase };
}

/** Null forgets them. */
export function writeCredentials(store: TextStore, address: string, credentials: Credentials | null): void {
  try {
    if (credentials === null) store.removeItem(itemOf(address));
    else store.setItem(itemOf(address), JSON.stringify(credentials));
  } catch {
    // They stay in memory, and the next load of the page signs again.
  }
}

/** True when the account opens by itself, without asking the reader for anything. */
export function opensSilently(saved: SavedAccount, session: TextStore): boolean {
  if (saved.isSignedOut) return false;
  return saved.kind === 'key' || readCredentials(session, saved.address) !== null;
}
