/** The session's API key in `sessionStorage`: a reload needs no new signature, and closing the tab drops the key. */
import type { Credentials } from '@bellwether/sdk';
import { getText, keepText, type TextStore } from '../venue/text-store.ts';
import { parseFields, type SavedAccount } from './saved-account.ts';

const itemOf = (address: string): string => `bellwether.session.${address}`;

export function readCredentials(store: TextStore, address: string): Credentials | null {
  const { apiKey, secret, passphrase } = parseFields(getText(store, itemOf(address)));
  if (typeof apiKey !== 'string' || typeof secret !== 'string' || typeof passphrase !== 'string') return null;
  return { apiKey, secret, passphrase };
}

/** Saves the credentials; null deletes them. Without storage they stay in memory, and the next page load signs again. */
export function writeCredentials(store: TextStore, address: string, credentials: Credentials | null): void {
  keepText(store, itemOf(address), credentials === null ? null : JSON.stringify(credentials));
}

/** True if the account can open without prompting the user. */
export function opensSilently(saved: SavedAccount, session: TextStore): boolean {
  if (saved.isSignedOut) return false;
  return saved.kind !== 'wallet' || readCredentials(session, saved.address) !== null;
}
