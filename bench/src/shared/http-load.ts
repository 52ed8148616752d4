/**
 * HTTP/1.1 load over keep-alive sockets at minimal cost: requests are prepared bytes, answers are scanned only for
 * status and length. The load shares the machine with the server under test.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pause } from './report.ts';

interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Bytes of the next request, or null if there are no more. */
  readonly next: () => Buffer | null;
  /** Stop after this long even if requests are left. */
  readonly secondsMax: number;
}

const HEAD_END = '\r\n\r\n';

export const get = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost${HEAD_END}`);

/** Runs a closed loop until the requests or the time are used up. Rejects if an answer is not 200. */
export async function runLoad({ port, connections, next, secondsMax }: LoadOptions): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const started = performance.now();
  const deadline = started + secondsMax * 1_000;
  const client = async (): Promise<void> => {
    const connection = await openConnection(port);
    for (;;) {
      const request = performance.now() < deadline ? next() : null;
      if (request === null) break;
      const sentAt = performance.now();
      await exchangeOk(connection, request);
      latenciesMs.push(performance.now() - sentAt);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
  return { requests: latenciesMs.length, seconds: (performance.now() - started) / 1_000, latenciesMs };
}

export function queueOf(requests: readonly Buffer[]): () => Buffer | null {
  let at = 0;
  return () => requests[at++] ?? null;
}

/**
 * An open loop: requests are due at a fixed rate, whether or not earlier ones are answered. Milliseconds from each due
 * time, so that a stall is not hidden by the requests that it holds back.
 */
export async function runPaced(
  perSecond: number,
  requests: number,
  ask: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const started = performance.now();
  const asked: Promise<number>[] = [];
  for (let index = 0; index < requests; index++) {
    const due = started + (index * 1_000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    // A timer may fire early.
    const answered = ask(index).then(() => Math.max(0, performance.now() - due));
    answered.catch(() => undefined);
    asked.push(answered);
  }
  return await Promise.all(asked);
}

/** Connections of one client. Each request takes the one that is free longest, or waits for one. */
export class Connections {
  readonly #open: () => Promise<Connection>;
  #free: Connection[] = [];

  constructor(port: number, from?: string) {
    this.#open = () => openConnection(port, from);
  }

  /** Replaces connections that the server has closed, while none is in use. */
  async fill(size: number): Promise<void> {
    this.#free = this.#free.filter(({ isOpen }) => isOpen);
    while (this.#free.length < size) this.#free.push(await this.#open());
  }

  async exchange(request: Buffer): Promise<void> {
    while (this.#free.length === 0) await pause(1);
    const connection = this.#free.shift() as Connection;
    await exchangeOk(connection, request);
    this.#free.push(connection);
  }

  close(): void {
    for (const connection of this.#free) connection.close();
  }
}

/** Rejects if the answer is not 200. */
export async function exchangeOk(connection: Connection, request: Buffer): Promise<void> {
  const status = await connection.exchange(request);
  if (status !== 200) throw new Error(`${request.toString('latin1', 0, 120)} was answered ${status}`);
}

export interface Connection {
  /** Sends one request and resolves to the status of its answer. */
  exchange(request: Buffer): Promise<number>;
  /** False once either side has closed it. */
  readonly isOpen: boolean;
  close(): void;
}

export async function openConnection(port: number, from = '127.0.0.1'): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<number> | null = null;
  readAnswers(socket, (status) => {
    const answered = waiting;
    waiting = null;
    answered?.resolve(status);
  });
  // 'close' follows.
  socket.on('error', () => undefined);
  socket.on('close', () => waiting?.reject(new Error('the server closed a connection')));
  return {
    exchange(request) {
      if (socket.destroyed) return Promise.reject(new Error('the server closed a connection'));
      waiting = Promise.withResolvers<number>();
      socket.write(request);
      return waiting.promise;
    },
    get isOpen() {
      return socket.writable && !socket.readableEnded;
    },
    close: () => void socket.end(),
  };
}

/** Calls `onAnswer` for each complete answer in order; bodies are counted but not kept. */
export function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let text = '';
  let status = 0;
  /** Bytes of the body that are still to come; null while reading the header. */
  let left: number | null = null;
  socket.on('data', (chunk: Buffer) => {
    let at = 0;
    while (at < chunk.length) {
      if (left === null) {
        text += chunk.toString('latin1', at);
        const end = text.indexOf(HEAD_END);
        if (end < 0) return;
        const head = text.slice(0, end);
        status = Number(head.slice(9, 12));
        left = Number(/\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1] ?? 0);
        at = chunk.length - (text.length - end - HEAD_END.length);
        text = '';
      }
      const body = Math.min(left, chunk.length - at);
      left -= body;
      at += body;
      if (left > 0) return;
      left = null;
      onAnswer(status);
    }
  });
}
