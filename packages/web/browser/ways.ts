/** Actions of visitors shared by several tests, using the names shown on the page. */
import { randomBytes } from 'node:crypto';
import { createSigner } from '@bellwether/sdk';
import type { Browser, Page } from 'playwright-core';
import type { Venue } from './venue.ts';
import { type VisitorSettings, welcome } from './visitor.ts';

interface Place {
  readonly browser: Browser;
  readonly venue: Venue;
}

/** Opens a page of the venue in a new window. */
export async function visit({ browser, venue }: Place, path: string, settings?: VisitorSettings): Promise<Page> {
  const page = await welcome(browser, settings);
  await page.goto(venue.page(path));
  return page;
}

/** Opens a page in a new window that has an account, as after an earlier visit. */
export async function comeBack({ browser, venue }: Place, path: string, settings?: VisitorSettings) {
  const page = await welcome(browser, settings);
  const account = await bringAccount(page);
  await page.goto(venue.page(path));
  return { page, ...account };
}

/** Opens a section of the operator page in a new window. */
export async function operate({ browser, venue }: Place, section?: string, settings?: VisitorSettings): Promise<Page> {
  const page = await welcome(browser, settings);
  await enterOperate(page, venue, section);
  return page;
}

/** Creates a key as a newcomer does and signs in. Returns the account's address. */
export async function createAccount(page: Page, venue: Venue): Promise<string> {
  await page.goto(venue.page('/account'));
  await page.getByRole('button', { name: 'Create an account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your account is ready' });
  await dialog.getByText('play money to trade with').waitFor();
  await dialog.getByRole('button', { name: /Start trading|save it later/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  const saved = await page.evaluate(() => localStorage.getItem('bellwether.account') ?? '{}');
  return (JSON.parse(saved) as { address: string }).address;
}

/** Gives later pages a new key in storage, as after an earlier visit. They sign in with it by themselves. */
export async function bringAccount(page: Page): Promise<{ readonly address: string; readonly privateKey: string }> {
  const privateKey = `0x${randomBytes(32).toString('hex')}`;
  const { address } = createSigner(privateKey);
  const saved = JSON.stringify({ kind: 'key', privateKey, address, tradesFrom: null, isSignedOut: false });
  await page.addInitScript((text) => {
    const isPage = location.protocol === 'http:';
    if (isPage && localStorage.getItem('bellwether.account') === null) localStorage.setItem('bellwether.account', text);
  }, saved);
  return { address, privateKey };
}

/** Holds back the answers to a path, while the venue executes the requests. Returns a function that releases them. */
export async function holdAnswers(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  return resolve;
}

/** Opens a section of the operator page and enters the admin token. */
export async function enterOperate(page: Page, venue: Pick<Venue, 'page' | 'adminToken'>, section = ''): Promise<void> {
  await page.goto(venue.page(`/operate${section}`));
  await page.getByLabel('Admin token').fill(venue.adminToken());
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('navigation', { name: 'Sections of Operate' }).waitFor();
}

/** Follows a header link to one of the main pages and waits for the page. */
export async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Selects an option of a `Segmented` control. */
export async function choose(page: Page, group: string, option: string): Promise<void> {
  await page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click();
}

/** Returns one side of the ladder, best first, as `40¢ 90`, with ` mine` appended where the visitor has an order. */
export async function ladder(page: Page, side: 'Offers' | 'Bids'): Promise<readonly string[]> {
  const texts = await page.getByLabel(side, { exact: true }).getByRole('button').allTextContents();
  const rows = texts.map((text) => {
    const [, price = '?', shares = '?'] = /([0-9.]+¢)\s*([0-9.,KM]+)/.exec(text) ?? [];
    return `${price} ${shares}${/your order/i.test(text) ? ' mine' : ''}`;
  });
  return side === 'Offers' ? rows.reverse() : rows;
}

interface Order {
  readonly type: 'Market' | 'Limit';
  readonly outcome: string;
  /** Amount of a market order, in money. */
  readonly amount?: string;
  /** Quantity of a limit order in shares, and its price in cents. */
  readonly shares?: string;
  readonly cents?: string;
}

/** Opens the ticket for an outcome in a narrow window, where it is behind a bar at the bottom. */
export async function openTicket(page: Page, outcome: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Trade', exact: true })
    .getByRole('button', { name: `Buy ${outcome}` })
    .click();
  await page.getByRole('dialog').getByRole('radiogroup', { name: 'Side' }).waitFor();
}

export async function fillTicket(page: Page, { type, amount, shares, cents }: Order): Promise<void> {
  await choose(page, 'Order type', type);
  if (amount !== undefined) await page.getByLabel('Amount ($)').fill(amount);
  if (cents !== undefined) await page.getByLabel('Limit price (¢)').fill(cents);
  if (shares === undefined) return;
  await choose(page, 'Count in', 'Shares');
  await page.getByRole('textbox', { name: 'Shares' }).fill(shares);
}

/** Fills the ticket and buys. */
export async function buy(page: Page, order: Order): Promise<void> {
  await fillTicket(page, order);
  await page.getByRole('button', { name: `Buy ${order.outcome}`, exact: true }).click();
}
