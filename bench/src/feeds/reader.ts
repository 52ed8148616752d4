/** Subscribers in a separate process, which count frames without parsing them. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { answerParent, childOptions } from '../shared/child.ts';
import { pause } from '../shared/report.ts';

export interface ReaderOptions {
  readonly port: number;
  readonly connections: number;
  /** Message to send once connected; null for none. */
  readonly subscription: string | null;
}

/** Messages received so far. */
export interface ReaderAnswer {
  readonly frames: number;
  readonly atMs: number;
}

const CONNECTING = 50;

const { port, connections, subscription } = childOptions<ReaderOptions>();
let frames = 0;

async function open(): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/market`, { perMessageDeflate: false });
  socket.on('message', () => {
    frames++;
  });
  await once(socket, 'open');
  if (subscription !== null) socket.send(subscription);
}

async function connect(): Promise<void> {
  for (let opened = 0; opened < connections; opened += CONNECTING)
    await Promise.all(Array.from({ length: Math.min(CONNECTING, connections - opened) }, open));
  // The first frame of a subscription is its books.
  while (subscription !== null && frames < connections) await pause(10);
}

const connected = connect();
answerParent(async (): Promise<ReaderAnswer> => {
  await connected;
  return { frames, atMs: performance.now() };
});
