/** A visitor with a browser wallet: list, sign in, sign orders, decline, switch account and network. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { TestWallet, WALLET_ICON, WALLET_NAME } from './test-wallet.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { buy } from './ways.ts';

const newKey = (): string => `0x${randomBytes(32).toString('hex')}`;
/** A chain id that no venue signs for. */
const ELSEWHERE = 1;

describeInBrowser('browser wallet', () => {
  const on = openTheatre('Puffin Cliffs');

  /** Opens the account page with a wallet in the browser. */
  async function arrive(): Promise<{ readonly page: Page; readonly wallet: TestWallet }> {
    const page = await welcome(on.browser);
    const wallet = await TestWallet.install(page, newKey());
    await page.goto(on.venue.page('/account'));
    return { page, wallet };
  }

  async function connect(page: Page): Promise<void> {
    await page.getByRole('button', { name: WALLET_NAME }).click();
    await page.getByRole('link', { name: 'Account, cash: $10,000.00' }).waitFor();
  }

  test('browser wallet: is listed by name and picture, signs in once, and signs an order [W29]', async () => {
    const { page, wallet } = await arrive();
    const listed = page.getByRole('region', { name: 'Browser wallet' }).getByRole('button');
    await listed.getByText(WALLET_NAME).waitFor();
    expect(await listed.locator('img').getAttribute('src')).toBe(WALLET_ICON);
    expect([await listed.count(), wallet.asked]).toEqual([1, []]);

    await connect(page);
    expect(wallet.signatureCount).toBe(1);

    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '4.2' });
    await page.getByText('Bought 10 shares for $4.20').waitFor();
    expect(wallet.signatureCount).toBe(2);
    const [position] = await on.stage.maker.positions.list({ user: wallet.address });
    expect(position).toMatchObject({ outcome: 'Yes', size: 10 });
  });

  test('browser wallet: who declines is told so, nothing is placed, and it can be tried again', async () => {
    const { page, wallet } = await arrive();
    wallet.decline(true);
    await page.getByRole('button', { name: WALLET_NAME }).click();
    await page.getByRole('alert').filter({ hasText: 'You declined in the wallet. Nothing was signed.' }).waitFor();

    wallet.decline(false);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Account, cash: $10,000.00' }).waitFor();

    wallet.decline(true);
    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '4.2' });
    await page.getByText('You declined in the wallet. Nothing was signed.').waitFor();
    expect(await on.stage.maker.positions.list({ user: wallet.address })).toEqual([]);

    wallet.decline(false);
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await page.getByText('Bought 10 shares for $4.20').waitFor();
  });

  test('browser wallet: choosing another account in it ends the session of the first', async () => {
    const { page, wallet } = await arrive();
    await connect(page);
    const first = wallet.address.toLowerCase();
    await page.getByTitle(first, { exact: true }).first().waitFor();

    await wallet.chooseAccount(newKey());
    await page.getByText(`${WALLET_NAME} lends another account now`).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByTitle(wallet.address).first().waitFor();
    await page.getByRole('link', { name: 'Account, cash: $10,000.00' }).waitFor();
    expect(await page.getByTitle(first).count()).toBe(0);
  });

  test('browser wallet: one that is set to another network is asked to change, and signs [W29]', async () => {
    const { page, wallet } = await arrive();
    wallet.setChain(ELSEWHERE);
    await connect(page);
    expect(wallet.asked).toContain('wallet_switchEthereumChain');
  });
});
