/**
 * A visitor with a separate browser context. Everything a page complains about is recorded as trouble: console errors,
 * exceptions and content security policy violations. A test fails if there was any that it does not expect, and then
 * prints what each page showed, waited for and complained about.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

export interface VisitorSettings {
  readonly colours?: 'light' | 'dark';
  /** Window size in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Locale for numbers and dates; `en-US` by default. */
  readonly locale?: string;
  /** True for a touch screen. */
  readonly hasTouch?: boolean;
  /** Troubles that do not fail the test. */
  readonly expected?: RegExp;
}

/** Requests that a page waits for, and all its troubles, including expected ones. */
interface Observed {
  readonly pending: Set<string>;
  readonly complaints: string[];
}

/** Timeout against hanging tests, as long as that of a poll. */
const ACTION_LIMIT_MS = 600_000;
/** Limits for describing a page: the time for its snapshot, and the snapshot's length in characters. */
const TELLING_LIMIT_MS = 10_000;
const TOLD_LETTERS = 4_000;
/** A venue on a busy machine refuses requests for a moment, and the page asks again. */
const BUSY = /status of (?:408|503) \(/;
const observed = new WeakMap<Page, Observed>();
/** Unexpected troubles of all visitors, each with the page's path. */
let troubles: string[] = [];
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** Opens a window with empty storage. */
export async function welcome(browser: Browser, settings: VisitorSettings = {}): Promise<Page> {
  const { colours = 'light', width = 1280, height = 900, locale = 'en-US', hasTouch = false, expected } = settings;
  const context: BrowserContext = await browser.newContext({
    ...{ colorScheme: colours, viewport: { width, height }, locale, hasTouch },
    ...{ timezoneId: 'UTC', reducedMotion: 'reduce' },
  });
  context.setDefaultTimeout(ACTION_LIMIT_MS);
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  const page = await context.newPage();
  comeAlive(page);
  const { complaints } = observe(page);
  const note = (kind: string, text: string): void => {
    const trouble = `${new URL(page.url()).pathname}: ${kind}: ${text}`;
    complaints.push(trouble);
    if (expected?.test(text) !== true && !BUSY.test(text)) troubles.push(trouble);
  };
  page.on('pageerror', (error) => note('exception', error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') note('console', `${message.text()} ${message.location().url}`);
  });
  return page;
}

/** Returns the unexpected troubles since the last call. */
export function takeTroubles(): readonly string[] {
  const taken = troubles;
  troubles = [];
  return taken;
}

function observe(page: Page): Observed {
  const found: Observed = { pending: new Set(), complaints: [] };
  observed.set(page, found);
  const nameOf = (request: Request): string => `${request.method()} ${request.url()}`;
  const forget = (request: Request): boolean => found.pending.delete(nameOf(request));
  page.on('request', (request) => found.pending.add(nameOf(request)));
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  return found;
}

/** Closes all windows. If `isToTell`, returns a description of each. */
export async function sendHome(browser: Browser, isToTell: boolean): Promise<readonly string[]> {
  const contexts = browser.contexts();
  const pages = contexts.flatMap((context) => context.pages());
  const told = isToTell ? await Promise.all(pages.map(stateOf)) : [];
  // A request with a route handler of the test may still be in flight.
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(contexts.map((context) => context.close()));
  return told;
}

async function stateOf(page: Page): Promise<string> {
  const { pending = [], complaints = [] } = observed.get(page) ?? {};
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: TELLING_LIMIT_MS })
    .catch((error: Error) => error.message);
  const lines = [`at ${page.url()}`, ...complaints, ...[...pending].map((request) => `waits for ${request}`)];
  return `${lines.join('\n  ')}\n${shown.slice(0, TOLD_LETTERS).replace(/^/gm, '  | ')}`;
}

/**
 * Makes `goto` and `reload` wait until the page has replaced the server-rendered first view. That view looks much the
 * same, and a test that counts elements would count its elements. With `waitUntil: 'commit'` they do not wait.
 */
function comeAlive(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const isAlive = () => page.locator('[data-first-view]').waitFor({ state: 'detached' });
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await isAlive();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await isAlive();
    return response;
  };
}

/** Shifts the clock of every page of the context by `offMs`. */
export async function setWrong(context: BrowserContext, offMs: number): Promise<void> {
  await context.addInitScript((off) => {
    const Right = Date;
    class WrongDate extends Right {
      constructor(...given: ConstructorParameters<typeof Date> | []) {
        super(...((given.length === 0 ? [Right.now() + off] : given) as ConstructorParameters<typeof Date>));
      }
      static override now(): number {
        return Right.now() + off;
      }
    }
    globalThis.Date = WrongDate as DateConstructor;
  }, offMs);
}
