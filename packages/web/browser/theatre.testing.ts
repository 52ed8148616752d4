/** The browser and the venue that all files share, or a venue of a file's own; empty, or with a stage of the file's own. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type Stage, setStage } from './stage.ts';
import { OwnVenue, Venue, type VenueSettings } from './venue.ts';
import { sendHome } from './visitor.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser that `global-setup.ts` has started. */
    browser: string;
    /** Likewise of the venue, with default settings but for the limits of requests, and its admin token. */
    venue: { readonly url: string; readonly adminToken: string };
  }
}

export interface House<Place extends Venue = Venue> {
  readonly browser: Browser;
  readonly venue: Place;
}

export interface Theatre<Place extends Venue = Venue> extends House<Place> {
  readonly stage: Stage;
}

/** To be called within `describe`; its parts are there within tests. The venue is everyone's: what a test changes is its own. */
export function openHouse(): House {
  const open = openBrowser();
  return {
    get browser() {
      return open.browser;
    },
    get venue() {
      return sharedVenue();
    },
  };
}

/** Everyone's venue, for a file that has one of its own as well. */
export function sharedVenue(): Venue {
  return new Venue(inject('venue'));
}

/** The same with a venue for this file alone, where its settings have to differ or its tests change the whole of it. */
export function openOwnHouse(settings: () => VenueSettings | Promise<VenueSettings>): House<OwnVenue> {
  const open = openBrowser();
  let venue: OwnVenue | undefined;
  beforeAll(async () => {
    venue = await OwnVenue.start(await settings());
  });
  afterAll(() => venue?.stop());
  return {
    get browser() {
      return open.browser;
    },
    get venue() {
      return opened(venue);
    },
  };
}

/** A house with a stage, whose events are named after a place: no other file has the same. */
export function openTheatre<Place extends Venue>(place: string, house: House<Place>): Theatre<Place>;
export function openTheatre(place: string): Theatre;
export function openTheatre(place: string, house: House = openHouse()): Theatre {
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await setStage(house.venue, place);
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

/** After each test its windows are closed; of a test that failed they are described before. */
export function openBrowser(): Pick<House, 'browser'> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterEach(async ({ task }) => {
    const told = await sendHome(opened(browser), task.result?.state === 'fail');
    for (const state of told) process.stderr.write(`${task.name}: ${state}\n`);
  });
  afterAll(() => browser?.close());
  return {
    get browser() {
      return opened(browser);
    },
  };
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the theatre opens before the first test');
  return part;
}
