/**
 * What this device remembers of its account: a key that was made or imported here, or which browser wallet to ask. It
 * stands in `localStorage` as it is, which the page says wherever a key comes in. Nothing of it is ever sent.
 */

interface SavedBasics {
  /** Address that signs, checksummed. */
  readonly address: string;
  /** Another wallet of the account that pays and holds; null for the signer's own. */
  readonly tradesFrom: string | null;
  /** Signed out: nothing happens until the reader signs in again. */
  readonly isSignedOut: boolean;
}

export interface SavedKey extends SavedBasics {
  readonly kind: 'key';
  /** `0x` and 64 hex digits. */
  readonly privateKey: string;
}

export interface SavedWallet extends SavedBasics {
  readonly kind: 'wallet';
  /** By which the wallet is found again among the browser's; empty for one that only is `window.ethereum`. */
  readonly rdns: string;
  readonly name: string;
}

export type SavedAccount = SavedKey | SavedWallet;

/** Of the platform's storages, as far as it is used here. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const ACCOUNT_ITEM = 'bellwether.account';
const KEY = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** null when there is none, or none that can be read. */
export function readSaved(store: TextStore): SavedAccount | null {
  const fields = parseFields(getText(store, ACCOUNT_ITEM));
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const address = text('address');
  if (!ADDRESS.test(address)) return null;
  const tradesFrom = ADDRESS.test(text('tradesFrom')) ? text('tradesFrom') : null;
  const basics = { address, tradesFrom, isSignedOut: fields['isSignedOut'] === true };
  if (fields['kind'] === 'wallet') return { kind: 'wallet', rdns: text('rdns'), name: text('name'), ...basics };
  const privateKey = text('privateKey');
  return KEY.test(privateKey) ? { kind: 'key', privateKey, ...basics } : null;
}

/** False when the browser keeps nothing: the account lasts as long as the page then. */
export function writeSaved(store: TextStore, saved: SavedAccount): boolean {
  try {
    store.setItem(ACCOUNT_ITEM, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}

export function removeSaved(store: TextStore): void {
  try {
    store.removeItem(ACCOUNT_ITEM);
  } catch {
    // What cannot be written cannot be there.
  }
}

/** The key in a text that someone pasted: with or without `0x`, in any case; null for anything else. */
export function readKeyText(text: string): string | null {
  const digits = text.trim().replace(/^0x/i, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? `0x${digits}` : null;
}

/** A new key from the browser's source of randomness. */
export function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export function getText(store: TextStore, name: string): string {
  try {
    return store.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** The fields of a JSON object; none for anything else. */
export function parseFields(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
