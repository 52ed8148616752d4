/**
 * Buttons that explain in the venue's words why an order is not filled, was refused, or traded, at all window sizes.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, buy, comeBack } from './ways.ts';

describeInBrowser('why', () => {
  const on = openTheatre('Skua Skerry');

  async function ask(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Why? Buy 100 Yes at 12¢', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Why is it not filled?' });
    const rests =
      /^It rests\. The remaining 100 shares need an offer of Yes at 0\.12 or lower(?:, behind .* at its price)?: the best offer is .* now\.$/;
    await dialog.getByText(rests).waitFor();
    await dialog.getByText(/^100 shares came to rest at 0\.12, /).waitFor();
    await dialog.getByText('Ahead at its price when it came').waitFor();
    expect(await dialog.textContent()).not.toContain('¢');
    // Nothing overflows, however small the window is.
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  test('why: an open order is explained beside its ticket and among all orders, with its place in the queue', async () => {
    const { page } = await comeBack(on, `/market/${on.stage.ferry.slug}`);
    await buy(page, { type: 'Limit', outcome: 'Yes', shares: '100', cents: '12' });
    await ask(page);
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto(on.venue.page('/portfolio'));
    await page.getByRole('tab', { name: 'Orders (1)' }).click();
    await ask(page);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const asks = page.getByRole('dialog', { name: 'Cancel the open order?' });
    await asks.getByRole('button', { name: 'Keep it' }).click();
  });

  test('why: an order that has just been refused tells its checks up to the one that it broke', async () => {
    const page = await welcome(on.browser, { expected: /status of 400 .*\/order$/ });
    await bringAccount(page);
    const [, , market] = on.stage.race.markets;
    const { slug = '', conditionId = '' } = market ?? {};
    await page.goto(on.venue.page(`/market/${slug}`));
    // The makers' orders are gone when the order arrives.
    await page.route('**/order', async (route) => {
      await on.stage.maker.orders.cancelMarket({ market: conditionId });
      await route.continue();
    });
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '5' });
    const refusal = page.getByRole('alert').filter({ hasText: 'No one was there to trade with' });
    await refusal.getByRole('button', { name: 'Why? Buy Yes for $5.00', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Why was it refused?' });
    await dialog.getByText(/^It was refused: /).waitFor();
    const checks = await dialog.getByRole('list', { name: 'Checks' }).getByRole('listitem').allTextContents();
    expect(checks[0]).toMatch(/^Passed: Owner and signer are the account/);
    expect(checks[1]).toMatch(/^Passed: The signature is the account’s/);
    expect(checks.filter((text) => text.startsWith('Broken: '))).toEqual([checks.at(-1)]);
  });

  test('why: an order that is over is explained where it traded, and wherever one’s own trades are listed', async () => {
    const page = await welcome(on.browser);
    const { address } = await bringAccount(page);
    const [market] = on.stage.race.markets;
    await page.goto(on.venue.page(`/market/${market?.slug}`));
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '4.20' });
    const dialog = page.getByRole('dialog', { name: 'How did this order trade?' });
    const told = async () => {
      await dialog.getByText('It was filled.', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await page.getByRole('button', { name: 'Why? Buy Yes for $4.20', exact: true }).click();
    await told();
    await page.goto(on.venue.page('/portfolio'));
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Why\? Bought 10 Yes at 42¢$/ }).click();
    await dialog.getByText('It was filled.', { exact: true }).waitFor();
    await told();
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto(on.venue.page(`/profile/${address}`));
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByRole('button', { name: /^Why\? Bought 10 Yes at 42¢$/ }).click();
    await told();
    // Other accounts' trades cannot be explained.
    await page.goto(on.venue.page(`/profile/${on.stage.maker.account.address}`));
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByRole('table', { name: 'Activity, newest first' }).waitFor();
    expect(await page.getByRole('button', { name: /^Why/ }).count()).toBe(0);
  });
});
