/** What the reader watches: kept in this browser and nowhere else, and the same in all of its tabs. */

export const WATCH_ITEM = 'bellwether.watched';
/** More than this is a list that no one looks at. */
export const WATCHED_MAX = 100;

/** A market by its slug, or a whole event. */
export interface Watched {
  readonly event: string;
  /** null for the event as such. */
  readonly market: string | null;
}

/** What was kept; anything that is none is left out. */
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

/** Whether something is watched: of an event (`market` null) any part counts. */
export function isWatching(list: readonly Watched[], { event, market }: Watched): boolean {
  return list.some((one) => one.event === event && (market === null || one.market === market));
}

/** The list with something added at its begin, or with it and, for an event, all its parts taken away. */
export function toggled(list: readonly Watched[], one: Watched): readonly Watched[] {
  if (!isWatching(list, one)) return [one, ...list].slice(0, WATCHED_MAX);
  return list.filter(({ event, market }) => event !== one.event || (one.market !== null && market !== one.market));
}

/** Slugs of the events in it, latest first. */
export function watchedEvents(list: readonly Watched[]): readonly string[] {
  return [...new Set(list.map(({ event }) => event))];
}
