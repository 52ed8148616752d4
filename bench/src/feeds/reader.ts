/** Subscribers in a separate process, which count frames without parsing them. */
import { answerParent, childOptions } from '../shared/child.ts';
import { pause } from '../shared/report.ts';
import { CountingSocket } from './counting-socket.ts';

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
const sockets: CountingSocket[] = [];
const frames = (): number => sockets.reduce((sum, socket) => sum + socket.frames, 0);

async function connect(): Promise<void> {
  while (sockets.length < connections) {
    const length = Math.min(CONNECTING, connections - sockets.length);
    const some = Array.from({ length }, () => new CountingSocket(port, '/ws/market', subscription));
    await Promise.all(some.map(({ ready }) => ready));
    sockets.push(...some);
  }
  // The first frame of a subscription is its books.
  while (subscription !== null && frames() < sockets.length) await pause(10);
}

const connected = connect();
answerParent(async (): Promise<ReaderAnswer> => {
  await connected;
  return { frames: frames(), atMs: performance.now() };
});
