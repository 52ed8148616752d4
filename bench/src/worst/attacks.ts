/**
 * Attacks from one address: rows of the table at a given rate, and attacks by connections that no single request shows:
 * answers that are never read, requests without a pause, broken and tiny frames, endless connections.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { FEED_PATHS } from '@bellwether/contract';
import { get, readAnswers } from '../shared/http-load.ts';
import { tokenOf } from './world.ts';

export type Statuses = Readonly<Record<number, number>>;

const FROM = '127.0.0.66';
const AGAIN_MS = 20;
const ANSWERED_MS_MAX = 60_000;

export class AttackRun {
  readonly #port: number;
  readonly #stop = new AbortController();
  readonly #sockets = new Set<Socket>();
  readonly statuses: Record<number, number> = {};

  constructor(port: number) {
    this.#port = port;
  }

  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  async pause(ms = AGAIN_MS): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  /** Opens a connection, and another one whenever it has ended; `speak` receives each. */
  async keepOpen(speak: (socket: Socket) => void): Promise<void> {
    for (; !this.isOver; await this.pause()) {
      const socket = await this.open();
      if (socket === null) continue;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      speak(socket);
      await closed;
    }
  }

  open(): Promise<Socket | null> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: FROM, noDelay: true });
    this.#sockets.add(socket);
    const { promise, resolve } = Promise.withResolvers<Socket | null>();
    socket.once('connect', () => resolve(socket)).on('error', () => undefined);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      resolve(null);
    });
    return promise;
  }

  /** Sends requests over a socket, each as soon as the last is answered and `turn` resolves. */
  ask(socket: Socket, next: () => Buffer, turn?: () => Promise<void>): void {
    const send = async (): Promise<void> => {
      await turn?.();
      if (!socket.destroyed && !this.isOver) socket.write(next());
    };
    this.count(socket, () => void send());
    void send();
  }

  count(socket: Socket, onAnswer?: (status: number) => void): void {
    readAnswers(socket, (status) => {
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      onAnswer?.(status);
    });
  }

  /** Resolves when an answer with a status from `least` to 499 has arrived, or after a minute. */
  async answered(least: number): Promise<void> {
    const giveUpAt = performance.now() + ANSWERED_MS_MAX;
    while (!hasAnswer(this.statuses, least) && performance.now() < giveUpAt) await this.pause();
  }

  end(): Statuses {
    this.#stop.abort();
    for (const socket of this.#sockets) socket.destroy();
    return this.statuses;
  }
}

export const hasAnswer = (statuses: Statuses, least: number): boolean =>
  Object.keys(statuses).some((status) => Number(status) >= least && Number(status) < 500);

const ASKING_CONNECTIONS = 8;

/** Sends requests at a given rate over a few connections, each waiting for its answer. */
export function attackWithRequests(run: AttackRun, next: () => Buffer, perSecond: number): void {
  const started = performance.now();
  let due = 0;
  const turn = (): Promise<void> => run.pause(started + (due++ * 1_000) / perSecond - performance.now());
  times(ASKING_CONNECTIONS, () => run.keepOpen((socket) => run.ask(socket, next, turn)));
}

function times(number: number, begin: (index: number) => Promise<void>): void {
  for (let index = 0; index < number; index++) void begin(index);
}

const bookRequest = get(`/book?token_id=${tokenOf(0, 0)}`);
const pages = Buffer.concat([get('/trades?limit=1000'), get('/markets?limit=1000&next_cursor=MA==')]).toString();
const PIPELINED = 5_000;
const pipeline = Buffer.from(bookRequest.toString().repeat(PIPELINED));
const DEEP = '['.repeat(60_000);
const deepBody = Buffer.from(
  `POST /midpoints HTTP/1.1\r\nhost: venue\r\ncontent-type: application/json\r\ncontent-length: ${DEEP.length}\r\n\r\n${DEEP}`,
);
/** Masked client text frames of 1 byte without a final one: the message never ends. */
const tinyFrames = Buffer.concat(Array.from({ length: 9_000 }, (_, at) => clientFrame(at === 0 ? 0x01 : 0x00, 'x')));
/** An unknown opcode, reserved bits, a fragmented control frame, and noise. */
const brokenFrames = [
  clientFrame(0x83, 'x'),
  clientFrame(0xf1, 'x'),
  clientFrame(0x09, 'ping'),
  Buffer.from([0x81, 0x01, 0x78]),
  randomBytes(4_096),
];
const tokens = (count: number, digits = ''): string[] =>
  Array.from({ length: count }, (_, at) => tokenOf(at, 0) + digits);
const largeMessage = clientFrame(0x81, JSON.stringify({ type: 'market', assets_ids: tokens(95, '0'.repeat(66)) }));
/** The maximum number of subscriptions in one message of the activity feed, each refused or accepted at once. */
const liveSubscriptions = clientFrame(
  0x81,
  JSON.stringify({
    action: 'subscribe',
    subscriptions: tokens(100).map((token) => ({ topic: 'clob_market', type: '*', filters: JSON.stringify([token]) })),
  }),
);

const HELD = 'bellwether_connections_held';
const CLOSED = 'bellwether_feed_closed';

/**
 * An attack: its name; a function that starts it and runs until the end; and the venue's metric that rises when the
 * attack is held off, or null if the attacker gets a 4xx.
 */
type SocketAttack = readonly [what: string, begin: (run: AttackRun) => void, shownBy: string | null];

export const SOCKET_ATTACKS: readonly SocketAttack[] = [
  [
    '300 clients that ask for 1,000-row pages and never read',
    (run) => times(300, () => run.keepOpen((socket) => void socket.pause().write(pages.repeat(32)))),
    HELD,
  ],
  ['250,000 pipelined reads', (run) => times(50, () => run.keepOpen((socket) => askInPipelines(run, socket))), HELD],
  [
    '200 connections that ask for books over the cap without a pause',
    (run) => times(200, () => run.keepOpen((socket) => run.ask(socket, () => bookRequest))),
    null,
  ],
  [
    'deep bodies without a pause',
    (run) => times(200, () => run.keepOpen((socket) => run.ask(socket, () => deepBody))),
    null,
  ],
  [
    'broken WebSocket frames',
    (run) => times(60, (index) => speak(run, brokenFrames[index % brokenFrames.length] as Buffer)),
    CLOSED,
  ],
  ['WebSocket messages in endless parts', (run) => times(60, () => speak(run, tinyFrames)), CLOSED],
  ['60 sockets of 8 KB messages', (run) => times(60, () => speak(run, largeMessage)), CLOSED],
  [
    '60 sockets of 100 subscriptions to books in a message',
    (run) => times(60, () => speak(run, liveSubscriptions, FEED_PATHS.live)),
    CLOSED,
  ],
  [
    'connections without end, as many held as are taken',
    (run) => times(64, () => flood(run)),
    'bellwether_connections_refused',
  ],
];

function askInPipelines(run: AttackRun, socket: Socket): void {
  let answered = 0;
  run.count(socket, () => {
    if (++answered % PIPELINED === 0) socket.write(pipeline);
  });
  socket.write(pipeline);
}

/** Opens a feed and sends the same frame again as soon as it has gone out. Reconnects when it is cut off. */
function speak(run: AttackRun, frame: Buffer, path: string = FEED_PATHS.market): Promise<void> {
  const goOn = async (socket: Socket): Promise<void> => {
    while (!run.isOver && socket.writable) {
      if (socket.write(frame)) await run.pause(0.1);
      else await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
  };
  return run.keepOpen((socket) => {
    // Frames follow the upgrade.
    socket.once('data', (chunk: Buffer) => {
      const status = Number(chunk.toString('latin1', 9, 12));
      run.statuses[status] = (run.statuses[status] ?? 0) + 1;
      if (status === 101) void goOn(socket);
    });
    socket.on('data', () => undefined).write(upgradeTo(path));
  });
}

/** Opens as many connections as are accepted; each sends one request and stays. */
async function flood(run: AttackRun): Promise<void> {
  while (!run.isOver) {
    const socket = await run.open();
    if (socket === null) continue;
    run.count(socket);
    socket.write(get('/time'));
  }
}

const upgradeTo = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: venue\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
  `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`;

/** A masked client frame; `first` is its first byte. */
function clientFrame(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([first, 0x80 | payload.length])
      : Buffer.from([first, 0xfe, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] as number))]);
}
