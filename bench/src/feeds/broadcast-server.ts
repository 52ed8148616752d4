/**
 * The upper bound: a bare `ws` server that sends recorded frames to all of its clients, as fast as they take them, while
 * it is told to. No exchange, no books, no one who is left out.
 */
import { readFileSync } from 'node:fs';
import { WebSocketServer } from 'ws';

/** Bytes waiting in one connection above which it waits for it. */
const BUFFERED_MAX = 256 * 1024;

const [file = ''] = process.argv.slice(2);
// Cast: the benchmark writes it.
const frames = (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]).map((text) => Buffer.from(text));
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
let isSending = false;
let at = 0;

function sendNext(): void {
  if (!isSending) return;
  let isFull = false;
  for (const client of server.clients) if (client.bufferedAmount > BUFFERED_MAX) isFull = true;
  if (!isFull) {
    const frame = frames[at++ % frames.length] as Buffer;
    for (const client of server.clients) client.send(frame, { binary: false });
  }
  setImmediate(sendNext);
}

process.on('message', (message) => {
  isSending = message === 'start';
  sendNext();
});
process.on('disconnect', () => process.exit(0));
server.on('listening', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
