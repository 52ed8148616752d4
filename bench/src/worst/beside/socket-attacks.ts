/**
 * Attacks that no row of the table shows, since they are made of connections and not of single requests: answers that are
 * never read, requests without a pause, broken and tiny frames, large messages, connections without end.
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { FEED_PATHS } from '@bellwether/contract';
import { tokenOf } from '../world.ts';
import { readAnswers } from './answer-reader.ts';
import { type AttackRun, ended } from './attack-run.ts';
import { keepAsking } from './keep-asking.ts';
import type { SocketAttackName } from './messages.ts';

/** Figures of the venue that tell whether it held an attack off. */
export interface Defence {
  readonly held: number;
  readonly refused: number;
  readonly feedsClosed: number;
}

export interface SocketAttackKind {
  readonly what: string;
  /** Begins it; it goes on until the run is over. */
  begin(run: AttackRun): void;
  /** Bytes of an answer that the idle listener gives, where the attack does not show how many the venue's have. */
  readonly answerBytes?: number;
  /** Whether the idle listener ends a WebSocket when something arrives on it, as the venue does. */
  readonly isCutOff?: true;
  /** The figure of the venue that rises when it holds the attack off; null where the attacker is told by 4xx. */
  readonly shownBy: keyof Defence | null;
}

const CRLF2 = '\r\n\r\n';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: venue${CRLF2}`;
const bookRequest = Buffer.from(get(`/book?token_id=${tokenOf(0, 0)}`));

const UNREAD_SOCKETS = 300;
const UNREAD_REQUESTS = 64;
const pages = [get('/trades?limit=1000'), get('/markets?limit=1000&next_cursor=MA==')].join('');

const PIPELINED_SOCKETS = 50;
const PIPELINED_REQUESTS = 5_000;
const pipeline = Buffer.from(bookRequest.toString().repeat(PIPELINED_REQUESTS));

const BUSY_CONNECTIONS = 200;
const BROKEN_BODY = '['.repeat(60_000);
const brokenBody = Buffer.from(
  `POST /midpoints HTTP/1.1\r\nhost: venue\r\ncontent-type: application/json\r\ncontent-length: ${BROKEN_BODY.length}${CRLF2}${BROKEN_BODY}`,
);

const FRAME_SOCKETS = 60;
/** Text frames as clients send them, of 1 byte that is never the last: the message never ends. */
const tinyFrames = Buffer.concat(Array.from({ length: 9_000 }, (_, at) => clientFrame(at === 0 ? 0x01 : 0x00, 'x')));
/** An unknown opcode, reserved bits, a control frame in parts, and noise. */
const brokenFrames = [
  clientFrame(0x83, 'x'),
  clientFrame(0xf1, 'x'),
  clientFrame(0x09, 'ping'),
  Buffer.from([0x81, 0x01, 0x78]),
  randomBytes(4_096),
];
const TOKENS_OF_A_MESSAGE = 95;
const largeMessage = clientFrame(
  0x81,
  JSON.stringify({
    type: 'market',
    assets_ids: Array.from({ length: TOKENS_OF_A_MESSAGE }, (_, at) => `${tokenOf(at, 0)}${'0'.repeat(66)}`),
  }),
);

/** As many subscriptions as one message of the activity feed may have, each of every book and refused or taken at once. */
const SUBSCRIPTIONS_OF_A_MESSAGE = 100;
const liveSubscriptions = clientFrame(
  0x81,
  JSON.stringify({
    action: 'subscribe',
    subscriptions: Array.from({ length: SUBSCRIPTIONS_OF_A_MESSAGE }, (_, at) => ({
      topic: 'clob_market',
      type: '*',
      filters: JSON.stringify([tokenOf(at, 0)]),
    })),
  }),
);

const OPENED_AT_A_TIME = 64;

export const SOCKET_ATTACKS: Readonly<Record<SocketAttackName, SocketAttackKind>> = {
  neverRead: {
    what: `${UNREAD_SOCKETS} clients that ask for 1,000-row pages and never read`,
    begin: (run) => {
      for (let socket = 0; socket < UNREAD_SOCKETS; socket++) void neverRead(run);
    },
    answerBytes: 1_000_000,
    shownBy: 'held',
  },
  pipelined: {
    what: `${(PIPELINED_SOCKETS * PIPELINED_REQUESTS).toLocaleString('en')} pipelined reads`,
    begin: (run) => {
      for (let socket = 0; socket < PIPELINED_SOCKETS; socket++) void pipelined(run);
    },
    shownBy: 'held',
  },
  overTheCap: {
    what: `${BUSY_CONNECTIONS} connections that ask for books over the cap without a pause`,
    begin: (run) => {
      for (let socket = 0; socket < BUSY_CONNECTIONS; socket++) void keepAsking(run, () => bookRequest);
    },
    shownBy: null,
  },
  brokenBodies: {
    what: 'deep bodies without a pause',
    begin: (run) => {
      for (let socket = 0; socket < BUSY_CONNECTIONS; socket++) void keepAsking(run, () => brokenBody);
    },
    shownBy: null,
  },
  brokenFrames: {
    what: 'broken WebSocket frames',
    begin: (run) => {
      for (let socket = 0; socket < FRAME_SOCKETS; socket++) {
        void speak(run, (to) => to.write(brokenFrames[socket % brokenFrames.length] as Buffer));
      }
    },
    isCutOff: true,
    shownBy: 'feedsClosed',
  },
  tinyFrames: {
    what: 'WebSocket messages in endless parts',
    begin: (run) => {
      for (let socket = 0; socket < FRAME_SOCKETS; socket++) void speak(run, (to) => to.write(tinyFrames));
    },
    shownBy: 'feedsClosed',
  },
  largeMessages: {
    what: `${FRAME_SOCKETS} sockets of 8 KB messages`,
    begin: (run) => {
      for (let socket = 0; socket < FRAME_SOCKETS; socket++) void speak(run, (to) => to.write(largeMessage));
    },
    shownBy: 'feedsClosed',
  },
  liveSubscriptions: {
    what: `${FRAME_SOCKETS} sockets of ${SUBSCRIPTIONS_OF_A_MESSAGE} subscriptions to books in a message`,
    begin: (run) => {
      const say = (to: Socket): boolean => to.write(liveSubscriptions);
      for (let socket = 0; socket < FRAME_SOCKETS; socket++) void speak(run, say, FEED_PATHS.live);
    },
    shownBy: 'feedsClosed',
  },
  connections: {
    what: 'connections without end, as many held as are taken',
    begin: (run) => void flood(run),
    shownBy: 'refused',
  },
};

async function neverRead(run: AttackRun): Promise<void> {
  while (!run.isOver) {
    await run.turn(UNREAD_REQUESTS);
    const socket = await run.open();
    if (socket !== null) {
      socket.pause();
      socket.write(pages.repeat(UNREAD_REQUESTS / 2));
      run.countSent(UNREAD_REQUESTS);
      await ended(socket);
    }
    await run.pauseBeforeAgain();
  }
}

async function pipelined(run: AttackRun): Promise<void> {
  while (!run.isOver) {
    const socket = await run.open();
    if (socket !== null) {
      let answered = 0;
      const send = async (): Promise<void> => {
        await run.turn(PIPELINED_REQUESTS);
        if (!socket.destroyed) socket.write(pipeline);
      };
      readAnswers(socket, (status) => {
        run.countSent();
        run.countAnswer(status);
        if (++answered % PIPELINED_REQUESTS === 0) void send();
      });
      void send();
      await ended(socket);
    }
    await run.pauseBeforeAgain();
  }
}

/** Opens a feed and says the same again as soon as it has gone out, until it is cut off; then once more. */
async function speak(run: AttackRun, say: (to: Socket) => boolean, path: string = FEED_PATHS.market): Promise<void> {
  const hello =
    `GET ${path} HTTP/1.1\r\nhost: venue\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
    `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}${CRLF2}`;
  while (!run.isOver) {
    const socket = await run.open();
    if (socket === null) {
      await run.pauseBeforeAgain();
      continue;
    }
    let isOpen = false;
    readAnswers(socket, (status) => {
      // What follows are frames.
      if (isOpen) return;
      run.countAnswer(status);
      if (status !== 101) return;
      isOpen = true;
      void goOn();
    });
    const goOn = async (): Promise<void> => {
      for (;;) {
        await run.turn();
        if (run.isOver || socket.destroyed || !socket.writable) return;
        run.countSent();
        if (say(socket)) await run.pause(0.1);
        else await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
      }
    };
    socket.write(hello);
    await ended(socket);
    await run.pauseBeforeAgain();
  }
}

/** As many connections as are taken; each asks once, and stays. */
async function flood(run: AttackRun): Promise<void> {
  const one = async (): Promise<void> => {
    await run.turn();
    const socket = await run.open();
    run.countSent();
    if (socket === null) return;
    readAnswers(socket, (status) => run.countAnswer(status));
    socket.write(get('/time'));
  };
  while (!run.isOver) {
    await Promise.all(Array.from({ length: OPENED_AT_A_TIME }, one));
  }
}

/** A frame as a client sends it; `first` is its first byte. */
function clientFrame(first: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([first, 0x80 | payload.length])
      : Buffer.from([first, 0xfe, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] as number))]);
}
