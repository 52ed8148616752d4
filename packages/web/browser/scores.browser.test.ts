/** Scores on the page: the leaderboard’s orders, calibration, and how good the forecasts of a decided event were. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flaws } from './looks.ts';
import { newTrader } from './stage.ts';
import { describeInBrowser, openOwnHouse } from './theatre.testing.ts';
import { SANDBOX } from './venue.ts';
import { welcome } from './visitor.ts';

const QUESTIONS = 5;

describeInBrowser('scores', () => {
  const on = openOwnHouse(() => SANDBOX);

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  test('scores: total value first, accuracy, calibration by tag and person, and how a question went', async () => {
    const operator = on.venue.asOperator();
    const [seer, other] = [newTrader(on.venue), newTrader(on.venue)];
    await Promise.all([seer.auth.credentials(), other.auth.credentials()]);
    const { slug: tag = '' } = await operator.admin.addTag({ label: 'Harbour' });
    const add = (title: string) =>
      operator.admin.addEvent({
        title,
        tags: [tag],
        markets: [{ question: `${title}?`, orderPriceMinTickSize: 0.01 }],
      });
    const events = [];
    for (let index = 0; index < QUESTIONS; index += 1) events.push(await add(`Will boat ${index} come back`));
    const markets = events.flatMap((event) => event.markets);
    for (const { clobTokenIds } of markets) {
      const [yes = '', no = ''] = JSON.parse(clobTokenIds) as readonly string[];
      await other.orders.place({ tokenId: no, side: 'BUY', price: '0.2', size: '10' });
      await seer.orders.place({ tokenId: yes, side: 'BUY', price: '0.8', size: '10' });
    }
    await operator.sandbox.advance('2h');
    for (const [index, { conditionId }] of markets.entries())
      await operator.admin.resolve(conditionId, { payouts: index === 0 ? ['0', '1'] : ['1', '0'] });

    const page = await welcome(on.browser, { width: 390 });
    await page.goto(on.venue.page('/leaderboard'));
    const board = page.getByRole('region', { name: 'Traders, best first' });
    await board.getByRole('columnheader', { name: 'Total value' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Total value' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Today' }).count()).toBe(0);
    await page.getByText('Accuracy', { exact: true }).click();
    // Four came true at 80%, one did not: the mean of four times 0.04 and of 0.64.
    await board.getByText('0.16', { exact: true }).nth(1).waitFor();
    const right = panel(page, 'How often we were right');
    await right.getByLabel('Questions').selectOption('Harbour');
    const bin = right.getByRole('row').filter({ hasText: '80%–90%' });
    await bin.waitFor();
    expect(await bin.getByRole('cell').allTextContents()).toEqual(['80%–90%', '80%', '80%', '5']);
    await right.getByText('0.16', { exact: true }).first().waitFor();
    expect(await flaws(page)).toEqual([]);

    await page.goto(on.venue.page(`/profile/${seer.account.address}`));
    await page.getByRole('tab', { name: 'Calibration' }).click();
    await page.getByRole('row').filter({ hasText: '80%–90%' }).getByText('5').waitFor();
    expect(await flaws(page)).toEqual([]);

    await page.goto(on.venue.page(`/event/${events[1]?.slug ?? ''}`));
    const question = panel(page, 'How were we doing?');
    await question.getByRole('row').nth(2).waitFor();
    const facts = await question.locator('dt, dd').allTextContents();
    expect(facts.slice(0, 8)).toEqual([
      'Outcome',
      '100%',
      'Brier score',
      '0.04',
      'Log score',
      '0.223',
      'An hour before',
      '80%',
    ]);
    expect(await flaws(page)).toEqual([]);
  });
});
