/**
 * The money walk: accounts for every millionth of an account's money on a market with a fee. It follows ticket,
 * receipt, hold, history, portfolio and leaderboard, and the rows of the history add up to the cash.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addFeeMarket } from './fee-market.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { choose, comeBack, fillTicket, follow } from './ways.ts';

/** Returns the terms and values of a definition list. */
const linesOf = (page: Page, list: string): Promise<Record<string, string>> =>
  page
    .locator(`${list} > div`)
    .evaluateAll((lines) =>
      Object.fromEntries(
        lines.map((line) => [
          line.querySelector('dt')?.textContent?.trim() ?? '',
          (line.querySelector('dd')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
        ]),
      ),
    );
const ticket = (page: Page) => linesOf(page, '.ticket__summary dl');
const statement = (page: Page) => linesOf(page, '.statement__lines');

const historyLines = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('list', { name: 'History' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const text = (selector: string): string => row.querySelector(selector)?.textContent?.trim() ?? '';
        return `${text('.history__text p')} | ${text('.history__side strong')} | ${/cash ([^ ]+)/.exec(text('.history__after > span'))?.[1] ?? ''}`;
      }),
    );

describeInBrowser('money walk', () => {
  const on = openTheatre('Ruff Marsh');

  test('money: fees to the millionth in ticket, receipt, hold, history, portfolio and leaderboard; the cash adds up [Z1 W31]', async () => {
    // Fee rate 10%: Yes bid at 40 and offered at 42, 200 each.
    const market = await addFeeMarket(on.venue, 'Will the weir hold this winter?');
    const { page, address } = await comeBack(on, `/market/${market.slug}`);
    await page.getByText('Taker fee 10% × price × (1 − price), at most 2.5¢ a share').waitFor();

    // Takes 33.33 at 42¢: 13.9986 plus a fee of 33.33 × 0.1 × 0.42 × 0.58 = 0.8119188, rounded half up to 0.81192.
    await fillTicket(page, { type: 'Limit', outcome: 'Yes', cents: '42', shares: '33.33' });
    const taken = { 'Trades at once': '33.33 shares', 'Fee, rate 10%': '$0.81192', 'You pay': '$14.81052' };
    await expect.poll(() => ticket(page)).toMatchObject({ ...taken, 'If Yes wins': '$33.33 (+$18.51)' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    const receipt = page.locator('.ticket__message--good');
    await receipt.getByText('Bought 33.33 shares for $13.9986, 42¢ each').waitFor();
    await receipt.getByText('Fee $0.81192: you paid $14.81052 in all.').waitFor();

    // A resting order holds its cost and the highest fee: 3 and 10 × 0.1 × 0.3 × 0.7.
    await page.getByRole('button', { name: 'Enter shares' }).waitFor();
    await fillTicket(page, { type: 'Limit', outcome: 'Yes', cents: '30', shares: '10' });
    const rests = { 'Rests in the book': '10 at 30¢', 'Fee, rate 10%': '$0.00', 'You pay at most': '$3.00' };
    await expect.poll(() => ticket(page)).toMatchObject({ ...rests, 'Held while it rests': '$3.21' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await page.getByText('Order placed.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Holds $3.21' }).waitFor();

    // Sells 10 at 40¢: 4 minus 10 × 0.1 × 0.4 × 0.6.
    await choose(page, 'Side', 'Sell');
    await choose(page, 'Order type', 'Market');
    await page.getByRole('textbox', { name: 'Shares' }).fill('10');
    await expect.poll(() => ticket(page)).toMatchObject({ 'Fee, rate 10%': '$0.24', 'You receive': '≈ $3.76' });
    await page.getByRole('button', { name: 'Sell Yes', exact: true }).click();
    await receipt.getByText('Sold 10 shares for $4.00, 40¢ each').waitFor();
    await receipt.getByText('Fee $0.24: you received $3.76 in all.').waitFor();

    // 10,000 − 14.81052 + 3.76, of which 3.21 is held; 23.33 shares at 41¢ are 9.5653.
    await follow(page, 'Portfolio');
    const cash = '$9,988.94948';
    const figures = page.locator('.worth__figures');
    for (const figure of ['$9,985.73948', '$3.21', '$9.5653', '$9,998.51478', '-$1.48522'])
      await figures.getByTitle(figure, { exact: true }).waitFor();
    // The curve ends with the profit beside it, to the cent.
    const curve = page.getByRole('slider', { name: 'Profit over time' });
    await expect.poll(() => curve.getAttribute('aria-valuetext')).toBe('-$1.49, now');
    expect(await figures.getByTitle('-$1.48522', { exact: true }).textContent()).toBe('-$1.49');
    // The only position has the account's whole profit: value − cost + realised − fees.
    const positions = page.getByRole('table', { name: 'Open positions' }).getByRole('row');
    await positions.filter({ hasText: market.question }).getByTitle('-$1.48522', { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('The 3 lines below add up to your balance, $3.21 of it held by open orders.').waitFor();
    expect(await statement(page)).toEqual({
      Deposited: '+$10,000.00',
      Bought: '-$13.9986',
      Sold: '+$4.00',
      Fees: '-$1.05192',
      Cash: cash,
    });
    await expect
      .poll(() => historyLines(page))
      .toEqual([
        `Sold 10 Yes at 40¢ · fee $0.24 | +$3.76 | ${cash}`,
        'Bought 33.33 Yes at 42¢ · fee $0.81192 | -$14.81052 | $9,985.18948',
        'Play money deposited | +$10,000.00 | $10,000.00',
      ]);

    // Realised by the sale: 4 − 10 × 0.42, minus both fees.
    await follow(page, 'Leaderboard');
    const ranked = page.getByRole('row').filter({ hasText: 'You' });
    // Earlier ranks load page by page as the end of the list scrolls into view.
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return ranked.count();
      })
      .toBe(1);
    await ranked.getByTitle('-$1.25192', { exact: true }).waitFor();

    // Only cash is left, and it matches the ledger to the millionth.
    await on.stage.operator.admin.resolve(market.conditionId, { payouts: ['1', '0'] });
    await follow(page, 'Portfolio');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('The 4 lines below add up to your balance.').waitFor();
    expect(await statement(page)).toMatchObject({ Payouts: '+$23.33', Cash: '$10,012.27948' });
    await expect.poll(async () => (await historyLines(page))[0]).toBe('Payout for 23.33 Yes | +$23.33 | $10,012.27948');
    await page.locator('.worth__figures').getByTitle('+$12.27948', { exact: true }).waitFor();
    await expect.poll(() => curve.getAttribute('aria-valuetext')).toBe('+$12.27, now');
    const rows = await on.stage.maker.positions.activity({ user: address });
    // The address returns both wallets of the account.
    const own = rows.filter(({ proxyWallet }) => proxyWallet === address.toLowerCase());
    const sum = own.reduce((total, { cashChange }) => total + Math.round(Number(cashChange) * 1e6), 0);
    expect(sum).toBe(10_012_279_480);
    const [leader] = await on.stage.maker.trades.leaderboard({ timePeriod: 'ALL', user: address });
    expect(leader).toMatchObject({ pnl: 12.27948, feesPaid: 1.05192 });
  });

  test('money: a market order through three levels costs what its preview says, with the fee of each level', async () => {
    const { slug, tokenIds } = await addFeeMarket(on.venue, 'Will the sluice stay shut?');
    const deeper = [['0.57', '50'] as const, ['0.56', '100'] as const];
    const tokenId = tokenIds[1] ?? '';
    await on.stage.maker.orders.placeMany(deeper.map(([price, size]) => ({ tokenId, side: 'BUY', price, size })));
    const { page } = await comeBack(on, `/market/${slug}`);
    // 200 at 42¢, 50 at 43¢ and 30 at 44¢ are 118.7; their fees 4.872, 1.2255 and 0.7392.
    await fillTicket(page, { type: 'Market', outcome: 'Yes', shares: '280' });
    await expect.poll(() => ticket(page)).toMatchObject({ 'Fee, rate 10%': '$6.8367', 'You pay': '$125.5367' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await page.getByText('Bought 280 shares for $118.70').waitFor();
    await page.getByText('Fee $6.8367: you paid $125.5367 in all.').waitFor();
    await page.getByRole('link', { name: 'Account, cash: $9,874.46' }).first().waitFor();
  });

  test('money: Max sells all that a market order bought, to the millionth, and no position is left [Z2]', async () => {
    const market = await addFeeMarket(on.venue, 'Will the locks freeze over?');
    const { page, address } = await comeBack(on, `/market/${market.slug}`);
    await fillTicket(page, { type: 'Market', outcome: 'Yes', amount: '20' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await page.getByText('Bought 47.61 shares for $20.00, 42¢ each').waitFor();
    await choose(page, 'Side', 'Sell');
    const quantity = page.getByRole('textbox', { name: 'Shares' });
    await page.getByRole('button', { name: 'Max', exact: true }).click();
    expect(await quantity.inputValue()).toBe('47.619047');
    await page.getByRole('button', { name: 'Sell Yes', exact: true }).click();
    await page.getByText('Sold 47.61 shares for').waitFor();
    const held = async () => on.stage.maker.positions.list({ user: address, sizeThreshold: 0 });
    await expect.poll(held).toEqual([]);
    await follow(page, 'Portfolio');
    await page.getByText('No positions yet').waitFor();

    // Dust is not listed but counted: 0.005 shares of both outcomes are worth half a cent together.
    await page.goto(on.venue.page(`/market/${market.slug}`));
    await page.getByRole('button', { name: 'Split or merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split play money' });
    await dialog.getByLabel('Amount ($)').fill('0.005');
    await dialog.getByRole('button', { name: 'Split', exact: true }).click();
    await expect.poll(async () => (await held()).map(({ size }) => size)).toEqual([0.005, 0.005]);
    expect(await page.getByRole('region', { name: 'Your position' }).count()).toBe(0);
    await follow(page, 'Portfolio');
    await page.getByText('No positions yet').waitFor();
    await page.getByText('Not listed: 2 remainders of less than 0.01 share, worth $0.005 in all.').waitFor();
    await page.locator('.worth__figures').getByTitle('$0.005', { exact: true }).waitFor();
  });
});
