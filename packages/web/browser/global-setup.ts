/** Global setup of the browser tests: builds the page, and starts the browser and the venue that all files share. */
import type { TestProject } from 'vitest/node';
import { findChromium, serveChromium, WITHOUT_CHROMIUM } from './chromium.ts';
import { ensurePage } from './page-build.ts';
import { OwnVenue } from './venue.ts';

/** Returns the teardown. Without Chromium it prints a message, and every file skips its tests. */
export async function setup(project: TestProject): Promise<(() => Promise<unknown>) | undefined> {
  if (findChromium() === null) {
    process.stderr.write(`browser tests ${WITHOUT_CHROMIUM}\n`);
    return undefined;
  }
  ensurePage();
  // Rate limits are off: the number of files that run in parallel depends on the machine.
  const [browser, venue] = await Promise.all([serveChromium(), OwnVenue.start({ BELLWETHER_LIMITS: 'off' })]);
  project.provide('browser', browser.wsEndpoint());
  project.provide('venue', { url: venue.url, adminToken: venue.adminToken() });
  return () => Promise.all([browser.close(), venue.stop()]);
}
