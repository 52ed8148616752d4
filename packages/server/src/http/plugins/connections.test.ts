/** What a connection sends reaches the parser a piece at a time, each in its client's turn. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, Connections } from './connections.ts';
import { REFUSALS_PER_SECOND } from './refusals.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const SENT = 500;

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function listen(connections: Connections, answer: RequestListener): Promise<void> {
  server = createServer(answer);
  connections.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

interface Asker {
  send(text: string): void;
  /** Answers that have come. */
  answers(): number;
}

function asker(): Asker {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answers = 0;
  socket.on('data', (bytes: Buffer) => {
    answers += bytes.toString().split('HTTP/1.1 ').length - 1;
  });
  return { send: (text) => socket.write(text), answers: () => answers };
}

test('connections: of many requests at once no more than a piece is begun in one turn, and nothing before it', async () => {
  const turns: { client: string; work: () => void }[] = [];
  const connections = new Connections({
    limits: CONNECTION_LIMITS,
    isTrusted: () => false,
    refuse: (socket) => socket.destroy(),
    turn: (name, work) => turns.push({ client: name, work }),
    clock: () => 0,
    after: () => expect.unreachable('nothing is over its cap'),
  });
  let begun = 0;
  await listen(connections, (_request, response) => {
    begun++;
    response.end('ok');
  });
  const { send, answers } = asker();
  send(REQUEST.repeat(SENT));
  while (turns.length === 0) await turnOfTheLoop();
  expect(begun).toBe(0);
  let most = 0;
  while (answers() < SENT) {
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

test('connections: one that goes on asking over its caps is read from less and less, others of its address as before', async () => {
  const pauses: (() => void)[] = [];
  const connections = new Connections({
    limits: CONNECTION_LIMITS,
    isTrusted: () => false,
    refuse: (socket) => socket.destroy(),
    turn: (_name, work) => work(),
    clock: () => 0,
    after: (_ms, callback) => pauses.push(callback),
  });
  await listen(connections, (request, response) => {
    response.statusCode = request.url === '/over' ? 429 : 200;
    response.once('close', () => {
      if (response.statusCode === 429) connections.refused(request);
    });
    response.end();
  });
  // It was there before; one that came now would wait with the first.
  const served = asker();
  while (connections.figures().open === 0) await turnOfTheLoop();
  const refused = asker();
  refused.send(REQUEST.replace('GET / ', 'GET /over ').repeat(SENT));
  while (refused.answers() < REFUSALS_PER_SECOND + 1) await turnOfTheLoop();
  served.send(REQUEST.repeat(SENT));
  const late = asker();
  late.send(REQUEST);
  while (served.answers() < SENT) await turnOfTheLoop();
  // What had been begun was answered, and no more.
  expect(refused.answers()).toBeLessThan(REFUSALS_PER_SECOND + 90);
  expect(late.answers()).toBe(0);
  while (refused.answers() < SENT || late.answers() === 0) {
    for (const goOn of pauses.splice(0)) goOn();
    await turnOfTheLoop();
  }
});
