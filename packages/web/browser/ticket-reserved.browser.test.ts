/**
 * Before an order is sent, the ticket shows the amounts that open orders reserve if the free funds are insufficient.
 */
import { test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { buy, comeBack, fillTicket } from './ways.ts';

describeInBrowser('ticket', () => {
  const on = openTheatre('Teal Sound');

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
