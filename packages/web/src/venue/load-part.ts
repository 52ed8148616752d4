/**
 * Loads code-split parts of the page on demand. While the venue does not answer, loading waits, and the page shows that
 * the connection is lost. If the venue answers but a part is missing, the page is outdated, or the browser has cached
 * the failure, as Chromium does. The page is then reloaded once.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { VENUE_URL } from './client.ts';
import { untilWorthwhile } from './venue-back.ts';

const ASK_EVERY_MS = 1_000;
/** Attempts while the venue answers. A venue that has just come back may not serve everything at once. */
const TRIES = 3;
const RELOADED = 'bellwether.reloaded';
/** If a part is still missing this soon after a reload, the page is broken and shows the error. */
const RELOAD_AGAIN_MS = 60_000;

/** Loads a part, waiting for the venue if necessary. Rejects if the part is missing even after a reload. */
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

/** Reloads the page. Throws `missed`, the reason, if it was reloaded recently. */
function loadPageAgain(missed: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOAD_AGAIN_MS) throw missed;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise<never>(() => undefined);
}

/** Wraps a component that is loaded when first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }));
}

/** True if the venue answers at all, whatever the status. */
async function isVenueThere(): Promise<boolean> {
  try {
    await fetch(VENUE_URL, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
