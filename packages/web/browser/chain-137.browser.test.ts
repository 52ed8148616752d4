/** A venue whose signatures are valid elsewhere: the page says so before anyone signs, and signs for the venue's chain. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from './chromium.ts';
import { openHouse } from './theatre.testing.ts';
import { Venue } from './venue.ts';
import { welcome } from './visitor.ts';

describe.skipIf(findChromium() === null)('chain 137', () => {
  const on = openHouse();
  let real: Venue;
  beforeAll(async () => {
    real = await Venue.start({ environment: { BELLWETHER_PROFILE: 'polymarket', BELLWETHER_CHAIN_137: 'on' } });
  });
  afterAll(() => real?.stop());

  test('chain 137: the ways in begin with the warning, and the page signs in under the venue’s chain [A22]', async () => {
    const { page, troubles } = await welcome(on.browser);
    await page.goto(real.page('/account'));
    const warning = page.getByRole('note', { name: 'Chain 137' });
    await warning.getByText('Use a throw-away key. Orders and sign-ins for chain 137').waitFor();
    const create = page.getByRole('button', { name: 'Create an account' });
    const [above, below] = [await warning.boundingBox(), await create.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    await create.click();
    const dialog = page.getByRole('dialog', { name: 'Your account is ready' });
    await dialog.getByText('You have $10,000.00 of play money to trade with.').waitFor();
    expect(troubles).toEqual([]);
  });

  test('chain 137: where it is off there is nothing to warn of', async () => {
    const { page, troubles } = await welcome(on.browser);
    const read = page.waitForResponse((response) => response.url().endsWith('/venue'));
    await page.goto(on.venue.page('/account'));
    await page.getByRole('button', { name: 'Create an account' }).waitFor();
    expect(await (await read).json()).not.toHaveProperty('warning');
    expect(await page.getByRole('note', { name: 'Chain 137' }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});
