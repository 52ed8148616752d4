/**
 * Parts of the page that are loaded when they are first shown. A venue that does not answer is waited for: the reader
 * keeps the page, which says that the connection is lost. A part that is missing although the venue answers went with an
 * older version of the page, or the browser remembers that it was missing, as Chromium does: the page is loaded again, once.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { VENUE_URL } from './client.ts';
import { untilWorthwhile } from './venue-back.ts';

const ASK_EVERY_MS = 1_000;
/** So often a part is asked for of a venue that answers: one that has just come back may not have everything at once. */
const TRIES = 3;
const RELOADED = 'bellwether.reloaded';
/** A page that still misses a part after it was loaded again is broken, and says so. */
const RELOAD_AGAIN_MS = 60_000;

/** Loads a part, however long the venue is away. Rejects for a part that even a new page does not have. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let missed = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      missed = (await isVenueThere()) ? missed + 1 : 0;
      if (missed === TRIES) return loadPageAgain(error);
    }
    await untilWorthwhile(ASK_EVERY_MS);
  }
}

/** `missed`: why. */
function loadPageAgain(missed: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOAD_AGAIN_MS) throw missed;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise<never>(() => undefined);
}

/** A component that is loaded when it is first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }));
}

/** Any answer is a sign of life. */
async function isVenueThere(): Promise<boolean> {
  try {
    await fetch(VENUE_URL, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
