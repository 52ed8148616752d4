/** The wallets of an account: the second one is hidden until it is asked for, and what orders reserve is told. */
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { buy, comeBack, fillTicket } from './ways.ts';

describeInBrowser('one wallet', () => {
  const on = openTheatre('Eider Holm');

  test('wallets: no page shows a second one to a trader who has not asked, and one address shows it [Q12]', async () => {
    const { page } = await comeBack(on, `/market/${on.stage.ferry.slug}`);
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '4.2' });
    await page.getByText('Bought 10 shares').waitFor();
    for (const path of ['/account', '/portfolio', `/market/${on.stage.ferry.slug}`]) {
      await page.goto(on.venue.page(path));
      // The account's data has loaded.
      await page.getByRole('link', { name: /^Account, cash: \$9,995\.80/ }).waitFor();
      await page
        .getByRole('main')
        .getByText(/\$9,995\.80/)
        .first()
        .waitFor();
      expect((await page.locator('#root').textContent()) ?? '').not.toMatch(
        /deposit wallet|another wallet|your wallets/i,
      );
    }
    await page.goto(on.venue.page('/account?wallets=all'));
    await page.getByRole('heading', { name: 'Deposit wallet' }).waitFor();
    await page.getByRole('button', { name: 'Trade from here' }).click();
    // Once the user trades from the second wallet, it is shown everywhere.
    await page.goto(on.venue.page('/account'));
    await page.getByRole('heading', { name: /^Deposit wallet/ }).waitFor();
  });

  test('ticket: what is reserved by how many open orders is said where the rest is too little [O23]', async () => {
    const { page } = await comeBack(on, `/market/${on.stage.ferry.slug}`);
    // Of 10,000, 100 at 30¢ and 50 at 20¢ hold 40.
    await buy(page, { type: 'Limit', outcome: 'Yes', shares: '100', cents: '30' });
    await page.getByRole('link', { name: 'Account, cash: $9,970.00' }).first().waitFor();
    await buy(page, { type: 'Limit', outcome: 'Yes', shares: '50', cents: '20' });
    await page.getByRole('link', { name: 'Account, cash: $9,960.00' }).first().waitFor();
    await fillTicket(page, { type: 'Limit', outcome: 'Yes', shares: '40000', cents: '25' });
    await page.getByText('$40.00 is reserved by 2 open orders.').waitFor();
  });
});
