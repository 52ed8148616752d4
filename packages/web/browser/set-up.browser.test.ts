/** From the printed link through the set-up page to the first market, and back to the spent link. */
import { expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { enterOperate } from './ways.ts';

const NAME = 'Zoë’s <Club>';

describeInBrowser('set-up', () => {
  // Without a starting balance in the environment, which would count as set up.
  const on = openOwnHouse(() => ({ BELLWETHER_STARTING_BALANCE: '' }));

  test('set-up: the printed link leads through the page to the first market, once', async () => {
    const page = await welcome(on.browser, { expected: /409 \(Conflict\).*\/setup\/link/ });
    const link = await on.venue.setUpLink();
    await page.goto(link);
    await page.getByText('It is good for another 10 minutes').waitFor();
    const send = page.getByRole('button', { name: 'Set up the venue' });
    await send.click();
    await page.getByText('Enter a name.').waitFor();
    expect(await page.getByRole('alert').count()).toBeGreaterThan(3);

    await page.getByLabel('Name', { exact: true }).fill(NAME);
    await page.getByLabel('Currency').fill('acorns');
    await page.getByLabel('Starting balance').fill('250.5');
    await page.getByLabel('Who may join').selectOption('listed');
    await page.getByLabel('Kind').selectOption('several');
    await page.getByLabel('Question').fill('Who wins the regatta?');
    await page.getByLabel('Answers').fill('Heron\n\nOsprey\n');
    await page.getByLabel('Rules').fill('As the board says.');
    await page.getByLabel('Decided by').fill('The board');
    await page.getByLabel('Trading ends').fill('2030-12-31T12:00');
    await send.click();
    await page.getByRole('heading', { name: `${NAME} is set up` }).waitFor();
    await page.getByText(`${on.venue.dataDir}/admin-token`).waitFor();

    await page.getByRole('link', { name: 'See the first market' }).click();
    await page.getByRole('heading', { level: 1, name: 'Who wins the regatta?' }).waitFor();
    await page.getByRole('link', { name: 'Osprey', exact: true }).waitFor();
    await page.getByRole('link', { name: `${NAME}, home` }).waitFor();
    expect(await page.title()).toBe(`Who wins the regatta? · ${NAME}`);
    await page.goto(on.venue.page('/how-it-works'));
    await page.getByText('it pays 1 acorns, if not').waitFor();

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('This venue is set up already.').waitFor();
  });

  test('set-up: who is not on the list is told their address, and joins once the operator has added it', async () => {
    const visitor = await welcome(on.browser, { expected: /403 \(Forbidden\).*\/auth\/api-key/ });
    await visitor.goto(on.venue.page('/account'));
    await visitor.getByRole('button', { name: 'Create an account' }).click();
    const refusal = visitor.getByText('ask the operator to add 0x').first();
    const [address = ''] = /0x[0-9a-f]{40}/.exec((await refusal.textContent()) ?? '') ?? [];

    const operator = await welcome(on.browser);
    await enterOperate(operator, on.venue, '/money');
    await operator.getByLabel('Address', { exact: true }).fill(address);
    await operator.getByRole('button', { name: 'Add', exact: true }).click();
    await operator.getByText(`${address} may join`).waitFor();

    await visitor.reload();
    await visitor.getByRole('link', { name: /Account, cash: 250\.50\sacorns/ }).waitFor();
  });
});
