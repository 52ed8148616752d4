/**
 * A person with a browser of their own. Everything that a page complains about (errors on the console, exceptions, what
 * the content security policy refused) is kept as trouble, so that a test can end with "there was none".
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';

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

const ACTION_LIMIT_MS = 120_000;
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
  const note = (kind: string, text: string): void => {
    if (expected?.test(text) !== true) troubles.push(`${new URL(page.url()).pathname}: ${kind}: ${text}`);
  };
  page.on('pageerror', (error) => note('exception', error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') note('console', `${message.text()} ${message.location().url}`);
  });
  return { page, troubles, close: () => context.close() };
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
