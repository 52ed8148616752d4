/** What a connection sends reaches the parser a piece at a time, each in its client's turn. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, Connections } from './connections.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const SENT = 500;

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
});

test('connections: of many requests at once no more than a piece is begun in one turn, and nothing before it', async () => {
  const turns: { client: string; work: () => void }[] = [];
  const connections = new Connections({
    limits: CONNECTION_LIMITS,
    isTrusted: () => false,
    refuse: (socket) => socket.destroy(),
    turn: (name, work) => turns.push({ client: name, work }),
  });
  let begun = 0;
  server = createServer((_request, response) => {
    begun++;
    response.end('ok');
  });
  connections.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answers = 0;
  client.on('data', (bytes: Buffer) => {
    answers += bytes.toString().split('HTTP/1.1 200').length - 1;
  });
  client.write(REQUEST.repeat(SENT));
  while (turns.length === 0) await turnOfTheLoop();
  expect(begun).toBe(0);
  let most = 0;
  while (answers < SENT) {
    const before = begun;
    const next = turns.shift();
    expect(turns).toHaveLength(0);
    next?.work();
    most = Math.max(most, begun - before);
    if (next !== undefined) expect(next.client).toBe('127.0.0.1');
    await turnOfTheLoop();
  }
  expect(begun).toBe(SENT);
  expect(most).toBeLessThanOrEqual(90);
});
