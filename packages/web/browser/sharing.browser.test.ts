/** Watching, sharing, embedding and the introduction: features that lead people to a market and back. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { visit } from './ways.ts';

describeInBrowser('sharing', () => {
  const on = openTheatre('Curlew Sands');

  test('cards: each carries the day’s change and a curve of it [Q4]', async () => {
    const page = await visit(on, `/?tag=${on.stage.tag}`);
    const card = page.getByRole('listitem').filter({ hasText: on.stage.race.title }).first();
    await card.getByText('points within 24 hours').first().waitFor({ state: 'attached' });
    await expect.poll(() => card.locator('.card-curve__line[d^="M"]').count()).toBeGreaterThan(0);
  });

  test('watching: a market is watched on its page, found on home, kept over a reload, and let go there [Q5]', async () => {
    const page = await visit(on, `/market/${on.stage.ferry.slug}`);
    await page.getByRole('button', { name: `Watch: ${on.stage.ferry.question}` }).click();
    await page.goto(on.venue.page('/'));
    await page.getByRole('link', { name: 'Watched (1)' }).click();
    // The list of all events, which may have it too, stays until that of the watched ones has come.
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('heading', { level: 2 }).filter({ hasText: on.stage.ferry.title }).waitFor();
    await page.reload();
    const star = page.getByRole('article').getByRole('button', { name: /^Watch: / });
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    await star.click();
    await page.getByText('Watch an event or a market with its star.').waitFor();
  });

  test('sharing: a market’s link is copied, has a picture of the venue’s own, and a frame for other pages [Q6]', async () => {
    const page = await welcome(on.browser);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const address = on.venue.page(`/market/${on.stage.ferry.slug}`);
    await page.goto(address);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const frame = await dialog.getByLabel('Show it on another page').inputValue();
    expect(frame).toContain(`src="${on.venue.url}/embed/market/${on.stage.ferry.slug}"`);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    // A busy venue refuses to render the image, and says when to retry.
    const typeOf = async () => (await page.request.get(picture ?? '')).headers()['content-type'];
    await expect.poll(typeOf).toBe('image/png');
  });

  test('messages: one waits for a user who looks away, and goes six seconds after the next sign of life', async () => {
    const page = await welcome(on.browser);
    await page.clock.install();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy link' }).click();
    const message = page.getByRole('region', { name: 'Messages' }).getByText('Copied');
    await message.waitFor();
    await page.clock.fastForward(60_000);
    expect(await message.count()).toBe(1);
    await page.mouse.move(200, 200);
    await page.clock.fastForward(6_000);
    await message.waitFor({ state: 'detached' });
  });

  test('embedding: a page elsewhere frames a market, which keeps itself going, and can frame nothing else [Q7]', async () => {
    const frameOf = (path: string) => `<iframe src="${on.venue.url}${path}${on.stage.ferry.slug}"></iframe>`;
    const frames = ['/embed/market/', '/app/market/'].map(frameOf);
    const elsewhere = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${frames.join('')}`),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    elsewhere.listen(0, '127.0.0.1', resolve);
    await promise;
    onTestFinished(() => {
      elsewhere.closeAllConnections();
      elsewhere.close();
    });
    // The browser complains of the page that it may not frame.
    const page = await welcome(on.browser, { expected: /frame/i });
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const framed = page.frameLocator('iframe').first();
    await framed.getByRole('heading', { name: on.stage.ferry.question }).waitFor();
    await framed.getByText(/^[0-9]+%$/).waitFor();
    await framed.locator('#curve path[d^="M"]').waitFor({ state: 'attached' });
    expect(await framed.locator('button, input, form').count()).toBe(0);
    const isRefused = (url: string) => url.includes('/app/') || url.startsWith('chrome-error');
    const refused = page.frames().find((frame) => isRefused(frame.url()));
    expect(refused === undefined || !(await refused.content()).includes(on.stage.ferry.question)).toBe(true);
  });

  test('how it works: one page explains shares, prices, fees and results, and is found from everywhere [Q8]', async () => {
    const page = await visit(on, '/portfolio');
    await page.getByRole('contentinfo').getByRole('link', { name: 'How it works' }).click();
    for (const name of ['Shares', 'Prices', 'Fees', 'Results'])
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    const words = ((await page.getByRole('article').textContent()) ?? '').split(/\s+/).length;
    // A minute's reading is about 250 to 300 words; allow somewhat more.
    expect(words).toBeLessThan(420);
  });
});
