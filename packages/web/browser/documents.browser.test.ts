/** The documents in a browser: from a venue, and as files on a disk without one. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Page } from './chromium.ts';
import { PAGE_FOLDER } from './page-build.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';

const FILES = pathToFileURL(join(PAGE_FOLDER, 'docs/')).href;

/** Searches by keyboard from the open page, and opens the second hit. */
async function search(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type('verify the ledger');
  const bar = page.getByRole('banner');
  const hits = bar.getByRole('option');
  await hits.first().waitFor();
  expect(await bar.getByRole('status').textContent()).toMatch(/^\d+ hits$/);
  expect(await hits.first().locator('mark').count()).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  expect(await hits.nth(1).getAttribute('aria-selected')).toBe('true');
  const address = await hits.nth(1).getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL(address ?? '');
  await page.locator('article h1').waitFor();
}

async function findNothing(page: Page): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search the documentation' });
  await box.fill('xylophone');
  await page.getByText('No page has “xylophone”.').waitFor();
  // Words of the code are found with the signs around them.
  await box.fill('venue=http');
  await page.getByRole('banner').getByRole('option').first().waitFor();
  await box.press('Escape');
  expect(await page.getByRole('banner').getByRole('option').first().isVisible()).toBe(false);
}

describeInBrowser('documents', () => {
  const on = openHouse();

  test('documents: from the API of a venue a search leads to a page, and its links to the venue’s API [V13]', async () => {
    const page = await welcome(on.browser);
    await page.goto(`${on.venue.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await search(page);
    await findNothing(page);
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await page.waitForURL(`${on.venue.url}/docs`);
    await page.goto(`${on.venue.url}/docs/reference/api.html#/Orders/placeOrder`);
    await page.getByText('Needs the five headers of an API key').first().waitFor();
    // Swagger UI reads all of a newer description again for each operation, and takes seconds for that.
    expect(await page.locator('.version-stamp').last().textContent()).toBe('OAS 3.0');
  });

  test('documents: from files on a disk the same, and nothing is missing', async () => {
    const page = await welcome(on.browser);
    await page.goto(`${FILES}index.html`);
    await search(page);
    await findNothing(page);
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await page.waitForURL(`${FILES}reference/api.html`);
    await page.getByRole('heading', { name: 'POST /order Link' }).waitFor();
    const missing = await page.evaluate(
      () => document.images.length - [...document.images].filter((each) => each.naturalWidth > 0).length,
    );
    expect(missing).toBe(0);
  });

  test('documents: on a narrow screen nothing sticks out, and the list of pages opens without a script', async () => {
    const context = await on.browser.newContext({ viewport: { width: 360, height: 640 }, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ['start/first-bot', 'reference/settings', 'reference/compatibility']) {
      await page.goto(`${on.venue.url}/docs/${path}`);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
    }
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Pages' }).click();
    await pages.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });
});
