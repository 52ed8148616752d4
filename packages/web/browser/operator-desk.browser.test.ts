/** An operator's daily work: finding events that need a result, depositing by name, removing comments. */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { choose, createAccount, holdAnswers, operate } from './ways.ts';

describeInBrowser('operator desk', () => {
  const on = openTheatre('Fulmar Head');

  test('operator desk: finds events by words and by what is left to do, and comes back to the list [W35]', async () => {
    const [market] = on.stage.race.markets;
    await on.stage.operator.admin.updateMarket(market?.conditionId ?? '', { closed: true });
    const page = await operate(on, '/events');
    await page.getByLabel('Find an event').fill('fulmar');
    const found = page.getByRole('list', { name: 'Found events' });
    await found.getByText(on.stage.bridge.title).waitFor();
    await expect.poll(() => found.getByRole('listitem').count()).toBe(3);

    await choose(page, 'Which events', 'Needs a result (1)');
    await found.getByText('1 of 3 need a result').waitFor();
    // The previous list stays until the new one has loaded.
    await expect.poll(() => found.getByRole('listitem').count()).toBe(1);
    await found.getByRole('link').click();
    await page.getByRole('heading', { name: on.stage.race.title }).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    const race = found.getByRole('listitem').filter({ hasText: on.stage.race.title });
    await race.getByText('1 of 3 need a result').waitFor();

    await page.getByLabel('Find an event').fill('fulmar');
    await choose(page, 'Which events', 'Resolved (1)');
    await found.getByText('1 market, resolved').waitFor();
    await page.getByLabel('Find an event').fill('fulmar ferry');
    await page.getByText('No such event has these words').waitFor();
    await choose(page, 'Which events', 'All (1)');
    await found.getByText(on.stage.ferry.title).waitFor();
  });

  test('operator desk: saves the data of the venue as files, and a trader their own', async () => {
    const page = await operate(on, '/export');
    const saved = async (from: typeof page, button: string): Promise<[string, string]> => {
      const [download] = await Promise.all([
        from.waitForEvent('download'),
        from.getByRole('button', { name: button, exact: true }).click(),
      ]);
      // The browser is another process.
      return [download.suggestedFilename(), await text(await download.createReadStream())];
    };
    const [name, rows] = await saved(page, 'Positions');
    expect([name, rows.slice(0, 21)]).toEqual(['positions.csv', 'account,wallet,event,']);
    await choose(page, 'Format', 'Parquet');
    const [parquet, bytes] = await saved(page, 'Trades');
    expect([parquet, bytes.slice(0, 4), bytes.slice(-4)]).toEqual(['trades.parquet', 'PAR1', 'PAR1']);
    const visitor = await welcome(on.browser);
    await createAccount(visitor, on.venue);
    const [own, lines] = await saved(visitor, 'Comments');
    expect([own, lines.split('\n').slice(1)]).toEqual(['comments.csv', ['']]);
  });

  test('operator desk: a hook is added, its secret shown once, and it is tested, turned off and removed', async () => {
    const page = await operate(on, '/news');
    await page.getByText('No news is sent anywhere').waitFor();
    await page.getByLabel('Address of the incoming webhook').fill('https://hooks.invalid/T0/secret');
    await page.getByLabel('Moves of ten points in a day').uncheck();
    await page.getByRole('button', { name: 'Add the hook' }).click();
    const secret = page.getByRole('dialog').getByLabel('Secret', { exact: true });
    expect(await secret.inputValue()).toMatch(/^whsec_.{44}$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const hook = page.getByRole('row').filter({ hasText: 'Slack, https://hooks.invalid' });
    await hook.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The receiver did not take the test').waitFor();
    await hook.getByRole('button', { name: 'Turn off' }).click();
    await hook.getByRole('button', { name: 'Turn on' }).waitFor();
    expect(await page.content()).not.toContain('T0/secret');
    await hook.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No news is sent anywhere').waitFor();
  });

  test('operator desk: deposits by name, and says whose an address is [W36]', async () => {
    const trader = newTrader(on.venue);
    await trader.profile.update({ name: 'Quiet Harbour' });
    const page = await operate(on, '/money');
    await page.getByLabel('Wallet').fill('quiet har');
    await page.getByLabel('Amount').fill('12.5');
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Choose one of the accounts' }).waitFor();
    await page.getByRole('list', { name: 'Accounts with this name' }).getByRole('button').click();
    await page.getByText('Belongs to Quiet Harbour.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    await page.getByText('Free there now: $10,012.50').first().waitFor();
  });

  test('operator desk: what is typed while a deposit is on its way stays, and the deposit is told as what it was', async () => {
    const trader = newTrader(on.venue);
    await trader.auth.credentials();
    const wallet = (await trader.account.get()).wallets[0]?.address ?? '';
    const page = await operate(on, '/money');
    const deposit = page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true });
    await page.getByLabel('Wallet').fill(wallet);
    await page.getByLabel('Amount').fill('40');
    const letGo = await holdAnswers(page, '**/admin/deposits');
    await deposit.click();
    await page.getByLabel('Amount').fill('7');
    expect(await deposit.getAttribute('aria-busy')).toBe('true');
    await choose(page, 'Direction', 'Withdraw');
    letGo();
    await page
      .getByText(/^Deposited \$40\.00/)
      .first()
      .waitFor();
    expect(await page.getByLabel('Amount').inputValue()).toBe('7');
  });

  test('operator desk: a removal is confirmed first [W36]', async () => {
    const text = 'It ran to Fulmar Head in worse.';
    const parent = { parentEntityType: 'Event', parentEntityID: Number(on.stage.ferry.eventId) } as const;
    await on.stage.maker.comments.add({ ...parent, body: text });
    const kept = async () => {
      const about = { parent_entity_type: 'Event', parent_entity_id: Number(on.stage.ferry.eventId) } as const;
      return (await on.stage.maker.comments.list(about)).map(({ body }) => body);
    };
    const page = await operate(on, '/comments');
    await choose(page, 'Which comments', 'All');
    await choose(page, 'Order', 'Newest');
    const comment = page.getByRole('listitem').filter({ hasText: text });
    const remove = comment.getByRole('button', { name: /^Remove the comment/ });
    await remove.click();
    const dialog = page.getByRole('dialog', { name: /^Remove the comment of/ });
    await dialog.getByText(text).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await kept()).toContain(text);
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await comment.waitFor({ state: 'detached' });
  });

  test('operator desk: on a shared computer signing out removes the key [W37]', async () => {
    // A second sign-in within the same second is refused as a replay and retried with a later timestamp.
    const page = await welcome(on.browser, { expected: /status of 401/ });
    await createAccount(page, on.venue);
    await page.goto(on.venue.page('/account'));
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
    await signOut.click();
    const dialog = page.getByRole('dialog', { name: 'Sign out' });
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
    const kept = () => page.evaluate(() => localStorage.getItem('bellwether.account'));
    expect(await kept()).toContain('privateKey');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

    await signOut.click();
    await dialog.getByLabel('Others use this computer: remove the key too').check();
    const both = dialog.getByRole('button', { name: 'Sign out and remove the key' });
    expect(await both.isDisabled()).toBe(true);
    await dialog.getByLabel('I have saved the key, or I no longer need it').check();
    await both.click();
    await page.getByRole('button', { name: 'Create an account' }).waitFor();
    expect(await kept()).toBeNull();
  });
});
