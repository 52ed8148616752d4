/** Button that watches and unwatches a market or an event. */
import { useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { getText, keepText } from '../venue/text-store.ts';
import { isWatching, readWatched, toggled, WATCH_ITEM, type Watched } from './watch-list.ts';
import './watch.css';

interface WatchButtonProps {
  readonly event: string;
  /** Slug of the market; undefined for the whole event. */
  readonly market?: string;
  readonly title: string;
  /** True to show the label beside the star. */
  readonly isNamed?: boolean;
}

export function WatchButton({ event, market, title, isNamed = false }: WatchButtonProps) {
  const one = { event, market: market ?? null };
  const isOn = isWatching(useWatched(), one);
  return (
    <Button
      kind={isNamed ? 'secondary' : 'ghost'}
      size='sm'
      icon={!isNamed}
      className='watch-button'
      aria-pressed={isOn}
      aria-label={`Watch: ${title}`}
      title={isOn ? 'Watched on this device' : 'Watch on this device'}
      onClick={() => toggleWatched(one)}
    >
      <Icon name='star' size={16} />
      {isNamed && (isOn ? 'Watched' : 'Watch')}
    </Button>
  );
}

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

/** The watch list for components: one per page, kept in sync with other tabs. */
export function useWatched(): readonly Watched[] {
  return useSyncExternalStore(subscribe, current);
}

/** Adds an item, or removes it. Does nothing if storage is unavailable. */
function toggleWatched(one: Watched): void {
  keepText(localStorage, WATCH_ITEM, JSON.stringify(toggled(current(), one)));
  for (const callback of callbacks) callback();
}
