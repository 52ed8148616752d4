import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { describeInBrowser, openOwnHouse, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, buy, choose, enterOperate } from './ways.ts';

const OUT = process.env['STYLES_OUT'] ?? '/tmp/styles';
const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 900 },
  { name: 'narrow', colorScheme: 'dark', width: 360, height: 740 },
] as const;

const dump = (page: Page) =>
  page.evaluate(() => {
    const out: Record<string, string> = {};
    const skip = /^(perspective-origin|transform-origin|inline-size|block-size|min-inline|min-block|max-inline|max-block|(inset|margin|padding|border)-(inline|block)|-webkit)/;
    const walk = (element: Element, path: string): void => {
      const style = getComputedStyle(element);
      const parts: string[] = [];
      for (const name of style) if (!skip.test(name) && !name.startsWith('--')) parts.push(`${name}:${style.getPropertyValue(name)}`);
      const own = [...element.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent?.trim()).join(' ').slice(0, 40);
      out[path] = `${element.getAttribute('class') ?? ''}|${own}|${element.getAttribute('role') ?? ''} ${element.getAttribute('aria-label') ?? ''}|${parts.join(';')}`;
      for (const pseudo of ['::before', '::after']) {
        const p = getComputedStyle(element, pseudo);
        if (p.content !== 'none' && p.content !== 'normal') out[`${path}${pseudo}`] = `||${[...p].filter((n) => !skip.test(n)&&!n.startsWith('--')).map((n) => `${n}:${p.getPropertyValue(n)}`).join(';')}`;
      }
      [...element.children].forEach((child, index) => walk(child, `${path}>${child.tagName.toLowerCase()}${index}`));
    };
    walk(document.body, 'body');
    return out;
  });

async function shoot(page: Page, name: string, looks: readonly (typeof LOOKS)[number][] = LOOKS): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await page.setViewportSize(look);
    await page.waitForTimeout(200);
    const file = `${OUT}/${name.replace(/\W+/g, '-')}-${look.name}`;
    writeFileSync(`${file}.json`, JSON.stringify(await dump(page)));
    await page.screenshot({ path: `${file}.png`, fullPage: true, timeout: 30_000 }).catch(() => undefined);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(LOOKS[0]);
}
const openAll = (page: Page) => page.evaluate(() => { for (const d of document.querySelectorAll('main details')) (d as HTMLDetailsElement).open = true; });

describeInBrowser('styles', () => {
  const on = openTheatre('Tern Bay', openOwnHouse(() => ({ BELLWETHER_LIMITS: 'off' })));
  const go = async (page: Page, path: string): Promise<void> => {
    await page.goto(on.venue.page(path));
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(600);
  };
  test('venue', async () => {
    const { ferry, race, bridge } = on.stage;
    const page = await welcome(on.browser);
    for (const path of ['/', '/account', '/portfolio', '/how-it-works', '/bring-your-bot', '/nowhere', '/search?q=regatta']) { await go(page, path); await shoot(page, `visitor${path}`); }
  }, 200_000);
  test('user', async () => {
    const { ferry, race, bridge } = on.stage;
    const user = await welcome(on.browser);
    user.setDefaultTimeout(12_000);
    const { address } = await bringAccount(user);
    await go(user, `/market/${ferry.slug}`);
    await shoot(user, 'market');
    await buy(user, { type: 'Market', outcome: 'Yes', amount: '10' });
    await user.getByText('Bought').first().waitFor();
    await shoot(user, 'market-bought', [LOOKS[0]]);
    await choose(user, 'Order type', 'Limit');
    await user.getByLabel('Limit price (¢)').fill('12');
    await user.getByRole('textbox', { name: 'Shares' }).fill('20');
    await openAll(user);
    await user.waitForTimeout(300);
    await shoot(user, 'market-limit', [LOOKS[0]]);
    await user.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await user.getByText('Order placed').first().waitFor();
    await shoot(user, 'market-placed', [LOOKS[0]]);
    await user.getByRole('tab', { name: 'Holders' }).click();
    await user.waitForTimeout(500);
    await shoot(user, 'market-holders');
    for (const path of [`/market/${bridge.slug}`, `/event/${race.eventSlug}`, `/event/${ferry.eventSlug}`, '/', `/profile/${address}`, '/leaderboard', '/portfolio', '/account']) { await go(user, path); await openAll(user); await shoot(user, `user${path.replace(address, 'me')}`); }
  }, 200_000);
  test('portfolio', async () => {
    const user = await welcome(on.browser);
    user.setDefaultTimeout(12_000);
    await bringAccount(user);
    await go(user, `/market/${on.stage.ferry.slug}`);
    await buy(user, { type: 'Market', outcome: 'Yes', amount: '10' });
    await user.getByText('Bought').first().waitFor();
    await go(user, '/portfolio');
    for (const tab of await user.getByRole('tab').all()) { await tab.click(); await user.waitForTimeout(700); await shoot(user, `portfolio-tab-${(await tab.textContent() ?? '').replace(/\d/g, '')}`); }
    await go(user, '/account');
    await user.getByRole('button', { name: 'Forget the key' }).click();
    await shoot(user, 'account-forget');
    await user.keyboard.press('Escape');
    await user.getByRole('button', { name: 'Sign out' }).click();
    await user.getByText('Others use this computer').click();
    await shoot(user, 'account-sign-out');
  }, 200_000);
  test('boss', async () => {
    const { ferry, race } = on.stage;
    const boss = await welcome(on.browser);
    boss.setDefaultTimeout(12_000);
    await boss.goto(on.venue.page('/operate'));
    await Promise.resolve(boss.getByLabel('Admin token').waitFor()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-sign-in')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await enterOperate(boss, on.venue);
    for (const section of ['health', 'events', 'new', 'money', 'mode', 'comments', `events?event=${race.eventSlug}`]) { await go(boss, `/operate/${section}`); await boss.waitForTimeout(1500); await openAll(boss); await shoot(boss, `operate-${section.slice(0, 12)}`); }
    await Promise.resolve(go(boss, `/operate/events?event=${ferry.eventSlug}`)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: /^Resolve / }).first().click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(boss, 'Result', 'Split')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByLabel(/to confirm/).waitFor()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-resolve')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.keyboard.press('Escape')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(go(boss, '/operate/comments')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(boss, 'Which comments', 'All')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.waitForTimeout(800)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-comments-all')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: /^Remove the comment/ }).first().click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-comments-ask')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(go(boss, '/operate/mode')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Switch to Post only' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-mode-ask')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(go(boss, '/operate/money')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Deposit', exact: true }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-money-wrong')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(go(boss, '/operate/new')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Next: Markets' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-new-wrong')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByLabel('Title').fill('Rain in Lisbon')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByLabel('Description and rules').fill('By the office.')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByLabel('Resolution source').fill('The office')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByLabel('Ends', { exact: true }).fill('2031-01-01T12:00')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('textbox', { name: 'Tags' }).fill('Weather')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Next: Markets' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Add a market' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Next: Terms' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-new-markets')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Remove market 2' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByLabel('Question').fill('Will it rain?')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Next: Terms' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-new-terms')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(boss.getByRole('button', { name: 'Next: Preview' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(boss, 'operate-new-preview')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
  }, 600_000);
});

describeInBrowser('styles of a sandbox', () => {
  const on = openOwnHouse(() => ({ BELLWETHER_SANDBOX: 'on', BELLWETHER_LIMITS: 'off' }));
  test('sandbox', async () => {
    const page = await welcome(on.browser);
    page.setDefaultTimeout(12_000);
    await enterOperate(page, on.venue, '/sandbox');
    await Promise.resolve(page.getByRole('heading', { name: 'Branches' }).waitFor()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(page.locator('.skeleton').first().waitFor({ state: 'detached' })).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(page.waitForTimeout(800)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(openAll(page)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(page, 'sandbox')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(page, 'Speed', 'Other')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(page, 'Fork from', 'A scenario')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(page, 'What to arm', 'A rule of my own')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(page.waitForTimeout(500)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(page, 'Of what', 'Trades and orders')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(page, 'Which scenario', 'My own').catch(() => undefined)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    for (const name of ['Play…', 'Rewind…', 'Start a fork', 'Play the tape…', 'Arm the rule', 'Explain', 'Advance', 'Go there'] as const) await page.getByRole('button', { name, exact: true }).first().click({ timeout: 4000 }).then(async () => { await page.waitForTimeout(300); if (await page.getByRole('dialog').isVisible()) { await shoot(page, `sandbox-dialog-${name}`); await page.keyboard.press('Escape'); } }).catch((e) => console.log(name, String(e).slice(0, 100)));
    await Promise.resolve(openAll(page)).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(page, 'sandbox-wrong')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(choose(page, 'What to arm', 'A preset')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(page.getByRole('button', { name: 'Arm the preset' }).click()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(page.getByRole('button', { name: /^Disarm rule/ }).first().waitFor()).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
    await Promise.resolve(shoot(page, 'sandbox-armed')).catch((e: unknown) => console.log('SOFT', String(e).slice(0, 160)));
  }, 300_000);
});
