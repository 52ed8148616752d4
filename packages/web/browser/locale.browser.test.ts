/** Numbers in the user's locale, in the fields of traders and of the operator. */
import { expect, test } from 'vitest';
import { addFeeMarket } from './fee-market.ts';
import { newTrader } from './stage.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { buy, choose, comeBack, enterOperate } from './ways.ts';

describeInBrowser('locale', () => {
  const on = openTheatre('Grebe Mere');

  test('locale: in German a comma begins the decimals and a point groups, in what is typed and what is filled in [Z3]', async () => {
    const market = await addFeeMarket(on.venue, 'Will the dike be raised?');
    const { page, address } = await comeBack(on, `/market/${market.slug}`, { locale: 'de-DE' });
    await buy(page, { type: 'Limit', outcome: 'Yes', cents: '42,0', shares: '33,33' });
    await page.getByText('Bought 33,33 shares for').waitFor();
    // Buttons fill fields in the same format that the user would type.
    await choose(page, 'Side', 'Sell');
    await choose(page, 'Order type', 'Market');
    await page.getByRole('button', { name: 'Max', exact: true }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Shares' }).inputValue()).toBe('33,33');
    await page.getByRole('button', { name: 'Sell Yes', exact: true }).click();
    await page.getByText('Sold 33,33 shares for').waitFor();

    // This is a thousand, not one, and the page says so before and after.
    await page.getByRole('button', { name: 'Split or merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split play money' });
    await dialog.getByLabel('Amount ($)').fill('1.000');
    await dialog.getByRole('button', { name: 'Split', exact: true }).click();
    await page.getByText('You have 1.000 more Yes and No.').waitFor();
    const held = await on.stage.maker.positions.list({ user: address, sizeThreshold: 0 });
    expect(held.map(({ size }) => size)).toEqual([1_000, 1_000]);
  });

  test('locale: the operator deposits an amount with a decimal comma [Z3]', async () => {
    const page = await welcome(on.browser, { locale: 'de-DE' });
    const someone = newTrader(on.venue);
    await someone.auth.credentials();
    const { wallets } = await someone.account.get();
    const before = Number(wallets[0]?.free);
    await enterOperate(page, on.venue, '/money');
    await page.getByLabel('Wallet').fill(wallets[0]?.address ?? '');
    await page.getByLabel('Amount').fill('1.234,5');
    await page.getByRole('button', { name: 'Deposit', exact: true }).click();
    await page
      .getByText(/^Deposited 1\.234,50/)
      .first()
      .waitFor();
    expect(Number((await someone.account.get()).wallets[0]?.free) - before).toBe(1_234.5);
  });
});
