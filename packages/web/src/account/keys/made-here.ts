/**
 * Addresses of the keys that were made in this browser, so that its list can say which. Their private keys are shown
 * once and kept nowhere.
 */
import { getText, keepText, type TextStore } from '../../venue/text-store.ts';

const ITEM = 'bellwether.keys-made';
/** Addresses kept, the newest: an account has at most as many keys. */
const KEPT_MAX = 100;

export function readMadeHere(store: TextStore): Set<string> {
  return new Set(getText(store, ITEM).split(' ').filter(Boolean));
}

export function addMadeHere(store: TextStore, address: string): void {
  const kept = [...readMadeHere(store).add(address)];
  keepText(store, ITEM, kept.slice(-KEPT_MAX).join(' '));
}

export function removeMadeHere(store: TextStore, address: string): void {
  const kept = [...readMadeHere(store)].filter((other) => other !== address);
  keepText(store, ITEM, kept.length === 0 ? null : kept.join(' '));
}
