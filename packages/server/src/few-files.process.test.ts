/** A venue that may open no more files than it needs, and a crowd that wants them all; and one that may open fewer. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { filesNeeded } from './ops/open-files.ts';
import {
  clientOf,
  MAIN,
  openMarket,
  type Running,
  readHealth,
  ready,
  runCommand,
  type Served,
} from './ops/testing/serve-process.ts';

const FILES = filesNeeded(1);
const CROWD = 150;
const PATIENCE = { timeout: 240_000, interval: 100 };
const PAGE_BYTES = 4_096;

let dataDir: string;
let children: ChildProcess[];
let crowd: Socket[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'few-files-'));
  children = [];
  crowd = [];
});

afterEach(async () => {
  for (const socket of crowd) socket.destroy();
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  rmSync(dataDir, { recursive: true });
});

function run(files: number): Running {
  const limited = ['/bin/sh', '-c', `ulimit -n ${files} && exec "$0" "$@"`, process.execPath, MAIN, 'serve'];
  const running = runCommand(limited, dataDir);
  children.push(running.child);
  return running;
}

async function serve(): Promise<Served & { said(words: RegExp): Promise<void> }> {
  const running = run(FILES);
  let output = '';
  running.child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const said = (words: RegExp): Promise<void> => vi.waitFor(() => expect(output).toMatch(words), PATIENCE);
  return { ...(await ready(running)), said };
}

/** Connections that ask for something and stay, whether they are answered, refused or reset. */
function gather(url: string): void {
  const { port } = new URL(url);
  for (let number = 0; number < CROWD; number += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    // They stay, whatever the venue does with them.
    socket.on('error', () => undefined).resume();
    socket.write('GET /markets?limit=100 HTTP/1.1\r\nhost: venue\r\n\r\n');
    crowd.push(socket);
  }
}

async function disperse(): Promise<void> {
  const closed = crowd.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  for (const socket of crowd.splice(0)) socket.destroy();
  await Promise.all(closed);
}

const openFiles = ({ child }: Served): number => readdirSync(`/proc/${child.pid}/fd`).length;

/** 0 when the connection was refused or reset. */
async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Everything that a client may want, as soon as there is a connection for it. */
async function expectAll(url: string, tokenId: string): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(`${url}/book?token_id=${tokenId}`)).toBe(200), PATIENCE);
  for (const path of ['/markets?limit=1', '/trades?limit=1', '/events?limit=1']) {
    await vi.waitFor(async () => expect(await statusOf(url + path), path).toBe(200), PATIENCE);
  }
  const placed = await clientOf(url, '7', true).orders.place({ tokenId, side: 'BUY', price: '0.4', size: '5' });
  expect(placed.success).toBe(true);
  const feed = new WebSocket(`${url.replace('http', 'ws')}/ws/market`);
  await once(feed, 'open');
  feed.close();
  await once(feed, 'close');
}

/** Turns a byte over in every page of the read store's file. */
function damageStore(): void {
  const file = openSync(join(dataDir, 'store.sqlite'), 'r+');
  const byte = Buffer.alloc(1);
  for (let at = PAGE_BYTES - 1; at < fstatSync(file).size; at += PAGE_BYTES) {
    readSync(file, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    writeSync(file, byte, 0, 1, at);
  }
  closeSync(file);
}

describe.runIf(process.platform === 'linux')('few files', { timeout: 600_000 }, () => {
  test('few files: with fewer than a venue needs it does not start, says so in one line, and leaves no file [D32]', async () => {
    const { code, stdout, stderr } = await run(64).ended;
    expect(stderr).toBe(
      `bellwether: this process may open 64 files and a venue needs at least ${FILES}: raise the limit (ulimit -n) and start again\n`,
    );
    expect([code, stdout, readdirSync(dataDir)]).toEqual([1, '', []]);
  });

  test('few files: a crowd takes its share and no more; when it has gone, reads, orders and feeds are as before [D32]', async () => {
    const venue = await serve();
    const { tokenId } = await openMarket(dataDir, venue.url);
    await expectAll(venue.url, tokenId);
    for (let round = 1; round <= 3; round += 1) {
      gather(venue.url);
      await vi.waitFor(() => expect(crowd.filter(({ closed }) => closed).length).toBeGreaterThan(CROWD / 2), PATIENCE);
      // Some are left for what the venue opens next.
      expect(openFiles(venue)).toBeLessThan(FILES - 4);
      await disperse();
      await expectAll(venue.url, tokenId);
    }
    venue.child.kill('SIGTERM');
    expect(await venue.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('few files: beside the crowd the read store is made again and a backup taken [D32]', async () => {
    const venue = await serve();
    const { tokenId } = await openMarket(dataDir, venue.url);
    await expectAll(venue.url, tokenId);
    gather(venue.url);
    await vi.waitFor(() => expect(crowd.filter(({ closed }) => closed).length).toBeGreaterThan(CROWD / 2), PATIENCE);
    damageStore();
    await venue.said(/the read store is damaged/);
    await venue.said(/the read store shows the journal again/);
    const backup = runCommand([process.execPath, MAIN, 'backup', join(dataDir, 'backup')], dataDir);
    children.push(backup.child);
    expect(await backup.ended).toMatchObject({ code: 0, stderr: '' });
    await disperse();
    await expectAll(venue.url, tokenId);
    expect(await readHealth(dataDir, venue.url)).toMatchObject({ read_store: 'ready' });
    venue.child.kill('SIGTERM');
    expect(await venue.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
