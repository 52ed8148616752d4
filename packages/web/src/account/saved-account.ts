/**
 * The account saved on this device: a key that was made or imported here, a person's account with the key of this
 * device, or the browser wallet to ask. It is stored unencrypted in `localStorage`; the page says so wherever a key is
 * entered. It is never sent anywhere.
 */
import { getText, keepText, type TextStore } from '../venue/text-store.ts';

interface SavedBasics {
  /** Address of the account in lower case, as the venue writes addresses; the signer's, except for a device. */
  readonly address: string;
  /** Another wallet of the account that trades and holds the funds; null for the signer's own. */
  readonly tradesFrom: string | null;
  /** True after signing out: the account does not open until the user signs in again. */
  readonly isSignedOut: boolean;
}

export interface SavedKey extends SavedBasics {
  readonly kind: 'key';
  /** `0x` and 64 hex digits. */
  readonly privateKey: string;
}

/** A person's account. The key signs orders; the session's cookie gets the account's API key. */
export interface SavedDevice extends SavedBasics {
  readonly kind: 'device';
  readonly privateKey: string;
}

export interface SavedWallet extends SavedBasics {
  readonly kind: 'wallet';
  /** EIP-6963 id that identifies the wallet in this browser; empty for a plain `window.ethereum`. */
  readonly rdns: string;
  readonly name: string;
}

export type SavedAccount = SavedKey | SavedDevice | SavedWallet;

export const ACCOUNT_ITEM = 'bellwether.account';
const KEY = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Reads the saved account; null if there is none or it is unreadable. */
export function readSaved(store: TextStore): SavedAccount | null {
  const fields = parseFields(getText(store, ACCOUNT_ITEM));
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const address = text('address').toLowerCase();
  if (!ADDRESS.test(address)) return null;
  const tradesFrom = ADDRESS.test(text('tradesFrom')) ? text('tradesFrom') : null;
  const basics = { address, tradesFrom, isSignedOut: fields['isSignedOut'] === true };
  if (fields['kind'] === 'wallet') return { kind: 'wallet', rdns: text('rdns'), name: text('name'), ...basics };
  const privateKey = text('privateKey');
  if (!KEY.test(privateKey)) return null;
  return { kind: fields['kind'] === 'device' ? 'device' : 'key', privateKey, ...basics };
}

/** Saves the account. Returns false if storage is unavailable; the account then lasts only as long as the page. */
export const writeSaved = (store: TextStore, saved: SavedAccount): boolean =>
  keepText(store, ACCOUNT_ITEM, JSON.stringify(saved));

/** Removes the account. If storage is unavailable, nothing was saved in the first place. */
export const removeSaved = (store: TextStore): boolean => keepText(store, ACCOUNT_ITEM, null);

/** Parses a pasted private key, with or without `0x`, in any case; null if it is not one. */
export function readKeyText(text: string): string | null {
  const digits = text.trim().replace(/^0x/i, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? `0x${digits}` : null;
}

export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Parses the fields of a JSON object; returns an empty object for anything else. */
export function parseFields(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
