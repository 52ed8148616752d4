/**
 * Fixture for `node:test`. A process serves all tests of a file and closes by itself. The folder of a failed test is
 * kept, and the way to open it is printed.
 */
import { after, type TestContext } from 'node:test';
import { startTestVenues, type TestSettings, type TestVenue, type TestVenueOptions, type TestVenues } from './index.ts';

/** Processes by their settings. */
const started = new Map<string, Promise<TestVenues>>();
after(async () => {
  for (const venues of started.values())
    await venues.then(
      (all) => all.close(),
      () => undefined,
    );
});

/** Opens a venue that closes with the test `t`. `settings`: environment variables, such as `BELLWETHER_PROFILE`. */
export async function venue(
  t: TestContext,
  options: TestVenueOptions = {},
  settings: TestSettings = {},
): Promise<TestVenue> {
  const key = JSON.stringify(settings);
  const starting = started.get(key) ?? startTestVenues(settings);
  started.set(key, starting);
  const opened = await (await starting).open({ keep: 'failed', ...options });
  t.after(() => opened.close({ failed: t.error !== null }));
  return opened;
}
