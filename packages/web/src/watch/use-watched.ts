/** The watch list for components: one per page, kept in sync with other tabs. */
import { useSyncExternalStore } from 'react';
import { getText, keepText } from '../venue/text-store.ts';
import { readWatched, toggled, WATCH_ITEM, type Watched } from './watch-list.ts';

const callbacks = new Set<() => void>();
let kept: { readonly text: string | null; readonly list: readonly Watched[] } = { text: null, list: [] };

/** Returns the list. The array stays identical while the stored text is unchanged. */
function current(): readonly Watched[] {
  const text = getText(localStorage, WATCH_ITEM);
  if (text !== kept.text) kept = { text, list: readWatched(text) };
  return kept.list;
}

function subscribe(callback: () => void): () => void {
  callbacks.add(callback);
  window.addEventListener('storage', callback);
  return () => {
    callbacks.delete(callback);
    window.removeEventListener('storage', callback);
  };
}

export function useWatched(): readonly Watched[] {
  return useSyncExternalStore(subscribe, current);
}

/** Adds an item, or removes it. Does nothing if storage is unavailable. */
export function toggleWatched(one: Watched): void {
  keepText(localStorage, WATCH_ITEM, JSON.stringify(toggled(current(), one)));
  for (const callback of callbacks) callback();
}
