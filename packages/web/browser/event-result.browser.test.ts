/** The result of a one-winner event, set by the operator in one step for all its markets. */
import type { Client, Event } from '@bellwether/sdk';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { comeBack, operate } from './ways.ts';

describeInBrowser('result of an event', () => {
  const on = openHouse();

  /**
   * Adds a race of three boats. The maker holds 100 No of Kestrel and 50 No of Osprey, opposite the taker's purchases.
   */
  async function addRace(title: string) {
    const event = await on.venue.asOperator().admin.addEvent({
      title,
      negRisk: true,
      markets: ['Kestrel', 'Osprey', 'Petrel'].map((name) => {
        return { question: `${title}: will ${name} win?`, groupItemTitle: name };
      }),
    });
    const [maker, taker] = [newTrader(on.venue), newTrader(on.venue)];
    await Promise.all([maker.auth.credentials(), taker.auth.credentials()]);
    const trade = async (index: number, size: string): Promise<void> => {
      const [yes = '', no = ''] = event.markets[index]?.tokenIds ?? [];
      await maker.orders.place({ tokenId: no, side: 'BUY', price: '0.6', size });
      await taker.orders.place({ tokenId: yes, side: 'BUY', price: '0.4', size });
    };
    await trade(0, '100');
    await trade(1, '50');
    return { event, maker, taker };
  }

  const cashOf = async (client: Client): Promise<string> => (await client.account.get()).wallets[0]?.free ?? '';

  /** Opens the dialog of an event's result, and chooses one. */
  async function choose({ slug }: Pick<Event, 'slug'>, result: string) {
    const page = await operate(on, `/events?event=${slug}`);
    await page.getByRole('button', { name: 'Resolve event…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve event' });
    await dialog.getByLabel('Winner', { exact: true }).selectOption(result);
    return { page, dialog, result: page.getByRole('region', { name: 'Result' }) };
  }

  async function confirm(dialog: Locator, word: string): Promise<void> {
    await dialog.getByLabel('Hours for disputes').fill('0');
    await dialog.getByLabel(`Type “${word}” to confirm`).fill(word);
    await dialog.getByRole('button', { name: 'Resolve all and pay' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Returns the rows of the preview without the holders' names. */
  const payouts = async (dialog: Locator): Promise<readonly string[]> => {
    const rows = await dialog.getByRole('region', { name: 'Who is paid what' }).getByRole('row').allTextContents();
    return rows.slice(1).map((row) => row.replace(/^.*(Kestrel|Osprey)/, '$1'));
  };

  test('result: the winner of an event is named in one step, previewed over all markets, and holders are paid [W33]', async () => {
    const { event, maker, taker } = await addRace('Spring regatta');
    const { page: trader } = await comeBack(on, `/market/${event.markets[1]?.slug}`);
    const page = await operate(on, `/events?event=${event.slug}`);

    // The dialog of a single market explains what its first outcome would do.
    await page.getByRole('button', { name: 'Resolve Kestrel' }).click();
    const one = page.getByRole('dialog', { name: 'Resolve market' });
    await one.getByText(/Naming Yes here resolves the whole event/).waitFor();
    await one.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Resolve event…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve event' });
    await dialog.getByLabel('Winner', { exact: true }).selectOption('Kestrel');
    await dialog.getByLabel('Hours for disputes').fill('0');
    const confirm = dialog.getByRole('button', { name: 'Resolve all and pay' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByText('$150.00 goes to 2 holders').waitFor();
    const rows = ['Kestrel: Yes100$100.00', 'Osprey: No50$50.00', 'Kestrel: No100–', 'Osprey: Yes50–'];
    expect(await payouts(dialog)).toEqual(rows);
    await dialog.getByLabel('Type “Kestrel” to confirm').fill('osprey');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type “Kestrel” to confirm').fill('kestrel');
    await confirm.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(/^All 3 markets are resolved/).waitFor();
    await page.getByRole('region', { name: 'Result' }).getByText('Kestrel won.').waitFor();
    await page
      .getByText(/· No won/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Resolve/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reverse result…' }).waitFor();

    // A visitor of another market of the event sees the result without a reload, and the holders have been paid.
    await trader.getByRole('status').filter({ hasText: 'Resolved: No' }).waitFor();
    await expect.poll(() => cashOf(taker)).toBe('10040');
    await expect.poll(() => cashOf(maker)).toBe('9960');
  });

  test('result: a dead heat is shared between the winners that are chosen, as previewed [W33]', async () => {
    const { event, maker, taker } = await addRace('Summer regatta');
    const { page, dialog, result } = await choose(event, 'Dead heat: several winners share');
    const winners = dialog.getByRole('group', { name: 'Winners of the dead heat' });
    await winners.getByLabel('Petrel').check();
    await dialog.getByText('Choose at least two winners below.').waitFor();
    expect(await dialog.getByText(/goes to/).count()).toBe(0);
    await winners.getByLabel('Kestrel').check();
    await dialog.getByText(/first outcome pays 0\.5; together they pay 1\. All others resolve/).waitFor();
    await dialog.getByText('$150.00 goes to 2 holders').waitFor();
    const rows = ['Kestrel: Yes100$50.00', 'Kestrel: No100$50.00', 'Osprey: No50$50.00', 'Osprey: Yes50–'];
    expect(await payouts(dialog)).toEqual(rows);
    await confirm(dialog, 'dead heat');
    await page.getByText('Dead heat of 2').waitFor();
    await result.getByText('Shared: no single market won.').waitFor();
    // Payouts and costs: 50 for 60 paid; 50 + 50 for 90 paid.
    await expect.poll(() => cashOf(taker)).toBe('9990');
    await expect.poll(() => cashOf(maker)).toBe('10010');
  });

  test('result: an event split evenly pays every market its part, as previewed [W33]', async () => {
    const { event, maker, taker } = await addRace('Autumn regatta');
    const { dialog, result } = await choose(event, 'No winner: split evenly');
    await dialog.getByText('$150.00 goes to 2 holders').waitFor();
    const rows = ['Kestrel: No100$66.66', 'Kestrel: Yes100$33.34', 'Osprey: No50$33.33', 'Osprey: Yes50$16.66'];
    expect(await payouts(dialog)).toEqual(rows);
    await confirm(dialog, 'split');
    await result.getByText('Shared: no single market won.').waitFor();
    // Payouts and costs: 33.34 + 16.665 for 60 paid; 66.66 + 33.335 for 90 paid.
    await expect.poll(() => cashOf(taker)).toBe('9990.005');
    await expect.poll(() => cashOf(maker)).toBe('10009.995');
  });
});
