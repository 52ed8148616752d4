/** A browser and a venue, empty or staged, for all tests of a file: opened before the first of them, closed after the last. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Stage, setStage } from './stage.ts';
import { Venue } from './venue.ts';

export interface House {
  readonly browser: Browser;
  readonly venue: Venue;
}

export interface Theatre extends House {
  readonly stage: Stage;
}

/** To be called within `describe`; what it returns can be used within its tests. */
export function openHouse(): House {
  const house: { browser?: Browser; venue?: Venue } = {};
  beforeAll(async () => {
    [house.browser, house.venue] = await Promise.all([launchChromium(), Venue.start()]);
  });
  afterAll(async () => {
    await house.browser?.close();
    await house.venue?.stop();
  });
  return {
    get browser() {
      return opened(house.browser);
    },
    get venue() {
      return opened(house.venue);
    },
  };
}

/** The same with a stage that is set. */
export function openTheatre(): Theatre {
  const house = openHouse();
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await setStage(house.venue);
  });
  return {
    get browser() {
      return house.browser;
    },
    get venue() {
      return house.venue;
    },
    get stage() {
      return opened(stage);
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the theatre opens before the first test');
  return part;
}
