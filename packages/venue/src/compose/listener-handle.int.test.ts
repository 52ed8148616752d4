import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { giveBack, handleOf, letGo } from './listener-handle.ts';

const CONNECTIONS = 32;
/** Connects while this thread is blocked, so that no server can have accepted a connection, and then sends requests. */
const CLIENT = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, count, connected } } = require('node:worker_threads');
  const answers = Array.from({ length: count }, () => new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n');
      if (Atomics.add(connected, 0, 1) + 1 === count) Atomics.notify(connected, 0);
    });
    socket.on('data', (chunk) => { text += chunk; });
    socket.on('error', ({ code }) => resolve(code));
    socket.on('end', () => resolve(text.slice(-3)));
  }));
  Promise.all(answers).then((all) => parentPort.postMessage(all));`;

const named = (name: string): Server => createServer((_request, response) => response.end(name));

const ask = async (port: number): Promise<string> =>
  new Promise((resolve, reject) =>
    get({ port, host: '127.0.0.1', agent: false }, (response) => response.setEncoding('utf8').on('data', resolve)).on(
      'error',
      reject,
    ),
  );

test('listener: who has connected and was not taken yet is taken by the server that goes on, and no one is reset', async () => {
  const [first, second] = [named('one'), named('two')];
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const { port } = first.address() as AddressInfo;
  expect(await ask(port)).toBe('one');
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CLIENT, { eval: true, workerData: { port, count: CONNECTIONS, connected } });
  const answers = new Promise<readonly string[]>((resolve) => worker.once('message', resolve));
  await new Promise((resolve) => worker.once('online', resolve));
  for (let seen = 0; seen < CONNECTIONS; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen, 100);
  second.listen({ handle: handleOf(first) });
  letGo(first);
  const closed = new Promise((resolve) => first.close(resolve));
  expect(new Set(await answers)).toEqual(new Set(['two']));
  await closed;
  expect(second.address()).toMatchObject({ port });
  await new Promise((resolve) => second.close(resolve));
  await expect(ask(port)).rejects.toThrow('ECONNREFUSED');
});

test('listener: what was given can be given back', async () => {
  const [first, second] = [named('one'), named('two')];
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const { port } = first.address() as AddressInfo;
  await new Promise<void>((resolve) => second.listen({ handle: handleOf(first) }, resolve));
  expect(await ask(port)).toBe('two');
  giveBack(second, first);
  expect(await ask(port)).toBe('one');
  second.close();
  expect(await ask(port)).toBe('one');
  await new Promise((resolve) => first.close(resolve));
});
