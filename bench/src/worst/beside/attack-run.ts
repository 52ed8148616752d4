/** One attack while it goes on: when it may send, what it has sent, and what came of it. */
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { AttackReport } from './messages.ts';

/** The address that all attacks come from. */
const FROM = '127.0.0.66';
const AGAIN_MS = 20;
const ANSWERED_MS_MAX = 60_000;

export class AttackRun {
  readonly #port: number;
  readonly #perSecond: number;
  readonly #started = performance.now();
  readonly #stop = new AbortController();
  readonly #sockets = new Set<Socket>();
  readonly #statuses: Record<number, number> = {};
  #due = 0;
  #sent = 0;
  #bytesRead = 0;
  #ended = 0;

  /** `perSecond`: units that it may send, Infinity for as many as are taken. */
  constructor(port: number, perSecond: number) {
    this.#port = port;
    this.#perSecond = perSecond;
  }

  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Resolves when `units` more may be sent, or when it is over. */
  async turn(units = 1): Promise<void> {
    const dueMs = this.#started + (this.#due * 1000) / this.#perSecond;
    this.#due += units;
    await this.pause(dueMs - performance.now());
  }

  async pause(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  /** Before a connection that was cut off is opened again. */
  pauseBeforeAgain(): Promise<void> {
    return this.pause(AGAIN_MS);
  }

  /** A connection, or null when it is not taken or the attack is over. */
  async open(): Promise<Socket | null> {
    if (this.isOver) return null;
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: FROM, noDelay: true });
    this.#sockets.add(socket);
    const { promise, resolve } = Promise.withResolvers<Socket | null>();
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#bytesRead += chunk.length;
    });
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (!this.isOver) this.#ended++;
      resolve(null);
    });
    return promise;
  }

  countSent(units = 1): void {
    this.#sent += units;
  }

  countAnswer(status: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  /** Resolves when an answer from `status` on and below 500 has come, or after a minute. */
  async answered(status: number): Promise<void> {
    const giveUpAt = performance.now() + ANSWERED_MS_MAX;
    const isThere = (): boolean =>
      Object.keys(this.#statuses).some((one) => Number(one) >= status && Number(one) < 500);
    while (!isThere() && performance.now() < giveUpAt) await this.pause(AGAIN_MS);
  }

  /** Cuts everything off. */
  end(): AttackReport {
    this.#stop.abort();
    for (const socket of this.#sockets) socket.destroy();
    const seconds = (performance.now() - this.#started) / 1000;
    return { sent: this.#sent, statuses: this.#statuses, bytesRead: this.#bytesRead, ended: this.#ended, seconds };
  }
}

/** Resolves when a connection has ended. */
export function ended(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
