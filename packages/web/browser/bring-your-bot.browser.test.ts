/** “Bring your bot”: found from everywhere, for this venue, copied with a click, and honest where the profile does not fit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from './chromium.ts';
import { openHouse } from './theatre.testing.ts';
import { Venue } from './venue.ts';
import { welcome } from './visitor.ts';

const CLIENT = '@polymarket/clob-client-v2';

describe.skipIf(findChromium() === null)('bring your bot', () => {
  const on = openHouse();
  let venue: Venue;
  let other: Venue;
  beforeAll(async () => {
    venue = await Venue.start({ environment: { BELLWETHER_PROFILE: 'polymarket' } });
    other = await Venue.start();
  });
  afterAll(() => Promise.all([venue?.stop(), other?.stop()]));

  test('bot: the footer leads to programs for this venue, and one click copies one [S18]', async () => {
    const { page, troubles } = await welcome(on.browser);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(venue.page('/portfolio'));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Bring your bot' }).click();
    await page.getByRole('navigation', { name: 'Clients' }).getByRole('link', { name: CLIENT, exact: true }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#polymarket-clob-client-v2');
    await page.getByRole('button', { name: `Copy: Program for ${CLIENT}`, exact: true }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`const host = '${venue.url}';`);
    expect(await copied()).toContain('const chain = 80002;');
    expect(await page.getByRole('note', { name: 'Profile' }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('bot: a venue in its own profile says what its operator has to set [S18]', async () => {
    const { page, troubles } = await welcome(on.browser);
    await page.goto(other.page('/how-it-works'));
    await page.getByRole('article').getByRole('link', { name: 'Bring your bot' }).click();
    const note = page.getByRole('note', { name: 'Profile' });
    await note.getByText('BELLWETHER_PROFILE=polymarket').waitFor();
    expect(troubles).toEqual([]);
  });

  test('bot: a program for chain 137 says that this venue refuses it, with the command that would not [S18]', async () => {
    const { page, troubles } = await welcome(on.browser);
    await page.goto(venue.page('/bring-your-bot'));
    for (const [client, use] of [
      ['ccxt', 'sign-in'],
      ['pmxtjs', 'on'],
    ]) {
      const note = page.getByRole('note', { name: `Venue for ${client}` });
      await note.getByText('This venue was not started so: it refuses this program').waitFor();
      await note.getByText(`BELLWETHER_PROFILE=polymarket BELLWETHER_CHAIN_137=${use} npm start`).waitFor();
    }
    expect(await page.getByRole('note', { name: /^Venue for/ }).count()).toBe(2);
    const article = page.getByRole('article');
    await article.getByText('It needs Node 22 or newer.').waitFor();
    expect(await article.getByRole('paragraph').filter({ hasText: '`' }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('bot: the button to copy is above the code, which has the whole width', async () => {
    const { page } = await welcome(on.browser, { width: 1280, height: 740 });
    await page.goto(venue.page('/bring-your-bot'));
    const code = page.getByRole('region', { name: `Program for ${CLIENT}`, exact: true });
    await code.waitFor();
    const button = page.getByRole('button', { name: `Copy: Program for ${CLIENT}`, exact: true });
    const [above, below] = [await button.boundingBox(), await code.boundingBox()];
    if (above === null || below === null) expect.unreachable('not shown');
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    expect(Math.abs(above.x + above.width - (below.x + below.width))).toBeLessThanOrEqual(1);
  });

  test.each([360, 768, 1280])('bot: %i px wide, code scrolls in its box and the page does not', async (width) => {
    const { page } = await welcome(on.browser, { width, height: 740 });
    await page.goto(venue.page('/bring-your-bot'));
    await page.getByRole('region', { name: `Program for ${CLIENT}`, exact: true }).waitFor();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });
});
