/**
 * Subscribers in a separate process, so that receiving does not disturb the measuring one: many that count frames
 * without parsing them, or one ordinary client that notes the arrival of changes at the lanes' prices.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { answerParent, childOptions, sharedNowMs } from '../shared/child.ts';
import { pause } from '../shared/report.ts';
import { CountingSocket } from './counting-socket.ts';

export interface ReaderOptions {
  readonly port: number;
  readonly connections: number;
  /** Message to send once connected; null for none. */
  readonly subscription: string | null;
  /** Prices (of BUY levels) whose changes a probe notes; null for readers that count. */
  readonly lanes: readonly string[] | null;
}

/** Messages received. Only a probe has arrivals, those since the last question, and bytes of text. */
export interface ReaderAnswer {
  readonly frames: number;
  readonly atMs: number;
  /** Arrival times by lane, in order. */
  readonly arrivals: readonly (readonly number[])[];
  readonly bytes: number;
}

const CONNECTING = 50;
const PATH = '/ws/market';

interface PriceChange {
  readonly price_changes?: readonly { readonly price: string; readonly side: string }[];
}

const { port, connections, subscription, lanes } = childOptions<ReaderOptions>();

async function counting(): Promise<() => ReaderAnswer> {
  const sockets: CountingSocket[] = [];
  const frames = (): number => sockets.reduce((sum, socket) => sum + socket.frames, 0);
  while (sockets.length < connections) {
    const length = Math.min(CONNECTING, connections - sockets.length);
    const some = Array.from({ length }, () => new CountingSocket(port, PATH, subscription));
    await Promise.all(some.map(({ ready }) => ready));
    sockets.push(...some);
  }
  // The first frame of a subscription is its books.
  while (subscription !== null && frames() < sockets.length) await pause(10);
  return () => ({ frames: frames(), atMs: sharedNowMs(), arrivals: [], bytes: 0 });
}

async function probing(prices: readonly string[]): Promise<() => ReaderAnswer> {
  const laneOf = new Map(prices.map((price, lane) => [price, lane]));
  let arrivals = prices.map((): number[] => []);
  let [frames, bytes] = [0, 0];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}`, { perMessageDeflate: false });
  socket.on('open', () => socket.send(subscription ?? ''));
  const isReady = once(socket, 'message');
  socket.on('message', (data) => {
    const atMs = sharedNowMs();
    if (frames++ === 0) return;
    const text = String(data);
    bytes += text.length;
    // Cast: a frame of the market feed.
    for (const message of [JSON.parse(text) as PriceChange | PriceChange[]].flat()) {
      const change = message.price_changes?.find(({ price, side }) => side === 'BUY' && laneOf.has(price));
      if (change !== undefined) arrivals[laneOf.get(change.price) ?? 0]?.push(atMs);
    }
  });
  await isReady;
  return () => {
    const answer = { frames, atMs: sharedNowMs(), arrivals, bytes };
    arrivals = prices.map(() => []);
    return answer;
  };
}

const reader = lanes === null ? counting() : probing(lanes);
answerParent(async () => (await reader)());
