/** The second wallet is hidden from newcomers and available on request. */
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { buy, comeBack } from './ways.ts';

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
});
