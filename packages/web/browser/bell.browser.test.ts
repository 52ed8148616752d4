/** The bell on a telephone: counts by itself, is worked by keyboard, and stays read. */
import { expect, test } from 'vitest';
import { change, flaws } from './looks.ts';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount } from './ways.ts';

const PHONE = { width: 390, height: 844 } as const;

describeInBrowser('bell', () => {
  const on = openHouse();

  test('bell: it counts a fill, a grant, a clarification and a result, and all are read at once', async () => {
    const { admin } = on.venue.asOperator();
    const question = 'Will the lock open on Tuesday?';
    const endDate = new Date(Date.now() + 3 * 3_600_000).toISOString();
    const { id, markets } = await admin.addEvent({ title: 'Tuesday lock', markets: [{ question, endDate }] });
    const [{ tokenIds, conditionId } = { tokenIds: [], conditionId: '' }] = markets;
    const page = await welcome(on.browser, { ...PHONE, expected: /status of 401/ });
    const { address, privateKey } = await bringAccount(page);
    const { account, auth, orders } = on.venue.client({ account: { signer: privateKey } });
    await auth.credentials();
    await page.goto(on.venue.page('/leaderboard'));
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByText('Nothing new in the last two days.').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });

    await orders.place({ tokenId: tokenIds[0] ?? '', side: 'BUY', price: '0.4', size: '50' });
    await newTrader(on.venue).orders.place({ tokenId: tokenIds[1] ?? '', side: 'BUY', price: '0.6', size: '50' });
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await admin.grant({ to: { accounts: [address] }, amount: '25', reason: 'Welcome to the lock' });
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
    await admin.clarify(id, 'The upper lock counts.');
    await admin.resolve(conditionId, { winner: 'Yes' });
    await page.getByRole('button', { name: 'Notifications, 4 unread' }).waitFor();

    await bell.focus();
    await page.keyboard.press('Enter');
    const titles = panel.getByRole('listitem').getByRole('link');
    await expect
      .poll(() => titles.allTextContents())
      .toEqual(['Resolved: Yes', 'Clarified: Tuesday lock', 'You were granted $25.00', 'Bought 50 Yes at 40¢']);
    expect(await flaws(page)).toEqual([]);
    await change(page, { name: 'telephone', colorScheme: 'light', ...PHONE });
    const box = await panel.boundingBox();
    expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= PHONE.width]).toEqual([true, true]);
    await panel.getByRole('button', { name: 'Mark all read' }).press('Enter');
    await panel.getByText('Nothing new in the last two days.').waitFor();
    await expect.poll(() => bell.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    expect(await account.notifications()).toEqual([]);
  });
});
