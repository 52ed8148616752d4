/** Open orders have a button that tells why they are not filled, in the venue's words, on a large window and a small one. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium } from './chromium.ts';
import { openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { buy, createAccount } from './ways.ts';

describe.skipIf(findChromium() === null)('why', () => {
  const on = openTheatre();

  async function ask(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Why? Buy 100 Yes at 12¢', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Why is it not filled?' });
    await dialog
      .getByText(
        /^It rests\. What is left of it, 100 shares, needs an offer of Yes at 0\.12 or lower: .* come before it\.$/,
      )
      .waitFor();
    await dialog.getByText(/^100 shares came to rest at 0\.12, /).waitFor();
    await dialog.getByText('Ahead at its price when it came').waitFor();
    // Nothing stands out of it, however small the window is.
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const shots = process.env['WHY_SHOTS'];
    if (shots) await page.screenshot({ path: `${shots}-${page.viewportSize()?.width}.png` });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  test('why: an open order is explained beside its ticket and among all orders, with its place in the queue', async () => {
    const { page, troubles } = await welcome(on.browser);
    await createAccount(page, on.venue);
    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await buy(page, { type: 'Limit', outcome: 'Yes', shares: '100', cents: '12' });
    await ask(page);
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto(on.venue.page('/portfolio'));
    await page.getByRole('tab', { name: 'Orders (1)' }).click();
    await ask(page);
    expect(troubles).toEqual([]);
  });
});
