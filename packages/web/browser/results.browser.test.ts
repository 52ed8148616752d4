/** The life of a result: proposed, disputed, confirmed, paid, reversed and refunded, on a telephone. */
import type { Client } from '@bellwether/sdk';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { change, flaws } from './looks.ts';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, openTicket, operate } from './ways.ts';

const PHONE = { width: 390, height: 844 } as const;
const NOTE = 'The board was misread: it did run.';

describeInBrowser('results that can be wrong', () => {
  const on = openHouse();

  /** Opens a page on a telephone, with an account that can trade without the page as well. */
  async function member(path: string) {
    // The page signs in again if it does so in the second of the client below, because a signature is good once.
    const page = await welcome(on.browser, { ...PHONE, expected: /status of 401/ });
    const { privateKey } = await bringAccount(page);
    const client = on.venue.client({ account: { signer: privateKey } });
    // Before the page signs in: both at once would make two keys.
    await client.auth.credentials();
    await page.goto(on.venue.page(path));
    return { page, client };
  }

  const cashOf = async ({ client }: { client: Client }): Promise<string> =>
    (await client.account.get()).wallets[0]?.free ?? '';
  /** Takes an account's play money away, except `left` in its own wallet. */
  async function impoverish({ client }: { client: Client }, left: number): Promise<void> {
    for (const [index, { address, free }] of (await client.account.get()).wallets.entries()) {
      const amount = Number(free) - (index === 0 ? left : 0);
      await on.venue.asOperator().admin.withdraw({ wallet: address, amount: String(amount) });
    }
  }
  const banner = (page: Page): Locator => page.getByRole('region', { name: 'Proposed result' });

  /** Expects a page without flaws in any look, and gives it the telephone's size again. */
  async function expectFlawless(page: Page): Promise<void> {
    expect(await flaws(page)).toEqual([]);
    await change(page, { name: 'telephone', colorScheme: 'light', ...PHONE });
  }

  test('results: a wrong one is proposed, disputed, confirmed all the same, paid, reversed and paid right', async () => {
    const question = 'Will the ferry run on Monday?';
    const { markets, slug: event } = await on.venue.asOperator().admin.addEvent({
      title: 'Monday ferry',
      markets: [{ question }],
    });
    const [{ slug, tokenIds, conditionId } = { slug: '', tokenIds: [], conditionId: '' }] = markets;
    const [yes, no] = [await member(`/market/${slug}`), await member(`/market/${slug}`)];
    await no.client.orders.place({ tokenId: tokenIds[1] ?? '', side: 'BUY', price: '0.6', size: '50' });
    await yes.client.orders.place({ tokenId: tokenIds[0] ?? '', side: 'BUY', price: '0.4', size: '50' });

    const page = await operate(on, `/events?event=${event}`, PHONE);
    await page.getByRole('button', { name: `Resolve ${question}` }).click();
    const propose = page.getByRole('dialog', { name: 'Resolve market' });
    await propose.getByText('No', { exact: true }).click();
    await propose.getByText('$50.00 goes to 1 holder').waitFor();
    await propose.getByLabel('Note (optional)').fill('The board says that it stayed in port.');
    await propose.getByLabel('Source (optional)').fill('https://example.org/board');
    await expectFlawless(page);
    await propose.getByRole('button', { name: 'Propose' }).click();
    await propose.waitFor({ state: 'hidden' });

    // Members see it without a reload.
    await banner(yes.page).getByText('Proposed: No').waitFor();
    await banner(yes.page).getByRole('link', { name: 'https://example.org/board' }).waitFor();
    await banner(yes.page)
      .getByText(/^It is confirmed and paid .*, unless someone disputes it\.$/)
      .waitFor();
    await expect.poll(() => yes.page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
    await expectFlawless(yes.page);
    await banner(yes.page).getByRole('button', { name: 'Dispute…' }).press('Enter');
    const dispute = yes.page.getByRole('dialog', { name: 'Dispute the result' });
    const send = dispute.getByRole('button', { name: 'Dispute it' });
    expect(await send.isDisabled()).toBe(true);
    await dispute.getByLabel('Why it is wrong').fill('I was on board.');
    await expectFlawless(yes.page);
    await send.press('Enter');
    await banner(yes.page).getByText('Disputed by you: I was on board.').waitFor();
    await banner(no.page).getByText('Disputed: No').waitFor();
    expect(await banner(no.page).getByRole('button').count()).toBe(0);

    await page.getByRole('button', { name: `Decide ${question}` }).click();
    const decide = page.getByRole('dialog', { name: 'Proposed result' });
    await decide.getByText('I was on board.').waitFor();
    await expectFlawless(page);
    await decide.getByRole('button', { name: 'Confirm all the same and pay' }).click();
    await no.page.getByRole('status').filter({ hasText: 'Resolved: No' }).waitFor();
    await expect.poll(() => cashOf(no)).toBe('10020');

    // The payout and all else is gone before it is taken back.
    await impoverish(no, 30);
    await page.getByRole('button', { name: `Reverse ${question}` }).click();
    const reverse = page.getByRole('dialog', { name: 'Reverse the result' });
    await reverse.getByText('Yes', { exact: true }).click();
    await reverse.getByText(/^\$50\.00 is taken back from 1 holder\. .* \$50\.00 goes to 1 holder\.$/).waitFor();
    await reverse.getByLabel('Type “Yes” to confirm').fill('yes');
    expect(await reverse.getByRole('button', { name: 'Reverse' }).isDisabled()).toBe(true);
    await reverse.getByLabel('Note').fill(NOTE);
    await expectFlawless(page);
    await reverse.getByRole('button', { name: 'Reverse' }).click();
    await reverse.waitFor({ state: 'hidden' });

    await yes.page.getByRole('status').filter({ hasText: 'Resolved: Yes' }).waitFor();
    await yes.page.getByText(`The result was reversed on`).filter({ hasText: NOTE }).waitFor();
    await expect.poll(() => cashOf(yes)).toBe('10030');
    const told = yes.page.getByRole('region', { name: 'Messages' });
    await told.getByText('You received $50.00: the result was corrected').waitFor();
    await told.getByText(NOTE).waitFor();
    await yes.page.getByRole('tab', { name: 'Rules' }).click();
    await yes.page.getByRole('region', { name: 'How the result came about' }).getByText('Reversed to Yes').waitFor();
    await expectFlawless(yes.page);

    // The account still had 30 of the 50; the rest is its debt, which the next deposit pays.
    await no.page.goto(on.venue.page('/portfolio'));
    await no.page.getByText(/^Your account owes \$20\.00 since a result was reversed\./).waitFor();
    await no.page.getByRole('tab', { name: 'History' }).click();
    await no.page.getByText('Payout taken back: the result was corrected').waitFor();
    await expectFlawless(no.page);
    await on.venue.asOperator().admin.deposit({ wallet: no.client.account.address, amount: '25' });
    await no.page.getByText(/^Your account owes/).waitFor({ state: 'detached' });
    await expect.poll(() => cashOf(no)).toBe('5');
    expect((await no.client.markets.get(conditionId)).reversal?.note).toBe(NOTE);
  });

  test('results: a debt is told in the ticket, which still sells', async () => {
    const { admin } = on.venue.asOperator();
    const add = async (question: string) =>
      (await admin.addEvent({ title: question, markets: [{ question }] })).markets;
    const [[lost], [other]] = [await add('Will the bus come?'), await add('Will the tram come?')];
    if (lost === undefined || other === undefined) throw new Error('an event came without its market');
    const { page, client } = await member('/');
    const maker = newTrader(on.venue);
    await maker.auth.credentials();
    for (const { tokenIds } of [lost, other]) {
      await maker.orders.place({ tokenId: tokenIds[1] ?? '', side: 'BUY', price: '0.6', size: '50' });
      await client.orders.place({ tokenId: tokenIds[0] ?? '', side: 'BUY', price: '0.4', size: '50' });
    }
    await admin.propose(lost.conditionId, { winner: 'Yes', windowHours: 0 });
    await expect.poll(() => cashOf({ client })).toBe('10010');
    await impoverish({ client }, 0);
    await admin.reverse(lost.conditionId, { to: { winner: 'No' }, note: NOTE });
    await expect.poll(async () => (await client.account.get()).debt).toBe('50');
    await page.goto(on.venue.page(`/market/${other.slug}`));
    await openTicket(page, 'Yes');
    const ticket = page.getByRole('dialog', { name: other.question });
    await ticket.getByRole('status').filter({ hasText: 'Your account owes $50.00' }).waitFor();
    await expectFlawless(page);
    await ticket.getByRole('radiogroup', { name: 'Side' }).getByText('Sell').click();
    await ticket.getByText('Your account owes').waitFor({ state: 'detached' });
  });

  test('results: an event is proposed, withdrawn and refunded to what everyone had', async () => {
    const event = await on.venue.asOperator().admin.addEvent({
      title: 'Winter regatta',
      negRisk: true,
      markets: ['Kestrel', 'Osprey'].map((name) => ({ question: `Will ${name} win?`, groupItemTitle: name })),
    });
    const [buyer, maker] = [await member(`/event/${event.slug}`), newTrader(on.venue)];
    await maker.auth.credentials();
    const [yes = '', no = ''] = event.markets[0]?.tokenIds ?? [];
    await maker.orders.place({ tokenId: no, side: 'BUY', price: '0.6', size: '50' });
    await buyer.client.orders.place({ tokenId: yes, side: 'BUY', price: '0.4', size: '50' });
    await buyer.client.orders.place({ tokenId: yes, side: 'SELL', price: '0.7', size: '10' });
    await maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.7', size: '10' });

    const page = await operate(on, `/events?event=${event.slug}`, PHONE);
    await page.getByRole('button', { name: 'Resolve event…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve event' });
    await dialog.getByLabel('Winner', { exact: true }).selectOption('Kestrel');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await banner(buyer.page).getByText('Proposed: Kestrel').waitFor();
    await expectFlawless(buyer.page);
    await page.getByRole('button', { name: 'Decide…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await banner(buyer.page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Resolve event…' }).click();
    await dialog.getByLabel('Winner', { exact: true }).selectOption('No winner: refund');
    await dialog.getByLabel('Hours for disputes').fill('0');
    await dialog.getByText('$50.00 goes to 2 holders').waitFor();
    await dialog.getByLabel('Type “refund” to confirm').fill('refund');
    await expectFlawless(page);
    await dialog.getByRole('button', { name: 'Resolve all and pay' }).click();
    await buyer.page.getByText('Refunded').first().waitFor();
    await expect.poll(() => cashOf(buyer)).toBe('10000');
    await expect.poll(() => cashOf({ client: maker })).toBe('10000');
    await page.getByRole('region', { name: 'Result', exact: true }).getByText('Refunded.').waitFor();
  });
});
