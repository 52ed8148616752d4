/**
 * Subscribers as a process of their own, so that receiving does not disturb the one that measures. Its options are the first
 * argument; questions and answers go over the channel to its parent.
 */
import { WebSocket } from 'ws';
import { sharedNowMs } from './clock.ts';
import { CountingSocket } from './counting-socket.ts';
import type { ReaderAnswer, ReaderOptions, ReaderQuestion } from './messages.ts';

/** Connections made at the same time. */
const CONNECTING = 50;
const PATH = '/ws/market';
const RECORDED_MAX = 2_000;

interface PriceChange {
  readonly event_type: string;
  readonly price_changes?: readonly { readonly price: string; readonly side: string }[];
}

// Cast: the parent writes them.
const options = JSON.parse(process.argv[2] ?? '') as ReaderOptions;
const answer = (message: ReaderAnswer): void => void process.send?.(message);

async function openSockets({ port, connections, subscription, kind }: ReaderOptions): Promise<CountingSocket[]> {
  const sockets: CountingSocket[] = [];
  while (sockets.length < connections) {
    const some = Array.from(
      { length: Math.min(CONNECTING, connections - sockets.length) },
      () => new CountingSocket(port, PATH, subscription),
    );
    await Promise.all(some.map(({ ready }) => ready));
    sockets.push(...some);
  }
  if (kind === 'silent') for (const socket of sockets) socket.pause();
  return sockets;
}

async function count(): Promise<void> {
  const sockets = await openSockets(options);
  const frames = (): number => sockets.reduce((sum, socket) => sum + socket.frames, 0);
  // The first frame of a subscription is its books. One that does not read cannot say.
  while (options.kind === 'count' && options.subscription !== null && frames() < sockets.length) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  process.on('message', () => {
    const open = sockets.filter((socket) => socket.isOpen).length;
    answer({ kind: 'frames', frames: frames(), atMs: sharedNowMs(), open });
  });
  answer({ kind: 'ready' });
}

/** One ordinary client that looks into every frame. */
function probe({ port, subscription, lanes }: ReaderOptions): void {
  const laneOf = new Map(lanes.map((price, lane) => [price, lane]));
  let arrivals = lanes.map((): number[] => []);
  let recorded: string[] = [];
  let resyncs = 0;
  let frames = 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}`, { perMessageDeflate: false });
  socket.on('open', () => socket.send(subscription ?? ''));
  socket.on('message', (data) => {
    const atMs = sharedNowMs();
    const text = String(data);
    if (frames++ === 0) return answer({ kind: 'ready' });
    if (recorded.length < RECORDED_MAX) recorded.push(text);
    // Cast: a frame of the market feed.
    const parsed = JSON.parse(text) as PriceChange | readonly PriceChange[];
    for (const message of [parsed].flat()) {
      if (message.event_type === 'resync') resyncs++;
      const change = message.price_changes?.find(({ price, side }) => side === 'BUY' && laneOf.has(price));
      if (change !== undefined) arrivals[laneOf.get(change.price) ?? 0]?.push(atMs);
    }
  });
  process.on('message', (question: ReaderQuestion) => {
    switch (question) {
      case 'frames':
        return answer({ kind: 'frames', frames, atMs: sharedNowMs(), open: 1 });
      case 'arrivals':
        answer({ kind: 'arrivals', arrivals, resyncs });
        arrivals = lanes.map(() => []);
        return;
      case 'record':
        answer({ kind: 'record', frames: recorded });
        recorded = [];
    }
  });
}

if (options.kind === 'probe') probe(options);
else await count();
process.on('disconnect', () => process.exit(0));
