/** Joining by a link on a phone, going on with a second browser, and losing one; nothing of it shows a key. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flaws } from './looks.ts';
import { bid, countOrders, deviceLink, join, revokeOther } from './member.ts';
import { describeInBrowser, openOwnHouse, openTheatre } from './theatre.testing.ts';
import { type VisitorSettings, welcome } from './visitor.ts';
import { enterOperate } from './ways.ts';

const PHONE: VisitorSettings = { width: 390, height: 844, hasTouch: true };

describeInBrowser('joining', () => {
  const house = openOwnHouse(() => ({ BELLWETHER_JOIN: 'invite', BELLWETHER_LIMITS: 'off' }));
  const on = openTheatre('Dunlin Quay', house);

  async function invitation(name?: string): Promise<string> {
    const body = { uses: 1, ...(name !== undefined && { name }) };
    return (await on.venue.asOperator().request('addInvitation', { body })).url;
  }

  const buyShares = (page: Page, cents: string) => bid(page, on.venue, on.stage.ferry.slug, cents);
  const openOrders = (page: Page) => countOrders(page, on.venue);

  test('joining: a phone joins by a link and trades, a second browser goes on by another link, and the first is lost', async () => {
    const phone = await welcome(on.browser, { ...PHONE, expected: /status of 40[013]/ });
    const link = await invitation();
    await phone.goto(link);
    await phone.getByRole('button', { name: 'Continue' }).waitFor();
    expect(phone.url()).toBe(on.venue.page('/join'));
    await join(phone, link, 'Ada');
    await phone.getByText('You have $10,000.00.').waitFor();
    expect(await phone.locator('body').textContent()).not.toMatch(/0x[0-9a-f]{40}|private key/i);
    await phone.getByRole('link', { name: 'See the markets' }).click();
    await phone.getByRole('link', { name: on.stage.ferry.title }).first().waitFor();
    await buyShares(phone, '10');

    const second = await deviceLink(phone, on.venue);
    expect(await flaws(phone)).toEqual([]);
    await phone.setViewportSize({ width: 390, height: 844 });

    const laptop = await welcome(on.browser, { ...PHONE, width: 1280, expected: /status of 40[013]/ });
    await join(laptop, second, null);
    expect(await openOrders(laptop)).toBe(1);
    await laptop.setViewportSize({ width: 390, height: 844 });
    await buyShares(laptop, '11');
    expect(await openOrders(phone)).toBe(2);

    // A used link is no way in, also for its thief.
    const thief = await welcome(on.browser, { expected: /status of 403/ });
    await thief.goto(second);
    await thief.getByRole('button', { name: 'Continue' }).click();
    await thief.getByRole('alert').getByText('this link was used already').waitFor();

    await phone.goto(on.venue.page('/account'));
    await phone.getByText('this device').waitFor();
    await revokeOther(laptop, on.venue);
    // By itself: nobody reloads a page that looks as ever.
    await phone.getByRole('alert').getByText('Signing in did not work').waitFor();
    await phone.getByRole('link', { name: 'Sign in again' }).click();
    await phone.getByRole('heading', { name: /^Join / }).waitFor();
    expect(await openOrders(laptop)).toBe(2);

    await laptop.goto(on.venue.page('/account'));
    await laptop.getByRole('button', { name: 'Sign out' }).click();
    await laptop.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await laptop.getByRole('heading', { name: 'Join, or sign in' }).waitFor();
    expect(await laptop.evaluate(() => localStorage.getItem('bellwether.account'))).toBeNull();
  });

  test('joining: nothing that an accessibility scan calls serious, in each look', async () => {
    const page = await welcome(on.browser, { expected: /status of 40[013]/ });
    const found: Record<string, readonly string[]> = {};
    await page.goto(on.venue.page('/join'));
    await page.getByText('New here?').waitFor();
    found['join'] = await flaws(page);
    await page.goto(on.venue.page('/account'));
    await page.getByRole('link', { name: 'Join or sign in' }).waitFor();
    found['account'] = await flaws(page);
    await page.goto(await invitation());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Your name').waitFor();
    found['link'] = await flaws(page);
    await page.getByLabel('Your name').fill('Bo');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByText('You have $').waitFor();
    found['in'] = await flaws(page);
    await enterOperate(page, on.venue, '/people');
    for (const section of ['People', 'Invitations', 'Groups', 'Grants']) {
      await page.getByRole('navigation', { name: 'Sections of Operate' }).getByRole('link', { name: section }).click();
      await page.getByRole('region', { name: section, exact: true }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      found[section] = await flaws(page);
    }
    // Sections stand in one line on a small laptop.
    await page.setViewportSize({ width: 1100, height: 800 });
    const tabs = page.getByRole('navigation', { name: 'Sections of Operate' }).getByRole('link');
    const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([16, 1]);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((place) => [place, []])));
  });
});

describeInBrowser('joining a venue for members', () => {
  const on = openOwnHouse(() => ({
    ...{ BELLWETHER_JOIN: 'approval', BELLWETHER_READS: 'members', BELLWETHER_LIMITS: 'off' },
  }));

  test('joining: an outsider sees the way in alone, asks, and is in once an operator lets them in', async () => {
    const page = await welcome(on.browser, { ...PHONE, expected: /WebSocket connection|status of 40[13]/ });
    await page.goto(on.venue.page('/leaderboard'));
    await page.getByLabel('Your name').fill('Cleo');
    await page.getByLabel('For the operator (optional)').fill('From sales');
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByRole('heading', { name: 'Waiting for the operator' }).waitFor();
    expect(await flaws(page)).toEqual([]);

    // An operator with a token alone is no member: the feeds stay closed.
    const operator = await welcome(on.browser, { expected: /WebSocket connection|status of 401/ });
    await enterOperate(operator, on.venue, '/people');
    await operator.getByRole('button', { name: 'Open Cleo' }).click();
    await operator.getByText('From sales').waitFor();
    await operator.getByRole('button', { name: 'Let in' }).click();
    await page.getByRole('heading', { name: 'You are in, Cleo.' }).waitFor();
    await page.getByRole('link', { name: 'See the markets' }).click();
    await page.getByRole('link', { name: 'Account, cash: $10,000.00' }).waitFor();

    await operator.getByLabel('Why (optional, for the log)').fill('Left sales, for good');
    await operator.getByRole('button', { name: 'Recovery link' }).click();
    await operator.getByRole('textbox', { name: 'Recovery link' }).waitFor();
    await operator.getByRole('button', { name: 'Erase…' }).click();
    const erase = operator.getByRole('dialog', { name: 'Erase Cleo?' });
    expect(await erase.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    await erase.getByLabel('Type “Cleo” to go on').fill('Cleo');
    await erase.getByRole('button', { name: 'Erase' }).click();
    await operator.getByText('Nobody matches').waitFor();
    await operator.goto(on.venue.page('/operate/log'));
    for (const act of ['LinkPerson', 'ErasePerson'])
      await operator.getByRole('row').filter({ hasText: act }).getByText('Left sales, for good').waitFor();
    // On a telephone an act is a paragraph of a few lines.
    await operator.setViewportSize({ width: 390, height: 844 });
    const act = operator.getByRole('row').filter({ hasText: 'ErasePerson' });
    const lines = act.evaluate((row) => row.clientHeight / Number.parseFloat(getComputedStyle(row).lineHeight));
    expect(await lines).toBeLessThan(7);
    expect(await flaws(operator)).toEqual([]);
    // By itself: nobody reloads a page that looks as ever.
    await page.getByRole('heading', { name: /^Join / }).waitFor();
  });
});
