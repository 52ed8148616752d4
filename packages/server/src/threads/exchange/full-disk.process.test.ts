/** An exchange on a small disk that fills up: cancels and heartbeats go on, and everything once there is space. */
import { join } from 'node:path';
import { accountId, type Command } from '@bellwether/engine';
import { afterAll, expect, test } from 'vitest';
import { SmallDisk } from '../../ops/testing/small-disk.ts';
import { verified } from '../../ops/testing/verified.ts';
import { placeOrder, setUpCommands } from '../../sequencer/testing/sample-venue.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

/** Larger than the free space that is required, by less than the ballast. */
const DISK_MIB = 110;
const BALLAST_MIB = 60;

const disk = SmallDisk.mount(DISK_MIB);

afterAll(() => disk?.unmount());

test('full disk: with little room orders are refused, cancels and heartbeats are taken [D28]', async ({ skip }) => {
  if (disk === null) return skip('a small disk cannot be mounted here');
  const dataDir = join(disk.path, 'data');
  const child = new ExchangeChild(dataDir, { projects: true });
  const kindOf = async (command: Command): Promise<string> => (await child.submit(command)).kind;
  await child.ready;
  const apiKey = '00000000-0000-4000-8000-000000000001';
  const beat = (heartbeatId: string | null, nextId: string): Command => {
    return { kind: 'Beat', account: accountId(0), apiKey, heartbeatId, nextId };
  };
  const first = placeOrder({ salt: 1, account: 0, price: 100, shares: 5 });
  const second = placeOrder({ salt: 2, account: 0, price: 100, shares: 5 });
  for (const command of setUpCommands(1, 1)) expect(await kindOf(command)).toBe('accepted');
  expect(await kindOf({ kind: 'IssueApiKey', account: accountId(0), apiKey, nonce: '0' })).toBe('accepted');
  expect(await kindOf(first)).toBe('accepted');

  disk.fill('ballast', BALLAST_MIB);
  expect(await kindOf(second)).toBe('storage_full');
  expect([await kindOf(beat(null, 'beat-1')), await kindOf(first)]).toEqual(['accepted', 'duplicate']);
  expect(await kindOf({ kind: 'CancelOrders', account: accountId(0), orderIds: [first.orderId] })).toBe('accepted');
  expect([await kindOf(beat('beat-1', 'beat-2')), await kindOf(second)]).toEqual(['accepted', 'storage_full']);

  disk.remove('ballast');
  expect(await kindOf(second)).toBe('accepted');
  await child.end();
  await verified(dataDir);
});
