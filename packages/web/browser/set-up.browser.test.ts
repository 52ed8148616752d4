/** From the printed link through the set-up page to the first market, and back to the spent link. */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { flaws } from './looks.ts';
import { describeInBrowser, openOwnHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { enterOperate } from './ways.ts';

const NAME = 'Zoë’s <Club>';

describeInBrowser('set-up', () => {
  // Without a starting balance in the environment, which would count as set up.
  const on = openOwnHouse(() => ({ BELLWETHER_STARTING_BALANCE: '' }));

  test('set-up: the printed link leads through the page to the first market, once', async () => {
    const page = await welcome(on.browser, { expected: /(409 \(Conflict\)|502 \(Bad Gateway\)).*\/setup\/link/ });
    const link = await on.venue.setUpLink();
    await page.goto(link);
    // Fewer than ten if a busy machine was long about the first page.
    await page.getByText(/It is good for another (?:10|\d) minutes?\b/).waitFor();
    const send = page.getByRole('button', { name: 'Set up the venue' });
    await send.click();
    await page.getByText('Enter a name.').waitFor();
    expect(await page.getByRole('alert').count()).toBeGreaterThan(3);

    await page.getByLabel('Name', { exact: true }).fill(NAME);
    await page.getByLabel('Currency').fill('acorns');
    await page.getByLabel('Starting balance').fill('250.5');
    await page.getByLabel('Who may join').selectOption('oidc');
    await page.getByText(`${on.venue.url}/auth/people/callback/oidc`).waitFor();
    await page.getByLabel('Issuer').fill('http://intranet.example');
    await page.getByRole('button', { name: 'Check the provider' }).click();
    await page.getByText(/must be an https address/).waitFor();
    await page.getByLabel('Mail server').fill('smtp://127.0.0.1:9');
    await page.getByLabel('Sender').fill('venue@company.example');
    await page.getByLabel('Send a test mail to').fill('ops@company.example');
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByText(/The mail server did not take the mail/).waitFor();
    expect(await flaws(page)).toEqual([]);
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
    await expect.poll(() => page.title()).toBe(`Who wins the regatta? · ${NAME}`);
    await page.goto(on.venue.page('/how-it-works'));
    await page.getByText('it pays 1 acorn, if not').waitFor();

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

  test('looks: what the operator saves is everyone’s at once, an SVG runs nothing, and texts are texts', async () => {
    const visitor = await welcome(on.browser, { expected: /Blocked script execution in '\S+\/app\/logo'/ });
    await visitor.goto(on.venue.page('/'));
    await visitor.getByRole('link', { name: `${NAME}, home` }).waitFor();

    const page = await welcome(on.browser, { expected: /400 \(Bad Request\).*\/admin\/looks/ });
    await enterOperate(page, on.venue, '/looks');
    const save = page.getByRole('button', { name: 'Save the looks' });
    const welcomed = '<img src=x onerror=alert(1)> Welcome to the league.\n\nAsk Zoë.';
    await page.getByLabel('Name', { exact: true }).fill('Tern Bay');
    await page.getByLabel('Accent').fill('white');
    await save.click();
    await page.getByText('It must be a colour such as #2a52d8, or empty.').waitFor();
    await page.getByLabel('Accent').fill('#8a2f5d');
    await page.getByLabel('Currency').fill('points');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>document.title = 1</script><circle cx="4" cy="4" r="4" fill="#8a2f5d"/></svg>';
    await page.getByLabel('Logo').setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByLabel('Welcome', { exact: true }).fill(welcomed);
    await page.getByLabel('Terms', { exact: true }).fill('One account each.\n\nNo shouting.');
    await page.getByLabel('Why (optional)').fill('New season');
    const preview = page.getByRole('region', { name: 'Preview, light' });
    await preview.getByText('1,234.50\u00a0points').waitFor();
    await preview.locator('img').waitFor();
    expect(await flaws(page)).toEqual([]);
    await save.click();
    await page.getByRole('link', { name: 'Tern Bay, home' }).waitFor();
    const background = () => save.evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect.poll(background).not.toBe('rgb(42, 82, 216)');

    // An open page takes them at its next look at the venue, without a load.
    await visitor.getByRole('link', { name: 'Tern Bay, home' }).locator('img').waitFor();
    const note = visitor.getByRole('complementary', { name: 'Welcome' });
    await note.getByText('<img src=x onerror=alert(1)> Welcome to the league.').waitFor();
    expect(await flaws(visitor)).toEqual([]);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await note.waitFor({ state: 'detached' });
    await visitor.reload();
    await visitor.getByRole('link', { name: 'Tern Bay, home' }).waitFor();
    expect(await note.count()).toBe(0);
    await visitor.getByRole('link', { name: 'Terms' }).click();
    await visitor.getByText('No shouting.').waitFor();
    await visitor.goto(`${on.venue.url}/app/logo`);
    expect(await visitor.title()).toBe('');

    // The file has what the form has read after it was saved.
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as bellwether.config.json' }).click();
    const saved = JSON.parse(await text(await (await file).createReadStream()));
    expect(saved).toMatchObject({ name: 'Tern Bay', accent: '#8a2f5d', join: 'listed', terms: expect.any(String) });
    expect(saved.logo).toBe(`data:image/svg+xml;base64,${btoa(svg)}`);
    await page.goto(on.venue.page('/operate/log'));
    await page.getByText('New season').waitFor();
  });
});
