/**
 * Debian's Chromium under playwright-core's hand. Where there is none, what needs it is skipped with a message; under
 * `CI=true` that is an error. Nothing is ever downloaded.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

export type { Browser, CDPSession, Page } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** As playwright-core has them off, since only the last flag of this name counts; and the pages of the address bar. */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Every window loads these for itself, which is as much work as a page of the venue.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
const FLAGS = [
  `--disable-features=${FEATURES_OFF.join()}`,
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
  return chromium.launch(optionsWith(flags));
}

/** The same for other processes, which connect to its address. */
export function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ ...optionsWith([]), host: '127.0.0.1' });
}

function optionsWith(flags: readonly string[]) {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(WITHOUT_CHROMIUM);
  return { executablePath, args: [...FLAGS, ...flags] };
}
