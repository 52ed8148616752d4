/** A venue as operators use it, traded on, stopped, killed and read back: the quick lane's only program. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { snapshotPaths, snapshotSequence } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { entriesOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import type { Client } from '@bellwether/sdk';
import { clientOf, openMarket, placeMany } from '@bellwether/venue/ops/testing/venue-client.ts';
import { createDataDir, runBellwether, startVenueProcess } from '@bellwether/venue-process';
import { expect, test } from 'vitest';

const ORDERS = 200;

const dataDir = createDataDir();
let tokenId: string;
/** Ids of the orders that the venue has acknowledged. */
const acknowledged: string[] = [];

/** Places orders, and calls `then` when half of them are acknowledged. */
async function trade(client: Client, then: () => void): Promise<void> {
  const placed = await placeMany(client, tokenId, ORDERS, then);
  expect(placed.length).toBeGreaterThanOrEqual(ORDERS / 2);
  acknowledged.push(...placed);
}

/** Number of times that each order was accepted, according to the journal. */
function accepted(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of entriesOf(dataDir).flatMap(({ events }) => events))
    if (event.kind === 'OrderAccepted') counts.set(event.orderId, (counts.get(event.orderId) ?? 0) + 1);
  return counts;
}

function expectAllOnce(): void {
  const counts = accepted();
  expect(acknowledged.filter((orderId) => counts.get(orderId) !== 1)).toEqual([]);
}

test('serve: SIGTERM under load ends it with code 0; what was acknowledged is kept, slow clients are cut off [D10]', async () => {
  const venue = await startVenueProcess({ dataDir });
  const client = clientOf(venue, '7');
  tokenId = await openMarket(client);
  const slow = connect({ port: Number(new URL(venue.url).port), host: '127.0.0.1' });
  slow.write('POST /order HTTP/1.1\r\nhost: venue\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  const slowEnded = once(slow, 'close');
  await trade(client, () => venue.program.child.kill('SIGTERM'));
  await slowEnded;
  expect(await venue.program.result()).toMatchObject({ code: 0, stderr: '' });
  expectAllOnce();
});

test('serve: killed while it trades, it starts again with every acknowledged order, each once, and verify finds nothing wrong [D1]', async () => {
  const settings = { BELLWETHER_SNAPSHOT_EVERY: '100' };
  const venue = await startVenueProcess({ dataDir, settings });
  // The start replayed more entries than `snapshotEvery`; the next one need not.
  expect(snapshotPaths(dataDir).map(snapshotSequence)).toEqual([entriesOf(dataDir).length]);
  await trade(clientOf(venue, '7'), () => venue.program.child.kill('SIGKILL'));
  expect((await venue.program.result()).signal).toBe('SIGKILL');
  const status = () => runBellwether(['status'], { dataDir });
  expect(await status()).toMatchObject({ code: 1, stdout: `no venue runs on ${dataDir}\n` });
  const again = await startVenueProcess({ dataDir, settings });
  expect(await status()).toMatchObject({ code: 0, stdout: expect.stringContaining(`answers at ${again.url}: `) });
  const open: string[] = [];
  for await (const { id } of clientOf(again, '7').orders.each()) open.push(id);
  expect(open.toSorted()).toEqual([...accepted().keys()].toSorted());
  expectAllOnce();
  expect(await again.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  const verified = await runBellwether(['verify'], { dataDir });
  expect(verified).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/everything holds\n$/) });
});
