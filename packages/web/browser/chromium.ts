/**
 * Debian's Chromium under playwright-core's hand. Where there is none, what needs it is skipped with a message; under
 * `CI=true` that is an error. Nothing is ever downloaded.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

export type { Browser, CDPSession, Page } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where the browser is, the variable CHROMIUM first; null when there is none. Under `CI=true` throws instead. */
export function findChromium(environment: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const named = environment['CHROMIUM'];
  const found = (named === undefined || named === '' ? PATHS : [named]).find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (environment['CI'] === 'true') throw new Error('no Chromium: apt-get install chromium, or name one in CHROMIUM');
  return null;
}

/** What someone reads who has no browser. */
export const WITHOUT_CHROMIUM = 'skipped: no Chromium here (apt-get install chromium, or name one in CHROMIUM)';

/** Starts it without a window. `flags` come on top. Throws when there is none. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(WITHOUT_CHROMIUM);
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}
