/**
 * The upper bound: a bare `ws` server that sends frames to all its clients as fast as they accept them, while
 * requested. It has no exchange and no books, and skips no client.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { answerParent, childOptions } from '../shared/child.ts';

/** Bytes buffered in one connection above which the server waits. */
const BUFFERED_MAX = 256 * 1024;

const frame = Buffer.alloc(childOptions<number>(), 'x');
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const listening = once(server, 'listening');
let isSending = false;

function sendNext(): void {
  if (!isSending) return;
  const clients = [...server.clients];
  if (clients.every(({ bufferedAmount }) => bufferedAmount <= BUFFERED_MAX)) {
    for (const client of clients) client.send(frame, { binary: false });
  }
  setImmediate(sendNext);
}

answerParent(async (question: 'port' | 'start' | 'pause') => {
  await listening;
  isSending = question === 'start';
  sendNext();
  return (server.address() as AddressInfo).port;
});
