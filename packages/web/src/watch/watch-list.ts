/** The user's watch list. It is stored in this browser only and shared by all its tabs. */

export const WATCH_ITEM = 'bellwether.watched';
export const WATCHED_MAX = 100;

/** A market by its slug, or a whole event. */
export interface Watched {
  readonly event: string;
  /** Slug of the market; null for the event itself. */
  readonly market: string | null;
}

export function readWatched(text: string | null): readonly Watched[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.filter(isWatched).slice(0, WATCHED_MAX);
}

function isWatched(value: unknown): value is Watched {
  if (typeof value !== 'object' || value === null) return false;
  const { event, market } = value as Record<string, unknown>;
  return typeof event === 'string' && event !== '' && (market === null || typeof market === 'string');
}

/** True if the item is watched. An event (`market` null) counts as watched if any of its markets is. */
export function isWatching(list: readonly Watched[], { event, market }: Watched): boolean {
  return list.some((one) => one.event === event && (market === null || one.market === market));
}

/** Returns the list with the item prepended, or removed if it was watched; an event is removed with its markets. */
export function toggled(list: readonly Watched[], one: Watched): readonly Watched[] {
  if (!isWatching(list, one)) return [one, ...list].slice(0, WATCHED_MAX);
  return list.filter(({ event, market }) => event !== one.event || (one.market !== null && market !== one.market));
}

export function watchedEvents(list: readonly Watched[]): readonly string[] {
  return [...new Set(list.map(({ event }) => event))];
}
