/** Links between nodes over real sockets: only a peer with the secret can talk, and no byte can be altered. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import type { FromLeader, NodeLink, ToLeader } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseNodeAddress, STRANGERS_MAX, TcpNetwork } from './tcp-network.ts';
import { between } from './testing/between.ts';

type LeadersLink = NodeLink<FromLeader, ToLeader>;

const SECRET = 's'.repeat(32);
const NODE = { name: 'b', address: 'b:1' };
const HELLO: ToLeader = { kind: 'follow', format: 1, node: NODE, head: { sequence: 7, hash: '00' } };

let leader: TcpNetwork;
let welcomed: LeadersLink[];
const opened: { close(): unknown }[] = [];

/** Who joins on a busy machine has a thousand times as long to connect as a node has. */
const PATIENT: Timers = { ...MACHINE.timers, after: (ms, act) => MACHINE.timers.after(1_000 * ms, act) };

/** A loopback address used only by this process, where a port is known before it is bound. */
const OWN_HOST = `127.${1 + (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

const network = (address = `${OWN_HOST}:7700`, secret = SECRET, timers = PATIENT): TcpNetwork =>
  new TcpNetwork({ address, secret, timers, random: MACHINE.random });

beforeEach(async () => {
  welcomed = [];
  leader = network(undefined, SECRET, MACHINE.timers);
  await leader.listen((link) => welcomed.push(link));
});

afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  for (const link of welcomed) link.close('the test is over');
  leader.close();
});

async function join(secret = SECRET, address = leader.address): Promise<NodeLink<ToLeader, FromLeader>> {
  const link = await network(undefined, secret).connect(address);
  opened.push({ close: () => link.close('the test is over') });
  return link;
}

/** Joins through a proxy that alters each chunk on its way to the leader. `socket`: its connection to the leader. */
async function joinThrough(toNode: (chunk: Buffer) => Buffer) {
  const { address, there } = await between(leader.address, { toNode });
  const link = await join(SECRET, address);
  await expect.poll(() => welcomed).toHaveLength(1);
  return { link, socket: await there };
}

const nextOf = <Received>(link: { receive(take: (message: Received) => void): void }): Promise<Received> =>
  new Promise((resolve) => link.receive(resolve));

test('node link: both ways, bytes and all, in order, also before anyone asks', async () => {
  const link = await join();
  link.send(HELLO);
  link.send({ kind: 'reached', sequence: 8, atMs: 0 });
  await expect.poll(() => welcomed).toHaveLength(1);
  const [there] = welcomed as [LeadersLink];
  const heard: ToLeader[] = [];
  there.receive((message) => heard.push(message));
  await expect.poll(() => heard).toEqual([HELLO, { kind: 'reached', sequence: 8, atMs: 0 }]);

  const payload = new Uint8Array(300_000).fill(5);
  const record = { firstSequence: 8, lastSequence: 8, previousHash: '00', hash: '11', payload };
  there.send({ kind: 'batch', record: { ...record, chain: new Uint8Array(32) }, outcomes: '[]' });
  const message = (await nextOf(link)) as Extract<FromLeader, { kind: 'batch' }>;
  expect(Buffer.from(message.record?.payload as Uint8Array).equals(Buffer.from(payload))).toBe(true);
  expect(message.record).toMatchObject({ firstSequence: 8, hash: '11' });
});

test('node link: one end closes, the other hears that it is lost', async () => {
  const link = await join();
  await expect.poll(() => welcomed).toHaveLength(1);
  welcomed[0]?.close('enough');
  expect(await link.lost).toBe('the connection was closed');
});

test('node link: who has another secret is refused, on either side', async () => {
  await expect(join('t'.repeat(32))).rejects.toThrow('BELLWETHER_CLUSTER_SECRET is another one there');
  expect(welcomed).toEqual([]);
});

test('node link: strangers who hold every place keep no node out', async () => {
  const { host = '', port = 0 } = parseNodeAddress(leader.address) ?? {};
  const strangers = Array.from({ length: STRANGERS_MAX }, () => connect(port, host));
  for (const each of strangers) opened.push({ close: () => each.destroy() });
  // Each was accepted: it received the first bytes of a handshake, and stays silent.
  await Promise.all(strangers.map((each) => once(each, 'data')));
  await join();
  await expect.poll(() => welcomed).toHaveLength(1);
});

test('node link: one that is closed while the other end takes nothing is not kept', async () => {
  const { socket } = await joinThrough((chunk) => chunk);
  socket.pause();
  const payload = new Uint8Array(16 * 1024 * 1024);
  const record = { firstSequence: 8, lastSequence: 8, previousHash: '00', hash: '11', payload, chain: payload };
  welcomed[0]?.send({ kind: 'batch', record, outcomes: '[]' });
  welcomed[0]?.close('it does not take what it is sent');
  // The end of the socket is noticed by writing: nothing is read here.
  let isGone = false;
  socket.on('error', () => {
    isGone = true;
  });
  await expect
    .poll(() => {
      if (!socket.destroyed) socket.write('x');
      return isGone;
    })
    .toBe(true);
});

test('node link: no one answers', () => expect(network().connect(`${OWN_HOST}:1`)).rejects.toThrow('ECONNREFUSED'));

test('node link: an address in use is named with its setting', async () => {
  const second = network(leader.address);
  await expect(second.listen(() => undefined)).rejects.toThrow('BELLWETHER_CLUSTER_ADDRESS: listen EADDRINUSE');
});

test.each([
  ['one bit of it is altered', (chunk: Buffer) => flipped(chunk)],
  ['it comes twice', (chunk: Buffer) => Buffer.concat([chunk, chunk])],
  ['it is missing', () => Buffer.alloc(0)],
])('node link: someone between them, and of a message %s', async (_, alter) => {
  // The handshake passes, the caller's second message does not.
  const seen: number[] = [];
  const { link } = await joinThrough((chunk) => {
    seen.push(chunk.byteLength);
    return seen.length === 2 ? alter(chunk) : chunk;
  });
  const heard: ToLeader[] = [];
  welcomed[0]?.receive((message) => heard.push(message));
  link.send({ kind: 'reached', sequence: 1, atMs: 0 });
  await expect.poll(() => seen).toHaveLength(2);
  link.send({ kind: 'reached', sequence: 2, atMs: 0 });
  expect(await welcomed[0]?.lost).toBe('a message was altered');
  expect(heard.filter(({ kind }) => kind === 'reached').length).toBeLessThan(2);
  expect(heard).not.toContainEqual({ kind: 'reached', sequence: 2, atMs: 0 });
});

test.each([
  ['10.0.0.1:7700', { host: '10.0.0.1', port: 7700 }],
  ['node-a.venue:1', { host: 'node-a.venue', port: 1 }],
  ['[::1]:65535', { host: '::1', port: 65_535 }],
  ['10.0.0.1', null],
  ['10.0.0.1:0', null],
  ['10.0.0.1:65536', null],
  ['::1:7700', null],
  ['http://a:80', null],
  ['a b:80', null],
])('node address: %s', (text, expected) => expect(parseNodeAddress(text)).toEqual(expected));
