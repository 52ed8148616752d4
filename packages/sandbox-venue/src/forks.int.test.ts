import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { play } from './testing/played.ts';

const played = await play();
const client = played.client('a');
afterAll(() => played.close());

const fork = (port: number) => client.sandbox.fork({ port });
const closed = (emitter: { once(event: 'close', listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => emitter.once('close', resolve));

function listen(host: string): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen({ host, port: 0 }, () => resolve({ server, port: (server.address() as AddressInfo).port })),
  );
}

test('forks: while a sandbox stops, what would open a branch is refused', async () => {
  const stopping = await play();
  const { sandbox } = stopping;
  const closing = stopping.close();
  for (const late of [
    sandbox.rewind({ sequence: 0 }),
    sandbox.fork({ from: null, port: 0, dataDir: null }),
    sandbox.play({ name: 'whale' }),
  ])
    await expect(late).rejects.toThrow('the sandbox stops');
  await closing;
});

test.each([1, 80, 1023])('forks: port %i is privileged, and refused [D82]', (port) =>
  expect(fork(port)).rejects.toThrow(`port ${port} is privileged: give one from 1024`),
);

test('forks: a port where someone listens is refused; one of an ended fork is free again [D82]', async () => {
  const { server, port } = await listen('127.0.0.1');
  for (const taken of [port, Number(new URL(played.sandbox.url).port)])
    await expect(fork(taken)).rejects.toThrow(`port ${taken} is in use`);
  server.close();
  const own = Number(new URL((await client.sandbox.fork()).url).port);
  await client.sandbox.endFork(own);
  expect((await fork(own)).url).toContain(`:${own}`);
  await client.sandbox.endFork(own);
});

test.runIf(existsSync('/proc/net/tcp'))(
  'forks: a port is in use at any address of the machine, and while its connections end [D82]',
  async () => {
    const { server, port } = await listen('127.0.0.2');
    await expect(fork(port)).rejects.toThrow(`port ${port} is in use`);
    server.once('connection', (socket) => socket.resume().end());
    const socket = connect({ host: '127.0.0.2', port });
    socket.resume();
    const ended = closed(server);
    socket.once('end', () => server.close());
    await Promise.all([closed(socket), ended]);
    await expect(fork(port)).rejects.toThrow(`port ${port} is in use`);
  },
);
