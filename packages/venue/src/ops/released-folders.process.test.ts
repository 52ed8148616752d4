/** This version continues the folders of the released ones: the same answers, the same keys, the same ledger. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { afterEach, expect, test } from 'vitest';
import { startVenue, type Venue } from '../compose.ts';
import { readConfig } from '../config.ts';
import { MACHINE } from '../runtime/machine.ts';
import { answersOf, clientOf, FOLDER_SETTINGS, FOLDERS, TRADERS } from './testing/released-folders.ts';
import { verified } from './testing/verified.ts';

const VERSIONS = readdirSync(FOLDERS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

let venue: Venue | null = null;

afterEach(async () => venue?.stop());

test.each(VERSIONS)('upgrade: the folder of %s goes on with the same answers, trades, verifies', async (version) => {
  const dataDir = newFolder();
  execFileSync('tar', ['-C', dataDir, '-xzf', `${FOLDERS}${version}.tar.gz`]);
  await verified(dataDir);
  venue = await startVenue({
    runtime: MACHINE,
    config: readConfig({ ...FOLDER_SETTINGS, BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0' }, false),
    onFailure: (message) => expect.unreachable(message),
  });
  await venue.readsOpened;
  const { url } = venue;
  const answers = JSON.parse(readFileSync(`${FOLDERS}${version}.json`, 'utf8'));
  // Accounts have gained a field since.
  for (const trader of TRADERS) Object.assign(answers[`account ${trader}`], { debt: '0' });
  expect(await answersOf(url)).toEqual(answers);
  const ann = clientOf(url, 'a');
  const [open] = (await ann.orders.list()).data;
  await ann.orders.cancel(open?.id ?? '');
  const placed = await clientOf(url, 'b').orders.place({
    tokenId: open?.asset_id ?? '',
    side: 'BUY',
    price: '0.05',
    size: '5',
  });
  expect(placed).toMatchObject({ success: true, status: 'live' });
  await venue.stop();
  await verified(dataDir);
});
