/** Client of the feeds for tests: keeps every frame, and waits for given ones. */
import { WebSocket } from 'ws';

export type Message = Readonly<Record<string, unknown>>;
/** A frame as received: one message or an array of messages. */
export type FeedFrame = Message | readonly Message[];

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export class FeedClient {
  readonly ws: WebSocket;
  readonly closed: Promise<Closed>;
  readonly #frames: FeedFrame[] = [];
  #pongs = 0;
  readonly #wakers: (() => void)[] = [];
  #isClosed = false;

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data) => {
      const text = String(data);
      if (text === 'PONG') this.#pongs++;
      else this.#frames.push(JSON.parse(text) as FeedFrame);
      this.#wake();
    });
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason: String(reason) });
      });
    });
  }

  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<FeedClient> {
    const ws = new WebSocket(url, { perMessageDeflate: false, headers });
    const client = new FeedClient(ws);
    await new Promise((resolve, reject) => {
      ws.once('open', resolve);
      ws.once('error', reject);
    });
    return client;
  }

  say(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Returns the next frame; if none arrives, the test fails by its time limit. */
  async next(): Promise<FeedFrame> {
    await this.#until(() => this.#frames.length > 0);
    const frame = this.#frames.shift();
    if (frame === undefined) throw new Error('the connection was closed before another frame');
    return frame;
  }

  /** Returns everything that the venue sent before its answer to a PING. */
  async all(): Promise<FeedFrame[]> {
    const pongs = this.#pongs;
    this.say('PING');
    await this.#until(() => this.#pongs > pongs);
    return this.#frames.splice(0);
  }

  async leave(): Promise<void> {
    this.ws.close();
    await this.closed;
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue() && !this.#isClosed) await new Promise<void>((resolve) => this.#wakers.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}

/** Messages of a frame, one or many. */
export function messagesOf(frame: FeedFrame): readonly Message[] {
  return Array.isArray(frame) ? (frame as readonly Message[]) : [frame as Message];
}
