/**
 * `node packages/venue/src/ops/testing/record-folder.ts PROGRAM VERSION` keeps the folder of a released version: starts
 * its single file, lets two wallets and an operator act, stops it, and packs the folder and the answers it gave last.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createDataDir, removeDataDirs, venueOf } from '@bellwether/venue-process';
import { Program } from '@bellwether/venue-process/program';
import { answersOf, clientOf, FOLDER_SETTINGS, FOLDERS } from './released-folders.ts';

const [program = '', version = ''] = process.argv.slice(2);
const dataDir = createDataDir();
const env = { ...process.env, ...FOLDER_SETTINGS, BELLWETHER_PORT: '0', BELLWETHER_DATA_DIR: dataDir };
const venue = await venueOf(new Program([program, 'serve'], { env }), dataDir);
try {
  const [ann, bob] = [clientOf(venue.url, 'a'), clientOf(venue.url, 'b')];
  const operator = clientOf(venue.url, 'c', venue.adminToken);
  const event = await operator.admin.addEvent({
    title: 'Which team wins?',
    markets: ['Red', 'Blue', 'Green'].map((name) => ({ question: `Does ${name} win?`, groupItemTitle: name })),
    negRisk: true,
    endDate: '2199-12-31T00:00:00Z',
  });
  for (const client of [ann, bob]) {
    await client.auth.credentials();
    await operator.admin.deposit({ wallet: (await client.account.get()).address, amount: '500' });
  }
  const markets = event.markets ?? [];
  for (const [at, { tokenIds }] of markets.entries()) {
    const [yes = ''] = tokenIds;
    for (let step = 0; step < 20; step += 1) {
      const price = `0.${20 + at * 10 + step}`;
      await ann.orders.place({ tokenId: yes, side: 'BUY', price, size: '5' });
      if (step % 2 === 0) await bob.account.split({ conditionId: markets[at]?.conditionId ?? '', amount: '5' });
      if (step % 2 === 0) await bob.orders.place({ tokenId: yes, side: 'SELL', price, size: '5' });
    }
  }
  const about = { parentEntityType: 'Event', parentEntityID: Number(event.id) } as const;
  const { id } = await ann.comments.add({ ...about, body: 'Red has a new coach.' });
  await bob.comments.add({ ...about, body: 'Blue has none.', parentCommentID: id });
  await operator.admin.resolve(markets[2]?.conditionId ?? '', { winner: 'No' });
  const answers = await answersOf(venue.url);
  await venue.end();
  execFileSync('tar', ['-C', dataDir, '--exclude=reserve', '-czf', `${FOLDERS}${version}.tar.gz`, '.']);
  writeFileSync(`${FOLDERS}${version}.json`, `${JSON.stringify(answers, null, 1)}\n`);
} finally {
  await venue.end();
  removeDataDirs();
}
