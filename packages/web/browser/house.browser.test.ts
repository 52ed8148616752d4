/** Questions that the house makes: one of six answers and one of a number, asked, traded by range, decided by value. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flaws } from './looks.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { comeBack, operate } from './ways.ts';

const SIZES = [
  ['wide', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;
type Size = (typeof SIZES)[number][1];

describeInBrowser('house', () => {
  const on = openHouse();

  const next = (page: Page, step: string) => page.getByRole('button', { name: `Next: ${step}` }).click();

  /** Checks the page in all looks, and returns to its own. */
  async function expectFlawless(page: Page, size: Size): Promise<void> {
    expect(await flaws(page)).toEqual([]);
    await page.setViewportSize(size);
  }

  async function ask(page: Page, template: string, title: string): Promise<void> {
    await page.getByRole('button', { name: template, exact: true }).click();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Resolution source').fill('The statistics office');
    await page.getByLabel('Ends').fill('2030-12-31T12:00');
    await next(page, 'Markets');
  }

  /** Creates the event, and opens its page. */
  async function create(page: Page): Promise<void> {
    await next(page, 'Terms');
    await next(page, 'Preview');
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('heading', { name: /^Created: / }).waitFor();
    await page.getByRole('link', { name: 'See it as traders do' }).click();
    await page.getByText('makes this market and can lose at most $100.00.').waitFor();
  }

  test.each(SIZES)('house: a question of six answers has prices from the first minute (%s)', async (look, size) => {
    const page = await operate(on, '/new', size);
    await ask(page, 'One of several', `Which bay is cleanest (${look})?`);
    await page.getByLabel('Answers, one a line').fill('Alder\nBrant\nCoot\nDunlin\nEider\nOther');
    await page.getByText('The house can lose at most $100.00.').waitFor();
    const chances = page.getByRole('group', { name: 'Opening chances' });
    await chances.getByLabel('Alder').fill('50');
    await chances.getByLabel('Brant').fill('60');
    await next(page, 'Terms');
    await page.getByRole('alert').filter({ hasText: 'The chances add to 110%' }).waitFor();
    await chances.getByLabel('Brant').fill('');
    await expectFlawless(page, size);
    await create(page);
    const answer = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await answer('Alder').getByText('50%', { exact: true }).waitFor();
    await answer('Eider').getByText('10%', { exact: true }).waitFor();
    await expectFlawless(page, size);
    await answer('Alder').getByRole('link', { name: 'Alder', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Which bay is cleanest (${look})? Alder` }).waitFor();
    await page.getByText('makes this market and can lose at most $100.00.').waitFor();
    await page.getByRole('link', { name: 'The house' }).click();
    await page.getByRole('heading', { level: 1, name: 'House' }).waitFor();
    await page.getByText('Maker', { exact: true }).waitFor();
  });

  /** Asks for a number from 0 to 8 %, around 3 %; returns the address of its event. */
  async function askNumber(page: Page, title: string, size: Size): Promise<string> {
    await ask(page, 'Number', title);
    await page.getByLabel('From').fill('0');
    await page.getByLabel('To', { exact: true }).fill('8');
    await page.getByLabel('Step', { exact: true }).fill('1');
    await page.getByLabel('Unit (optional)').fill('%');
    await page.getByLabel('Opening chances').selectOption('Around a value');
    await page.getByLabel('Mean').fill('3');
    await page.getByLabel('Standard deviation').fill('1.5');
    await page.getByText('10 ranges: below 0 %, … 8 % or more.').waitFor();
    await expectFlawless(page, size);
    await create(page);
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  }

  test.each(SIZES)(
    'house: a number is asked for, traded by range, and decided by its value (%s)',
    async (look, size) => {
      const page = await operate(on, '/new', size);
      const slug = await askNumber(page, `Inflation (${look})`, size);
      const { page: trader } = await comeBack(on, `/event/${slug}`, size);
      const panel = trader.getByRole('region', { name: 'Distribution' });
      await panel.getByText('1.1 % – 4.9 %').waitFor();
      const table = panel.getByRole('table', { name: 'Chance of each answer' });
      expect(await table.getByRole('row').count()).toBe(11);
      const range = panel.getByRole('form', { name: 'Buy a range' });
      await range.getByLabel('From').selectOption('2 %');
      await range.getByLabel('To below').selectOption('5 %');
      await range.getByLabel('Shares of each answer').fill('2');
      await range.getByText('Limit orders here need at least 5 shares.').waitFor();
      await range.getByLabel('Shares of each answer').fill('20');
      await range.getByText(/^≈ \$16\.[0-9]{2}, at most/).waitFor();
      await expectFlawless(trader, size);
      await range.getByLabel('From').selectOption('No lower bound');
      await range.getByLabel('To below').selectOption('No upper bound');
      await range.getByText('Choose a part: one of all answers wins').waitFor();
      await range.getByLabel('From').selectOption('2 %');
      await range.getByLabel('To below').selectOption('5 %');
      const buy = range.getByRole('button', { name: 'Buy 3 answers' });
      await buy.click();
      await range.getByText(/^Bought 20 shares of each of 3 answers for \$16\./).waitFor();
      // The venue's answer, as if it had refused the second order.
      await trader.route('**/orders', async (route) => {
        const response = await route.fetch();
        const [first, second, ...others] = (await response.json()) as readonly object[];
        const refused = { ...second, success: false, errorMsg: 'no', code: 'insufficient_balance' };
        await route.fulfill({ response, json: [first, refused, ...others] });
      });
      await range.getByLabel('Shares of each answer').fill('5');
      await buy.click();
      const message = range.getByRole('alert');
      await message.getByText('3 to 4 %: not bought – Not enough cash').waitFor();
      await message.getByText('2 to 3 %: 5 shares').waitFor();

      await page.goto(on.venue.page(`/operate/events?event=${slug}`));
      await page.getByRole('button', { name: 'Resolve event…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Resolve event' });
      await dialog.getByLabel('Value').fill('3.4');
      await dialog.getByText('3 to 4 % wins.').waitFor();
      await dialog.getByText(/goes to 2 holders/).waitFor();
      await dialog.getByLabel('Hours for disputes').fill('0');
      await dialog.getByLabel('Type “3 to 4 %” to confirm').fill('3 to 4 %');
      await expectFlawless(page, size);
      await dialog.getByRole('button', { name: 'Resolve all and pay' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('region', { name: 'Result' }).getByText('3 to 4 % won.').waitFor();
      const won = trader.getByRole('main').getByRole('listitem').filter({ hasText: '3 to 4 %' });
      await won.getByText('Resolved: Yes').waitFor();

      // A copy has the same ranges and the same house.
      await page.getByRole('link', { name: 'Duplicate' }).click();
      await page.getByLabel('Ends').fill('2031-12-31T12:00');
      await next(page, 'Markets');
      await page.getByText('10 ranges: below 0 %, … 8 % or more.').waitFor();
      await page.getByText('The house can lose at most $100.00.').waitFor();
    },
  );
});
