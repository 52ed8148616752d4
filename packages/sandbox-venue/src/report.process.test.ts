/** `bellwether report` on the folder of a sandbox: a bot whose quote was taken after the news. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@bellwether/sdk';
import type { JournalReport } from '@bellwether/venue/ops/report/document.ts';
import { SmallDisk } from '@bellwether/venue/ops/testing/small-disk.ts';
import { runBellwether } from '@bellwether/venue-process';
import { parseDuration } from '@bellwether/wire/forms/moment.ts';
import { afterAll, expect, test } from 'vitest';
import { readyScenario } from './scenario/read-scenario.ts';
import { started } from './testing/started.ts';

const DISK = SmallDisk.mount(1);
afterAll(() => DISK?.unmount());

test('report: a sandbox is reported while it runs as after it stopped, with what it refused', async () => {
  const { client, sandbox, dataDir, stop } = await started();
  const news = readyScenario('news-shock');
  // The same with fewer acts, for speed.
  const traders = news.traders.map((trader) => ({ ...trader, every: 10 * Number(parseDuration(trader.every)) }));
  await client('a').sandbox.play({ ...news, traders });
  const bot = createClient({ baseUrl: sandbox.url, account: { signer: `0x${'b0'.repeat(32)}` } });
  const [market] = await bot.markets.list({ limit: 1 });
  const quote = { tokenId: market?.tokenIds[1] ?? '', side: 'BUY', price: '0.57' } as const;
  await bot.orders.place({ ...quote, size: '50' });
  await expect(bot.orders.place({ ...quote, size: '50000' })).rejects.toThrow(/not enough balance/);
  await client('a').sandbox.advance('70m');
  const { code, stdout, stderr } = await runBellwether(['report', dataDir, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  const document = JSON.parse(stdout) as JournalReport;
  expect(document.account.name).toBe('bot');
  expect(document.journal).toMatchObject({ kind: 'sandbox', entries: sandbox.exchange.head.sequence });
  expect(document.fills.listed[0]).toMatchObject({ role: 'maker', side: 'BUY', price: '0.57', ahead_at_fill: '0' });
  // The news was good for YES: the NO that the bot got is worth less a second, and a minute, later.
  for (const { after_ms, per_share } of document.adverse_selection.filter(({ role }) => role === 'maker'))
    expect([after_ms, Number(per_share) < -0.1]).toEqual([after_ms, true]);
  expect(document.refusals).toMatchObject({ count: 1, listed: [{ route: 'POST /order', status: 400 }] });
  await stop();
  const page = join(dataDir, 'page.html');
  const branch = join(dataDir, 'branches', '1');
  const again = await runBellwether(['report', branch, '--json', '--out', page, '--user', document.account.address]);
  expect(again.stdout).toBe(stdout);
  expect(readFileSync(page, 'utf8')).toContain('<h1>bot · ');
  if (DISK === null) return;
  // On a full disk there is no page, not even half of one.
  DISK.fill('filler');
  const full = await runBellwether(['report', dataDir, '--out', join(DISK.path, 'page.html')]);
  expect([full.code, full.stderr]).toEqual([1, expect.stringMatching(/^bellwether: .*the disk is full.*\n$/)]);
  expect(readdirSync(DISK.path)).toEqual(['filler']);
});
