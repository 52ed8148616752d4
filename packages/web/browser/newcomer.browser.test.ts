/** The path of a first-time visitor, from opening the page to a portfolio. */
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MARKUP_COMMENT } from './stage.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { buy, comeBack, fillTicket, holdAnswers, ladder, visit } from './ways.ts';

describeInBrowser('newcomer', () => {
  const on = openTheatre('Alder Island');

  /** Starts at the venue's root address and creates an account, with the key saved to a file. */
  async function begin(page: Page): Promise<void> {
    await page.goto(on.venue.url);
    await page.waitForURL(on.venue.page('/'));
    await page.getByRole('banner').getByRole('link', { name: 'Start trading' }).click();
    await page.getByRole('button', { name: 'Create an account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your account is ready' });
    await dialog.getByText('You have $10,000.00 of play money to trade with.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await text(await download.createReadStream())).toMatch(/Private key: 0x[0-9a-f]{64}/);
    await dialog.getByRole('button', { name: 'Start trading' }).click();
    await page.getByRole('link', { name: 'Account, cash: $10,000.00' }).waitFor();
  }

  /** Finds the market through the search in the header, using only the keyboard. */
  async function findMarket(page: Page): Promise<void> {
    await page.keyboard.press('/');
    await page.keyboard.type('ferry to alder');
    // The first of them: suggestions for half of the words may have it further down.
    await page.getByRole('option').first().filter({ hasText: on.stage.ferry.title }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Alder Island' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: on.stage.ferry.question, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: on.stage.ferry.question }).waitFor();
  }

  async function discuss(page: Page): Promise<void> {
    await page.getByLabel('Write a comment').fill('I took the last one, it was full.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const own = page.getByRole('listitem').filter({ hasText: 'I took the last one' }).first();
    await own.getByRole('button', { name: 'Reply' }).click();
    await own.getByLabel(/^Reply to/).fill('With <b>bicycles</b> & dogs');
    await own.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await own.getByRole('listitem').getByText('With <b>bicycles</b> & dogs', { exact: true }).waitFor();
  }

  test('newcomer: on a phone, the ways to save a new key fill the width of its field', async () => {
    const page = await welcome(on.browser, { width: 390, height: 780 });
    await page.goto(on.venue.page('/account'));
    await page.getByRole('button', { name: 'Create an account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your account is ready' });
    const boxOf = async (place: Locator) => {
      const box = await place.boundingBox();
      return [Math.round(box?.x ?? 0), Math.round((box?.x ?? 0) + (box?.width ?? 0))];
    };
    const [left, right] = await boxOf(dialog.getByLabel('Private key'));
    expect((await boxOf(dialog.getByRole('button', { name: 'Show' })))[0]).toBe(left);
    expect((await boxOf(dialog.getByRole('button', { name: 'Download' })))[1]).toBe(right);
  });

  test('newcomer: opens the page, makes a key, searches, trades, cancels, comments and finds it all in the portfolio [W22]', async () => {
    const page = await welcome(on.browser);
    await begin(page);
    await findMarket(page);

    await buy(page, { type: 'Market', outcome: 'Yes', amount: '21' });
    await page.getByText('Bought 50 shares for $21.00, 42¢ each').waitFor();
    await expect.poll(() => ladder(page, 'Offers')).toEqual(['42¢ 25', '43¢ 200', '44¢ 300']);

    await buy(page, { type: 'Limit', outcome: 'Yes', cents: '30', shares: '10' });
    await page.getByText('Order placed').waitFor();
    await expect.poll(() => ladder(page, 'Bids')).toContain('30¢ 10 mine');
    await page.getByRole('button', { name: 'Cancel: Buy 10 Yes at 30¢' }).click();
    await expect.poll(() => ladder(page, 'Bids')).toEqual(['40¢ 90', '39¢ 200', '38¢ 300']);

    await discuss(page);

    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Portfolio' }).click();
    const position = page
      .getByRole('table', { name: 'Open positions' })
      .getByRole('row')
      .filter({ hasText: on.stage.ferry.question });
    await position.getByText('50', { exact: true }).waitFor();
  });

  test('search: the selected suggestion stays selected when newer suggestions have it in another place', async () => {
    const page = await visit(on, '/');
    const held = Promise.withResolvers<void>();
    await page.route('**/public-search?*regatta*', async (route) => {
      await held.promise;
      await route.continue();
    });
    // At once, because a slow hand's pauses are searches of their own.
    const words = page.getByRole('combobox', { name: 'Search markets' });
    await words.fill('alder island');
    const options = page.getByRole('option');
    const regatta = options.filter({ hasText: on.stage.race.title });
    await regatta.waitFor();
    await words.fill('alder island regatta');
    for (let step = 0; step < 4 && (await regatta.getAttribute('aria-selected')) !== 'true'; step += 1)
      await page.keyboard.press('ArrowDown');
    held.resolve();
    await expect.poll(() => options.count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: on.stage.race.title }).waitFor();
  });

  test('ticket: a double click places one order', async () => {
    const { page } = await comeBack(on, `/market/${on.stage.race.markets[1]?.slug}`);
    await fillTicket(page, { type: 'Limit', outcome: 'Yes', cents: '20', shares: '7' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).dblclick();
    // The ticket is frozen meanwhile, so the second click hits nothing else.
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('A');
    await page.getByText('Order placed').waitFor();
    await page.getByRole('button', { name: 'Enter shares' }).waitFor();
    await expect.poll(() => ladder(page, 'Bids')).toContain('20¢ 7 mine');
    const book = await on.stage.maker.books.get(on.stage.race.markets[1]?.tokenIds[0] ?? '');
    expect(book.bids.find(({ price }) => price === '0.2')).toEqual({ price: '0.2', size: '7' });
  });

  test('ticket: what was changed while an order is under way stays when it is placed', async () => {
    const { page } = await comeBack(on, `/market/${on.stage.race.markets[1]?.slug}`);
    const letGo = await holdAnswers(page, '**/order');
    await buy(page, { type: 'Limit', outcome: 'Yes', cents: '19', shares: '7' });
    await page.getByRole('button', { name: 'Waiting for the venue…' }).waitFor();
    await page.getByRole('textbox', { name: 'Shares' }).fill('9');
    letGo();
    await page.getByText('Order placed').waitFor();
    await page.locator('.ticket [aria-busy="true"]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await expect.poll(() => ladder(page, 'Bids')).toContain('19¢ 16 mine');
  });

  test('ticket: an order whose answer is lost is placed once [W23]', async () => {
    const { page } = await comeBack(on, `/market/${on.stage.race.markets[2]?.slug}`, { expected: /net::ERR_/ });
    let arrivals = 0;
    await page.route('**/order', async (route) => {
      arrivals += 1;
      if (arrivals > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await buy(page, { type: 'Limit', outcome: 'Yes', cents: '20', shares: '7' });
    await page.getByText('Order placed').waitFor();
    const book = await on.stage.maker.books.get(on.stage.race.markets[2]?.tokenIds[0] ?? '');
    expect(book.bids.find(({ price }) => price === '0.2')).toEqual({ price: '0.2', size: '7' });
    expect(arrivals).toBeGreaterThan(1);
  });

  test('comments: markup is shown as it was written and does nothing [W28]', async () => {
    const page = await visit(on, `/market/${on.stage.ferry.slug}`);
    await page.getByText(MARKUP_COMMENT, { exact: true }).waitFor();
    expect(await page.title()).toContain('ferry');
    expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
  });
});
