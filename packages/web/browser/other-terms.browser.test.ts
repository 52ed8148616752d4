/** A venue with signatures valid on a real chain and no play money. The page says so before anyone signs. */
import { expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse, sharedVenue } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { visit } from './ways.ts';

describeInBrowser('other terms', () => {
  const on = openOwnHouse(() => ({
    BELLWETHER_PROFILE: 'polymarket',
    BELLWETHER_CHAIN_137: 'on',
    BELLWETHER_STARTING_BALANCE: '0',
  }));

  test('chain 137: the ways in begin with the warning, and the page signs in under the venue’s chain [A22]', async () => {
    const page = await visit(on, '/account');
    const warning = page.getByRole('note', { name: 'Chain 137' });
    await warning.getByText('Use a throw-away key. Orders and sign-ins for chain 137').waitFor();
    const create = page.getByRole('button', { name: 'Create an account' });
    const [above, below] = [await warning.boundingBox(), await create.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    await create.click();
    const dialog = page.getByRole('dialog', { name: 'Your account is ready' });
    // The dialog says so once the account is open.
    await dialog.getByText('There is no play money in it yet').waitFor();
  });

  test('chain 137: where it is off there is nothing to warn of', async () => {
    const page = await welcome(on.browser);
    const read = page.waitForResponse((response) => response.url().endsWith('/venue'));
    await page.goto(sharedVenue().page('/account'));
    await page.getByRole('button', { name: 'Create an account' }).waitFor();
    expect(await (await read).json()).not.toHaveProperty('warning');
    expect(await page.getByRole('note', { name: 'Chain 137' }).count()).toBe(0);
  });

  test('operator desk: where none is given, nothing promises play money [W37]', async () => {
    const page = await welcome(on.browser);
    const answer = page.waitForResponse((response) => response.url().endsWith('/venue'));
    await page.goto(on.venue.page('/'));
    await page.getByText('Trade on what will happen.').waitFor();
    await (await answer).finished();
    await page.getByText('The venue has no open markets yet').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('play money');
  });
});
