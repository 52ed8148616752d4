/** Further keys of an account: one is made in the browser, trades as a bot's, and is revoked. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { comeBack } from './ways.ts';

describeInBrowser('further keys', () => {
  const on = openTheatre('Dunlin Sands');

  const panel = (page: Page) => page.getByRole('region', { name: 'Further keys' });
  const row = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name });

  /** Adds a key from the account page. Returns what the page shows once: the key, and the wallet that it trades from. */
  async function addKey(page: Page, name: string) {
    await panel(page).getByRole('button', { name: 'Add a key' }).click();
    const form = page.getByRole('dialog', { name: 'Add a key' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Ends').selectOption('In a week');
    await form.getByRole('button', { name: 'Make the key and add it' }).click();
    const shown = page.getByRole('dialog', { name: 'Copy the key now' });
    const privateKey = await shown.getByLabel('Private key').inputValue();
    const wallet = (await shown.getByRole('status').locator('code').getAttribute('title')) ?? '';
    return { privateKey, wallet, close: () => shown.getByRole('button', { name: 'I have saved the key' }).click() };
  }

  /** Everything that the page sends, and everything that it stores. */
  function watch(page: Page) {
    const sent: string[] = [];
    page.on('request', (request) => {
      sent.push([request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n'));
    });
    const stored = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerHTML]));
    return async () => [...sent, await stored()];
  }

  test('further keys: one made in the browser never leaves it, trades for the account, and ends when it is revoked', async () => {
    const { page } = await comeBack(on, '/account');
    const seen = watch(page);
    const { privateKey, wallet, close } = await addKey(page, 'Market maker');
    await close();
    await row(page, 'Market maker').getByText('Made in this browser').waitFor();
    await row(page, 'Market maker').getByText('Places orders · from the deposit wallet').waitFor();
    await row(page, 'Market maker')
      .getByText(/^Ends \w+ \d+, \d{4}, /)
      .waitFor();
    expect((await seen()).filter((one) => one.includes(privateKey.slice(2)))).toEqual([]);

    const account = { signer: privateKey, wallet, signatureType: 3, asKey: true } as const;
    const bot = on.venue.client({ account });
    const [tokenId] = on.stage.ferry.tokenIds;
    const order = { tokenId, side: 'BUY', price: '0.1', size: '20' } as const;
    const { orderID } = await bot.orders.place(order);
    expect((await bot.orders.list()).data.map(({ id }) => id)).toEqual([orderID]);

    await page.reload();
    await row(page, 'Market maker').getByText('Made in this browser').waitFor();
    await page.getByRole('button', { name: 'Revoke Market maker' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke Market maker?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Revoke Market maker' }).click();
    await question.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('Key revoked').waitFor();
    await row(page, 'Market maker').waitFor({ state: 'detached' });
    expect((await bot.orders.list()).data).toEqual([]);
    await expect(bot.orders.place(order)).rejects.toMatchObject({ code: 'unknown_key' });
  });

  test('further keys: a key that no venue answered for is the same when it is tried again', async () => {
    const { page } = await comeBack(on, '/account', { expected: /status of 500/ });
    const addresses: string[] = [];
    let isCut = true;
    await page.route('**/account/keys', async (route) => {
      const body = route.request().postData();
      if (body !== null) addresses.push((JSON.parse(body) as { address: string }).address);
      if (!isCut || body === null) return route.continue();
      await route.fetch();
      // A proxy that lost the answer says this. The SDK does not repeat such a request by itself.
      await route.fulfill({ status: 500 });
    });
    await panel(page).getByRole('button', { name: 'Add a key' }).click();
    const form = page.getByRole('dialog', { name: 'Add a key' });
    await form.getByRole('button', { name: 'Make the key and add it' }).click();
    await form.getByRole('alert').waitFor();
    isCut = false;
    await form.getByRole('button', { name: 'Make the key and add it' }).click();
    await page.getByRole('dialog', { name: 'Copy the key now' }).getByText('Key without a name').waitFor();
    expect(new Set(addresses).size).toBe(1);
  });

  test('further keys: a key that is shown once stays until it is confirmed, whatever is pressed', async () => {
    const { page } = await comeBack(on, '/how-it-works');
    await page.getByRole('link', { name: /^Account, cash/ }).click();
    await panel(page).waitFor();
    const address = page.url();
    const { privateKey, close } = await addKey(page, 'Shown once');
    const shown = page.getByRole('dialog', { name: 'Copy the key now' });
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      // The browser itself closes a dialog at the second Escape.
      escape: async () => {
        for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
      },
      backdrop: () => page.mouse.click(5, 5),
      'close button': () => shown.getByRole('button', { name: 'Close', exact: true }).click(),
      'back button': () => page.evaluate(() => history.back()),
      // Such as by a script, or the shortcut of an extension: a dialog lets no one reach a link.
      address: () => page.evaluate(() => document.querySelector<HTMLElement>('.brand')?.click()),
    };
    for (const [way, go] of Object.entries(ways)) {
      await go();
      await shown.getByRole('alert').getByText('The key is shown this once.').waitFor();
      expect(await shown.getByLabel('Private key').inputValue(), way).toBe(privateKey);
      await expect.poll(() => page.url(), { message: way }).toBe(address);
      await shown.getByRole('button', { name: 'Keep it open' }).click();
      await shown.getByRole('alert').waitFor({ state: 'detached' });
    }
    // A reload asks in the browser's own words.
    const question = page.waitForEvent('dialog');
    const reload = page.evaluate(() => location.reload());
    const asked = await question;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await reload;
    expect(await shown.getByLabel('Private key').inputValue()).toBe(privateKey);
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'Close it' }).click();
    await shown.waitFor({ state: 'detached' });

    const next = await addKey(page, 'Confirmed');
    expect(next.privateKey).not.toBe(privateKey);
    await close();
    await shown.waitFor({ state: 'detached' });
    await page.evaluate(() => history.back());
    await page.waitForURL(/how-it-works$/);
  });
});
