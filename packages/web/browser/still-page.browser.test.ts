/** A telephone: what arrives late moves nothing that is on the screen, and what belongs side by side fits its width. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, operate, visit } from './ways.ts';

const PHONE = { width: 390, height: 844 };
/** Less than a line of text moves: the account's button, which grows from `Sign in` to the balance. */
const SHIFT_SEEN = 0.001;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Element | null }[];
}

/** From now on each page records what moved, as `0.031 panel`. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript((least) => {
    const seen: string[] = [];
    Object.assign(globalThis, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const { value, sources, hadRecentInput } of list.getEntries() as Shift[]) {
        const names = sources.map(({ node }) => node?.className ?? '').join(', ');
        if (value >= least && !hadRecentInput) seen.push(`${value.toFixed(3)} ${names}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, SHIFT_SEEN);
}

const shifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: readonly string[] }).shifts);

describeInBrowser('telephone', () => {
  const on = openTheatre('Plover Sound');

  test('telephone: position, open orders and further keys arrive without moving what is on the screen', async () => {
    // The trader below and the page may sign in within the same second; the later of them then signs again.
    const page = await welcome(on.browser, { ...PHONE, expected: /status of 401/ });
    const { privateKey } = await bringAccount(page);
    const trader = on.venue.client({ account: { signer: privateKey } });
    const [{ slug, tokenIds } = on.stage.ferry] = on.stage.race.markets;
    await trader.orders.place({ tokenId: tokenIds[0], side: 'BUY', price: '0.42', size: '5' });
    for (const price of ['0.1', '0.11'])
      await trader.orders.place({ tokenId: tokenIds[0], side: 'BUY', price, size: '5' });
    await watch(page);

    const arrivals = [
      { path: `/market/${slug}`, headings: ['Your position', 'Your open orders', 'Markets of this event'] },
      { path: '/account', headings: ['Profile', 'Further keys'] },
    ];
    for (const { path, headings } of arrivals) {
      await page.goto(on.venue.page(path));
      for (const name of headings) await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await shifts(page), path).toEqual([]);
    }
  });

  test('telephone: a newcomer is told of the starting balance without moving the markets', async () => {
    const page = await welcome(on.browser, PHONE);
    await watch(page);
    await page.goto(on.venue.page('/'));
    await page.getByText(/You start with \$10,000.00/).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    expect(await shifts(page)).toEqual([]);
  });

  test('telephone: all columns of the leaderboard fit, and the sections of Operate stay in the window', async () => {
    const page = await operate(on, '', PHONE);
    const sections = page.getByRole('navigation', { name: 'Sections of Operate' }).getByRole('link');
    const ends = await sections.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(PHONE.width);
    // The filter with its counts stands in two lines rather than being cut.
    await page.goto(on.venue.page('/operate/events'));
    const hidden = page.getByRole('radio', { name: /^Hidden \(\d+\)$/ });
    await hidden.waitFor();
    expect((await hidden.boundingBox())?.x).toBeLessThan(PHONE.width - 32);
    await page.goto(on.venue.page('/leaderboard'));
    const table = page.getByRole('region', { name: 'Traders, best first' });
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('telephone: what a keyboard moves to is not below the bars at the bottom', async () => {
    const page = await visit(on, `/market/${on.stage.ferry.slug}`, PHONE);
    await page.getByText('It ran in worse.').waitFor();
    const covered: string[] = [];
    for (let isLast = false; !isLast; ) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const at = document.activeElement;
        const bar = document.querySelector('.buy-bar')?.getBoundingClientRect().top ?? 0;
        const isBelow = at?.closest('.buy-bar, .bottom-nav') == null && (at?.getBoundingClientRect().top ?? 0) > bar;
        return { below: isBelow ? [at?.textContent ?? ''] : [], isLast: at?.matches('.footer a:last-child') ?? true };
      });
      covered.push(...found.below);
      isLast = found.isLast;
    }
    expect(covered).toEqual([]);
  });
});
