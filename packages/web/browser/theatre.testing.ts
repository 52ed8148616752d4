/** A browser and a staged venue for all tests of a file: opened before the first of them, closed after the last. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Stage, setStage } from './stage.ts';
import { Venue } from './venue.ts';

export interface Theatre {
  readonly browser: Browser;
  readonly venue: Venue;
  readonly stage: Stage;
}

/** To be called within `describe`; what it returns can be used within its tests. */
export function openTheatre(): Theatre {
  const theatre: { browser?: Browser; venue?: Venue; stage?: Stage } = {};
  beforeAll(async () => {
    [theatre.browser, theatre.venue] = await Promise.all([launchChromium(), Venue.start()]);
    theatre.stage = await setStage(theatre.venue);
  });
  afterAll(async () => {
    await theatre.browser?.close();
    await theatre.venue?.stop();
  });
  return {
    get browser() {
      return opened(theatre.browser);
    },
    get venue() {
      return opened(theatre.venue);
    },
    get stage() {
      return opened(theatre.stage);
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the theatre opens before the first test');
  return part;
}
