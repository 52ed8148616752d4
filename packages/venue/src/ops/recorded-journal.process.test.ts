/** A venue that continues the oldest recording, a journal written in an older record format. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RULES_VERSION } from '@bellwether/engine';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { createClient } from '@bellwether/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startVenue, type Venue } from '../compose.ts';
import { readConfig } from '../config.ts';
import { MACHINE } from '../runtime/machine.ts';
import { exported } from './testing/exported.ts';
import { verified } from './testing/verified.ts';

const RECORDED = new URL('fixtures/recordings/2026-11-22/venue.sqlite.gz', import.meta.url);

let dataDir: string;
let venue: Venue | null;

beforeEach(() => {
  dataDir = newFolder();
  writeFileSync(join(dataDir, 'journal.sqlite'), gunzipSync(readFileSync(RECORDED)), { mode: 0o600 });
  venue = null;
});

afterEach(() => venue?.stop());

async function start(): Promise<Venue> {
  venue = await startVenue({
    runtime: MACHINE,
    config: readConfig({ BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0', BELLWETHER_DEMO: 'off' }, false),
    onFailure: (message) => expect.unreachable(message),
  });
  return venue;
}

test('recorded journal: a venue starts with it, goes on from it, and what both wrote verifies and starts again', async () => {
  const before = await exported(dataDir);
  const { url, adminToken, rulesFound } = await start();
  expect(rulesFound).toBe(3);
  const anyone = createClient({ baseUrl: url });
  const trades = await anyone.trades.list({ limit: 100 });
  expect(trades.length).toBeGreaterThan(0);
  const [holder] = trades;
  const operator = createClient({ baseUrl: url, adminToken });
  const body = { wallet: holder?.proxyWallet ?? '', amount: '12.5' };
  const first = await operator.admin.deposit(body);
  await venue?.stop();

  await verified(dataDir);
  const after = await exported(dataDir);
  expect(after.startsWith(before)).toBe(true);
  const added = after.slice(before.length).trimEnd().split('\n');
  expect(added.filter((line) => line.includes('"Deposited"'))).toHaveLength(1);

  const again = await start();
  expect(again.rulesFound).toBe(RULES_VERSION);
  expect(await createClient({ baseUrl: again.url }).trades.list({ limit: 100 })).toEqual(trades);
  const operatorAgain = createClient({ baseUrl: again.url, adminToken: again.adminToken });
  expect(Number((await operatorAgain.admin.deposit(body)).free) - Number(first.free)).toBeCloseTo(12.5, 6);
});
