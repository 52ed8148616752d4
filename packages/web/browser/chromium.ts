/**
 * Launches the system's Chromium through playwright-core. Without Chromium, tests that need it are skipped with a
 * message; under `CI=true` that is an error. Nothing is ever downloaded.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

export type { Browser, CDPSession, Page } from 'playwright-core';

/** The headless shell has the same engine without a browser around it, and takes half of the work per page. */
const PATHS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
/**
 * The features that playwright-core disables, repeated here because only the last `--disable-features` flag counts,
 * plus the pages of the address bar.
 */
const FEATURES_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
  // Every window loads these, which costs as much as loading a page of the venue.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];
const FLAGS = [
  `--disable-features=${FEATURES_OFF.join()}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/**
 * Returns the browser's path; null if there is none. The variable CHROMIUM has precedence. Throws under `CI=true` if
 * there is no browser.
 */
export function findChromium(environment: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const named = environment['CHROMIUM'];
  const found = (named === undefined || named === '' ? PATHS : [named]).find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (environment['CI'] === 'true') throw new Error('no Chromium: apt-get install chromium, or name one in CHROMIUM');
  return null;
}

/** Message for skipped tests. */
export const WITHOUT_CHROMIUM = 'skipped: no Chromium here (apt-get install chromium, or name one in CHROMIUM)';

/** Starts a headless browser with additional `flags`. Throws if there is none. */
export const launchChromium = (flags: readonly string[] = []): Promise<Browser> => chromium.launch(optionsWith(flags));

/** Starts a headless browser that other processes connect to by its address. Throws if there is none. */
export const serveChromium = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...optionsWith([]), host: '127.0.0.1' });

function optionsWith(flags: readonly string[]) {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(WITHOUT_CHROMIUM);
  return { executablePath, args: [...FLAGS, ...flags] };
}
