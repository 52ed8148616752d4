/**
 * Fixtures for Vitest: `test('…', async ({ venue }) => …)`. A process serves all tests of a worker and closes by itself.
 * The folder of a failed test is kept, and the way to open it is printed.
 */
import { test as base, type TestAPI } from 'vitest';
import { startTestVenues, type TestSettings, type TestVenue, type TestVenueOptions, type TestVenues } from './index.ts';

export interface VenueFixtures {
  /** Contents of `venue`: `test.extend({ venueOptions: { scenario: 'whale' } })`. */
  venueOptions: TestVenueOptions;
  /** Settings of all venues: `test.extend({ venueSettings: [{ … }, { scope: 'worker' }] })`. */
  venueSettings: TestSettings;
  /** Opens more venues in the same process. */
  venues: TestVenues;
  /** A venue of the test's own. */
  venue: TestVenue;
}

export const test: TestAPI<VenueFixtures> = base.extend<VenueFixtures>({
  venueOptions: {},
  venueSettings: [{}, { scope: 'worker' }],
  venues: [
    async ({ venueSettings }, use) => {
      const venues = await startTestVenues(venueSettings);
      await use(venues).finally(() => venues.close());
    },
    { scope: 'worker' },
  ],
  venue: async ({ venues, venueOptions, task }, use) => {
    const venue = await venues.open({ keep: 'failed', ...venueOptions });
    await use(venue);
    await venue.close({ failed: task.result?.state === 'fail' });
  },
});
