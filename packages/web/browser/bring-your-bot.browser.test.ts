/**
 * The “Bring your bot” page: reachable from everywhere, adapted to this venue, copyable with one click, and honest if
 * the profile does not fit.
 */
import { expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse, sharedVenue } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { visit } from './ways.ts';

const CLIENT = '@polymarket/clob-client-v2';

describeInBrowser('bring your bot', () => {
  const on = openOwnHouse(() => ({ BELLWETHER_PROFILE: 'polymarket' }));

  test('bot: the footer leads to programs for this venue, and one click copies one [S18]', async () => {
    const page = await welcome(on.browser);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(on.venue.page('/portfolio'));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Bring your bot' }).click();
    await page.getByRole('navigation', { name: 'Clients' }).getByRole('link', { name: CLIENT, exact: true }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#polymarket-clob-client-v2');
    await page.getByRole('button', { name: `Copy: Program for ${CLIENT}`, exact: true }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`const host = '${on.venue.url}';`);
    expect(await copied()).toContain('const chain = 80002;');
    expect(await page.getByRole('note', { name: 'Profile' }).count()).toBe(0);
  });

  test('bot: a venue in its own profile says what its operator has to set [S18]', async () => {
    const page = await welcome(on.browser);
    await page.goto(sharedVenue().page('/how-it-works'));
    await page.getByRole('article').getByRole('link', { name: 'Bring your bot' }).click();
    const note = page.getByRole('note', { name: 'Profile' });
    await note.getByText('BELLWETHER_PROFILE=polymarket').waitFor();
  });

  test('bot: a program for chain 137 says that this venue refuses it, with the command that would not [S18]', async () => {
    const page = await visit(on, '/bring-your-bot');
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
    await article.getByText('It needs Node 24 or newer.').waitFor();
    expect(await article.getByRole('paragraph').filter({ hasText: '`' }).count()).toBe(0);
  });

  test('bot: code has the whole width below its button to copy, and scrolls in its box in windows of any size', async () => {
    const page = await visit(on, '/bring-your-bot', { width: 1280, height: 740 });
    const code = page.getByRole('region', { name: `Program for ${CLIENT}`, exact: true });
    await code.waitFor();
    const button = page.getByRole('button', { name: `Copy: Program for ${CLIENT}`, exact: true });
    const [above, below] = [await button.boundingBox(), await code.boundingBox()];
    if (above === null || below === null) expect.unreachable('not shown');
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    expect(Math.abs(above.x + above.width - (below.x + below.width))).toBeLessThanOrEqual(1);
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      await expect.poll(widths).toEqual([width, width]);
    }
  });
});
