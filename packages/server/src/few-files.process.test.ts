/** A venue whose file limit is exactly what it needs, under a crowd of connections; and one whose limit is too low. */

import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import type { Client } from '@bellwether/sdk';
import { filesNeeded } from '@bellwether/venue/ops/open-files.ts';
import { clientOf, openMarket } from '@bellwether/venue/ops/testing/venue-client.ts';
import { createDataDir, runBellwether, startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';

const FILES = filesNeeded(1);
const CROWD = 150;
const PAGE_BYTES = 4_096;

const dataDir = createDataDir();
const crowd: Socket[] = [];
let venue: VenueProcess;
let client: Client;
let tokenId: string;

const withFiles = (files: number): string[] => ['/bin/sh', '-c', `ulimit -n ${files} && exec "$0" "$@"`];

/** Opens connections that send a request and stay open, whether they are answered, refused or reset. */
async function gather(): Promise<void> {
  const { port } = new URL(venue.url);
  for (let number = 0; number < CROWD; number += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    // The socket stays in the crowd, even if the venue refuses or resets the connection.
    socket.on('error', () => undefined).resume();
    socket.write('GET /markets?limit=100 HTTP/1.1\r\nhost: venue\r\n\r\n');
    crowd.push(socket);
  }
  await eventually(() => expect(crowd.filter(({ closed }) => closed).length).toBeGreaterThan(CROWD / 2));
}

async function disperse(): Promise<void> {
  const closed = crowd.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  for (const socket of crowd.splice(0)) socket.destroy();
  await Promise.all(closed);
}

const openFiles = (): number => readdirSync(`/proc/${venue.pid}/fd`).length;

/** Status of the answer; 0 if the connection was refused or reset. */
async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

async function expectAll(): Promise<void> {
  const { url } = venue;
  for (const path of [`/book?token_id=${tokenId}`, '/markets?limit=1', '/trades?limit=1', '/events?limit=1'])
    await eventually(async () => expect(await statusOf(url + path), path).toBe(200));
  expect((await client.orders.place({ tokenId, side: 'BUY', price: '0.4', size: '5' })).success).toBe(true);
  const feed = new WebSocket(`${url.replace('http', 'ws')}/ws/market`);
  await once(feed, 'open');
  feed.close();
  await once(feed, 'close');
}

function damageStore(): void {
  const file = openSync(join(dataDir, 'store.sqlite'), 'r+');
  const byte = Buffer.alloc(1);
  for (let at = PAGE_BYTES - 1; at < fstatSync(file).size; at += PAGE_BYTES) {
    readSync(file, byte, 0, 1, at);
    writeSync(file, flipped(byte), 0, 1, at);
  }
  closeSync(file);
}

describe.runIf(process.platform === 'linux')('few files', () => {
  beforeAll(async () => {
    venue = await startVenueProcess({ dataDir, through: withFiles(FILES) });
    client = clientOf(venue, '7', true);
    tokenId = await openMarket(client);
    await expectAll();
  });
  afterEach(disperse);

  test('few files: with fewer than a venue needs it does not start, says so in one line, and leaves no file [D32]', async () => {
    const empty = createDataDir();
    const { code, stdout, stderr } = await runBellwether(['serve'], { dataDir: empty, through: withFiles(64) });
    expect(stderr).toBe(
      `bellwether: this process may open 64 files and a venue needs at least ${FILES}: raise the limit (ulimit -n) and start again\n`,
    );
    expect([code, stdout, readdirSync(empty)]).toEqual([1, '', []]);
  });

  test('few files: a crowd takes its share and no more; when it has gone, reads, orders and feeds are as before [D32]', async () => {
    for (let round = 1; round <= 3; round += 1) {
      await gather();
      // Some descriptors stay free for files that the venue opens next.
      expect(openFiles()).toBeLessThan(FILES - 4);
      await disperse();
      await expectAll();
    }
  });

  test('few files: beside the crowd the read store is made again and a backup taken [D32]', async () => {
    await gather();
    damageStore();
    await venue.program.said(/the read store is damaged/);
    await venue.program.said(/the read store shows the journal again/);
    const backup = await runBellwether(['backup', join(dataDir, 'backup')], { dataDir });
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    await disperse();
    await expectAll();
    expect(await client.admin.health()).toMatchObject({ read_store: 'ready' });
    expect(await venue.end()).toMatchObject({ code: 0, stderr: '' });
  });
});
