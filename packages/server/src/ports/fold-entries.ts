/**
 * Folds published entries into a view's state under the eyes of its observer. Whatever the observer does wrong, the fold
 * goes on: the view is what the venue answers from, its observer only tells others.
 */
import type { State } from '@bellwether/engine';
import type { ChainedEntry } from './journal-record.ts';
import type { EntryObserver } from './venue-view.ts';

/** Applies entries that became durable together with `apply`; without an observer that is all it does. */
export function foldEntries(
  state: State,
  entries: readonly ChainedEntry[],
  observer: EntryObserver | null,
  apply: (state: State, entry: ChainedEntry) => void,
): void {
  if (observer === null) {
    for (const entry of entries) apply(state, entry);
    return;
  }
  for (const entry of entries) {
    guarded(observer, () => observer.before(entry, state));
    apply(state, entry);
    guarded(observer, () => observer.after(entry, state));
  }
  guarded(observer, () => observer.published());
}

function guarded(observer: EntryObserver, observe: () => void): void {
  try {
    observe();
  } catch (error) {
    try {
      observer.failed(error);
    } catch {
      // There is nothing left to tell it to.
    }
  }
}
