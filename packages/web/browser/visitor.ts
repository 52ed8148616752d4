/**
 * A person with a browser of their own. Everything that a page complains about (errors on the console, exceptions, what
 * the content security policy refused) is kept as trouble, so that a test can end with "there was none"; a test that
 * fails says what each page showed, waited for and complained about.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

export interface VisitorSettings {
  readonly colours?: 'light' | 'dark';
  /** Of the window, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** How the browser writes numbers and dates; `en-US` without it. */
  readonly locale?: string;
  /** A screen that is touched. */
  readonly hasTouch?: boolean;
  /** Troubles that belong to what is tested. */
  readonly expected?: RegExp;
}

export interface Visitor {
  readonly page: Page;
  /** What went wrong so far, with the page's address. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

/** Addresses that a page waits for, and its troubles, expected ones too. */
interface Observed {
  readonly pending: Set<string>;
  readonly complaints: string[];
}

/** Against what hangs, as the limit of a poll is. */
const ACTION_LIMIT_MS = 600_000;
/** Of a page that is told about: how long what it shows may take, and how much of it is told. */
const TELLING_LIMIT_MS = 10_000;
const TOLD_LETTERS = 4_000;
const observed = new WeakMap<Page, Observed>();
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** Opens a window with empty storage. */
export async function welcome(browser: Browser, settings: VisitorSettings = {}): Promise<Visitor> {
  const { colours = 'light', width = 1280, height = 900, locale = 'en-US', hasTouch = false, expected } = settings;
  const context: BrowserContext = await browser.newContext({
    colorScheme: colours,
    viewport: { width, height },
    locale,
    hasTouch,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(ACTION_LIMIT_MS);
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  const page = await context.newPage();
  comeAlive(page);
  const troubles: string[] = [];
  const { complaints } = observe(page);
  const note = (kind: string, text: string): void => {
    const trouble = `${new URL(page.url()).pathname}: ${kind}: ${text}`;
    complaints.push(trouble);
    if (expected?.test(text) !== true) troubles.push(trouble);
  };
  page.on('pageerror', (error) => note('exception', error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') note('console', `${message.text()} ${message.location().url}`);
  });
  return { page, troubles, close: () => context.close() };
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

/** Closes all windows; where it `isToTell`, answers what stands in each. */
export async function sendHome(browser: Browser, isToTell: boolean): Promise<readonly string[]> {
  const contexts = browser.contexts();
  const pages = contexts.flatMap((context) => context.pages());
  const told = isToTell ? await Promise.all(pages.map(stateOf)) : [];
  // A request that a test would answer may be on its way.
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
 * Makes `goto` and `reload` wait for the page itself: what the venue has written into it for its first moment looks much the
 * same, and a test that counts what is there would count that. With `waitUntil: 'commit'` they do not wait.
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

/** Every page of the context believes that it is so much later. */
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
