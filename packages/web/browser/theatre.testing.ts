/** The browser and the venue that all files share, or a venue for one file; empty, or with the file's own stage. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { findChromium } from './chromium.ts';
import { type Stage, setStage } from './stage.ts';
import { OwnVenue, Venue, type VenueSettings } from './venue.ts';
import { sendHome, takeTroubles } from './visitor.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser started by `global-setup.ts`. */
    browser: string;
    /** Address and admin token of the venue started there. It has default settings, but no rate limits. */
    venue: { readonly url: string; readonly adminToken: string };
  }
}

/** Declares the tests of a file; without Chromium they are skipped. */
export const describeInBrowser = describe.skipIf(findChromium() === null);

export interface House<Place extends Venue = Venue> {
  readonly browser: Browser;
  readonly venue: Place;
}

export interface Theatre<Place extends Venue = Venue> extends House<Place> {
  readonly stage: Stage;
}

/**
 * Opens the shared browser and venue. Must be called within `describe`; the parts are available in tests. Because the
 * venue is shared, tests may only change what they created.
 */
export const openHouse = (): House => openInto(openBrowser(), () => ({ venue: sharedVenue() }));

/** Returns the shared venue, for a file that also has its own. */
export const sharedVenue = (): Venue => new Venue(inject('venue'));

/** Like `openHouse`, with a venue for this file only, for tests that need other settings or change the whole venue. */
export function openOwnHouse(settings: () => VenueSettings | Promise<VenueSettings>): House<OwnVenue> {
  const house = openInto(openBrowser(), async () => ({ venue: await OwnVenue.start(await settings()) }));
  afterAll(() => house.venue?.stop());
  return house;
}

/** Opens a house with a stage. Its events are named after `place`, which must be unique among the files. */
export function openTheatre<Place extends Venue>(place: string, house: House<Place>): Theatre<Place>;
export function openTheatre(place: string): Theatre;
export function openTheatre(place: string, house: House = openHouse()): Theatre {
  return openInto(house, async () => ({ stage: await setStage(house.venue, place) }));
}

/**
 * Connects to the shared browser. Closes all windows after each test. A test fails if a page had an unexpected trouble;
 * the state of a failed test's windows is printed.
 */
export function openBrowser(): Pick<House, 'browser'> {
  const on = openInto({}, async () => ({ browser: await chromium.connect(inject('browser')) }));
  afterEach(async ({ task }) => {
    const troubles = takeTroubles();
    const told = await sendHome(on.browser, task.result?.state === 'fail' || troubles.length > 0);
    for (const state of told) process.stderr.write(`${task.name}: ${state}\n`);
    expect(troubles).toEqual([]);
  });
  afterAll(() => on.browser?.close());
  return on;
}

/** Adds parts that are opened before the first test. */
function openInto<Parts extends object, More extends object>(parts: Parts, open: () => More | Promise<More>) {
  beforeAll(async () => void Object.assign(parts, await open()));
  return parts as Parts & More;
}
