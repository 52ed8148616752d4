/** Before the first browser test: builds the page, and starts the browser and the venue that all files share. */
import type { TestProject } from 'vitest/node';
import { findChromium, serveChromium, WITHOUT_CHROMIUM } from './chromium.ts';
import { ensurePage } from './page-build.ts';
import { OwnVenue } from './venue.ts';

/** Answers how to end them. Without Chromium it says so, and every file skips its tests. */
export async function setup(project: TestProject): Promise<(() => Promise<unknown>) | undefined> {
  if (findChromium() === null) {
    process.stderr.write(`browser tests ${WITHOUT_CHROMIUM}\n`);
    return undefined;
  }
  ensurePage();
  // Without limits of requests: how many files ask at the same time depends on the machine.
  const [browser, venue] = await Promise.all([serveChromium(), OwnVenue.start({ BELLWETHER_LIMITS: 'off' })]);
  project.provide('browser', browser.wsEndpoint());
  project.provide('venue', { url: venue.url, adminToken: venue.adminToken() });
  return () => Promise.all([browser.close(), venue.stop()]);
}
