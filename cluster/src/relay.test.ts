import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Relay } from './relay.ts';

let server: Server;
let accepted: Socket[];
let relay: Relay;
let hasTarget: boolean;

beforeEach(async () => {
  accepted = [];
  hasTarget = true;
  server = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  relay = new Relay(() => (hasTarget ? { host: '127.0.0.1', port } : null));
});
afterEach(async () => {
  await relay.close();
  for (const socket of accepted) socket.destroy();
  server.close();
});

async function open(): Promise<readonly [Socket, Socket]> {
  const client = connect(await relay.listen(), '127.0.0.1');
  client.on('error', () => undefined);
  const [there] = (await once(server, 'connection')) as [Socket];
  return [client, there];
}

test('relay: passes bytes both ways, and the end of each side', async () => {
  const [client, there] = await open();
  client.end('asked');
  expect(String((await once(there, 'data'))[0])).toBe('asked');
  there.end('answered');
  expect(String((await once(client, 'data'))[0])).toBe('answered');
  await once(client, 'close');
});

test('relay: cut, nothing passes and neither side is told; healed, what waited does', async () => {
  const [client, there] = await open();
  relay.cut();
  let heard = '';
  there.on('data', (chunk) => {
    heard += String(chunk);
  });
  client.write('while cut, ');
  // A new connection is not relayed either.
  const late = connect(client.remotePort ?? 0, '127.0.0.1');
  late.on('error', () => undefined);
  await once(late, 'connect');
  // Everything is in this process: whatever could pass has passed after a few turns of the loop.
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  expect([heard, accepted.length, client.destroyed]).toEqual(['', 1, false]);
  relay.heal();
  client.write('healed');
  await expect.poll(() => heard).toBe('while cut, healed');
  await expect.poll(() => accepted.length).toBe(2);
  late.destroy();
});

test('relay: a connection waits until there is a place to go; reset ends what is open', async () => {
  hasTarget = false;
  const client = connect(await relay.listen(), '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('early');
  hasTarget = true;
  const [there] = (await once(server, 'connection')) as [Socket];
  expect(String((await once(there, 'data'))[0])).toBe('early');
  relay.reset();
  await Promise.all([once(client, 'close'), once(there, 'close')]);
});
