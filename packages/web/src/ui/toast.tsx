/**
 * Toasts: short messages at the edge of the page, shown by `showToast({ … })`. They disappear by themselves, some seconds
 * after the user has next done something: who looks away misses none.
 */
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

const SHOWN_MAX = 4;
const SHOWN_MS = 6_000;
/** Signs of a user who is there. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

let toasts: readonly Toast[] = [];
let count = 0;
/** True while a toast waits for a sign of the user. */
let isAwaited = false;
const watchers = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const callback of watchers) callback();
}

export function showToast({
  tone = 'plain',
  ...rest
}: Omit<Toast, 'id' | 'tone'> & { readonly tone?: Toast['tone'] }): void {
  count += 1;
  const toast = { id: count, tone, ...rest };
  set([...toasts, toast].slice(-SHOWN_MAX));
  awaitSign();
}

/** Dismisses the toasts that are shown at the next sign of the user, `SHOWN_MS` later. One listener serves all toasts. */
function awaitSign(): void {
  if (isAwaited) return;
  isAwaited = true;
  const once = new AbortController();
  const seen = (): void => {
    once.abort();
    isAwaited = false;
    for (const { id } of toasts) setTimeout(() => dismissToast(id), SHOWN_MS);
  };
  for (const sign of SIGNS) addEventListener(sign, seen, { signal: once.signal, passive: true });
}

function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

function watch(callback: () => void): () => void {
  watchers.add(callback);
  return () => watchers.delete(callback);
}

/** Renders the toasts; used once, in the page's frame. */
export function Toasts() {
  const shown = useSyncExternalStore(watch, () => toasts);
  return (
    <section className='stack gap-2 toasts' aria-live='polite' aria-label='Messages'>
      {shown.map(({ id, title, text, tone }) => (
        <div key={id} className={classNames('gap-3 top pad flex rounded toast', `toast--${tone}`)}>
          <div className='toast__text'>
            <p className='bold'>{title}</p>
            {text !== undefined && <p className='small soft'>{text}</p>}
          </div>
          <Button kind='ghost' size='sm' icon aria-label='Dismiss' onClick={() => dismissToast(id)}>
            <Icon name='close' size={14} />
          </Button>
        </div>
      ))}
    </section>
  );
}
