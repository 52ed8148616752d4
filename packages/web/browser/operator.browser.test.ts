/** The operator's path through the page: create an event, see it traded, resolve it, see the payouts. */
import type { Event } from '@bellwether/sdk';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, buy, enterOperate, holdAnswers, operate, visit } from './ways.ts';

const TITLE = 'Snow on the town square by New Year';
const QUESTION = 'Will snow lie on the town square by New Year?';

describeInBrowser('operator', () => {
  const on = openHouse();

  async function createEvent(page: Page): Promise<Event['markets'][number]> {
    await enterOperate(page, on.venue, '/new');
    await page.getByLabel('Title').fill(TITLE);
    await page.getByLabel('Description and rules').fill('Yes if the town hall says so.');
    await page.getByLabel('Resolution source').fill('The town hall');
    await page.getByLabel('Ends').fill('2030-12-31T12:00');
    await page.getByRole('button', { name: 'Next: Markets' }).click();
    await page.getByLabel('Question').fill(QUESTION);
    await page.getByRole('checkbox', { name: 'The house makes the market' }).uncheck();
    await page.getByRole('button', { name: 'Next: Terms' }).click();
    await page.getByRole('button', { name: 'Next: Preview' }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText(TITLE).waitFor();
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('heading', { name: `Created: ${TITLE}` }).waitFor();
    const managed = (await page.getByRole('link', { name: 'Manage it' }).getAttribute('href')) ?? '';
    const slug = new URL(managed, page.url()).searchParams.get('event') ?? '';
    const [market] = (await newTrader(on.venue).events.get({ slug })).markets;
    if (market === undefined) throw new Error('the event came without its market');
    return market;
  }

  test('operator: creates an event, sees it traded, resolves it, and the winner is paid before everybody’s eyes [W24]', async () => {
    const page = await welcome(on.browser);
    const trader = await welcome(on.browser);
    const { slug, tokenIds } = await createEvent(page);

    // A bid for No at 60 offers Yes at 40; a visitor buys it.
    const maker = newTrader(on.venue);
    await maker.orders.place({ tokenId: tokenIds[1] ?? '', side: 'BUY', price: '0.6', size: '100' });
    const { address } = await bringAccount(trader);
    await trader.goto(on.venue.page(`/market/${slug}`));
    await buy(trader, { type: 'Market', outcome: 'Yes', amount: '20' });
    await trader.getByText('Bought 50 shares for $20.00').waitFor();
    await trader.getByRole('link', { name: /Account, cash: \$9,980/ }).waitFor();

    // Deposits appear in the header without a reload.
    const { admin } = on.venue.asOperator();
    await admin.deposit({ wallet: address, amount: '500.25' });
    await trader.getByRole('link', { name: 'Account, cash: $10,480.25' }).waitFor();
    await admin.withdraw({ wallet: address, amount: '500.25' });
    await trader.getByRole('link', { name: /Account, cash: \$9,980/ }).waitFor();

    await page.getByRole('link', { name: 'Manage it' }).click();
    await page.getByRole('button', { name: `Resolve ${QUESTION}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve market' });
    await dialog.getByText('Yes', { exact: true }).click();
    await dialog.getByText('$50.00 goes to 1 holder').waitFor();
    const rows = await dialog.getByRole('region', { name: 'Who is paid what' }).getByRole('row').allTextContents();
    expect(rows.map((row) => row.replace(/^.*(Yes|No)(?=[0-9])/, '$1'))).toEqual([
      'HolderOutcomeSharesIs paid',
      'Yes50$50.00',
      'No50–',
    ]);
    await dialog.getByLabel('Hours for disputes').fill('0');
    const confirm = dialog.getByRole('button', { name: 'Resolve and pay' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type “Yes” to confirm').fill('yes');
    await confirm.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Yes won').waitFor();

    // The trader's page updates without a reload.
    await trader.getByRole('status').filter({ hasText: 'Resolved: Yes' }).waitFor();
    await trader.getByRole('link', { name: /Account, cash: \$10,030/ }).waitFor();
    // The last trade, at 40, is no longer shown as the chance.
    await trader.locator('.market-head__event').click();
    const row = trader.getByRole('main').getByRole('listitem').filter({ hasText: 'Resolved: Yes' });
    await row.getByText('100%', { exact: true }).waitFor();
    await expect.poll(() => trader.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('operator: dismisses the reports of a comment, and lists and dismisses moderators [W24]', async () => {
    const [author, reader] = [newTrader(on.venue), newTrader(on.venue)];
    const { admin } = on.venue.asOperator();
    const event = await admin.addEvent({ title: 'Talked about', markets: [{ question: 'Is it talked about?' }] });
    const entity = { parentEntityType: 'Event', parentEntityID: Number(event.id) } as const;
    const { id } = await author.comments.add({ body: 'Quite harmless', ...entity });
    await reader.comments.report(id);

    const page = await operate(on, '/comments');
    const comments = page.getByRole('region', { name: 'Comments to moderate' });
    const comment = comments.getByRole('listitem').filter({ hasText: 'Quite harmless' });
    await comment.getByText('Reported once').waitFor();
    await comment.getByRole('button', { name: 'Dismiss reports' }).click();
    await page.getByText('Reports dismissed').waitFor();
    await comment.waitFor({ state: 'detached' });
    expect(
      await author.comments.list({ parent_entity_type: 'Event', parent_entity_id: Number(event.id) }),
    ).toMatchObject([{ id, reportCount: 0, removed: false }]);

    await comments.getByLabel('Account of the moderator').fill(reader.account.address);
    await comments.getByRole('button', { name: 'Make moderator' }).click();
    const moderators = comments.getByRole('list', { name: 'Who moderates' });
    const row = moderators.getByRole('listitem').filter({ hasText: reader.account.address.toLowerCase() });
    await row.getByRole('button', { name: 'Take the right from' }).click();
    await page.getByRole('button', { name: 'Take it away' }).click();
    await row.waitFor({ state: 'detached' });
  });

  test('operator: a wrong token is refused in words, and nothing of the page is shown', async () => {
    const page = await visit(on, '/operate/new', { expected: /status of 401/ });
    await page.getByLabel('Admin token').fill('not-the-token-of-this-venue');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('alert').filter({ hasText: 'not the admin token' }).waitFor();
    expect(await page.getByLabel('Title').count()).toBe(0);
  });

  test('operator: the form for the token comes once, when the account is known to have no role', async () => {
    const page = await welcome(on.browser, { expected: /status of 40[13]/ });
    await bringAccount(page);
    await page.addInitScript(() => {
      const forms = new Set<Node>();
      new MutationObserver(() => {
        for (const form of document.querySelectorAll('.operate__sign-in')) forms.add(form);
        document.documentElement.dataset['forms'] = String(forms.size);
      }).observe(document, { childList: true, subtree: true });
    });
    const letGo = await holdAnswers(page, '**/admin/self');
    const asked = page.waitForRequest('**/admin/self');
    await page.goto(on.venue.page('/operate'));
    await asked;
    letGo();
    await page.getByLabel('Admin token').fill(on.venue.adminToken());
    expect(await page.locator('html').getAttribute('data-forms')).toBe('1');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('navigation', { name: 'Sections of Operate' }).waitFor();
  });
});
