/**
 * A plain WebSocket client of the feeds. Every message is checked against the contract's schemas, whichever check
 * receives it.
 */
import {
  createSchemaCheck,
  FEED_PATHS,
  LiveFeedMessage,
  MarketFeedMessage,
  type SchemaCheck,
  UserFeedMessage,
} from '@bellwether/contract';
import { isTrue, Mismatch, NotOffered } from './compare.ts';
import { TIMEOUT_MS } from './http.ts';

export type Message = Readonly<Record<string, unknown>>;
type Channel = keyof typeof FEED_PATHS;

const SCHEMAS = { market: MarketFeedMessage, user: UserFeedMessage, live: LiveFeedMessage } as const;

export class FeedClient {
  readonly #socket: WebSocket;
  readonly #check: SchemaCheck;
  readonly #frames: unknown[] = [];
  readonly #wakers: (() => void)[] = [];
  #pongs = 0;
  #closed: CloseEvent | null = null;

  private constructor(socket: WebSocket, channel: Channel) {
    this.#socket = socket;
    this.#check = createSchemaCheck(SCHEMAS[channel]);
    socket.addEventListener('message', ({ data }) => {
      if (data === 'PONG') this.#pongs++;
      else this.#frames.push(JSON.parse(String(data)));
      this.#wake();
    });
    socket.addEventListener('close', (event) => {
      this.#closed = event;
      this.#wake();
    });
  }

  /** Opens a feed. A venue that refuses the connection does not offer the feed. */
  static async open(baseUrl: string, channel: Channel): Promise<FeedClient> {
    const path = FEED_PATHS[channel];
    const socket = new WebSocket(baseUrl.replace(/^http/, 'ws') + path);
    const client = new FeedClient(socket, channel);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new NotOffered(`WebSocket ${path}`)));
    });
    return client;
  }

  say(message: string | object): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  sayBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket.send(bytes);
  }

  async next(): Promise<readonly Message[]> {
    await this.#until('a frame', () => this.#frames.length > 0);
    return this.#messages(this.#frames.shift());
  }

  /** Frames that the venue has sent so far: its answer to a PING comes last. */
  async all(): Promise<readonly (readonly Message[])[]> {
    const pongs = this.#pongs;
    this.say('PING');
    await this.#until('PONG', () => this.#pongs > pongs);
    return this.#frames.splice(0).map((frame) => this.#messages(frame));
  }

  async ended(): Promise<{ readonly code: number; readonly reason: string }> {
    await this.#until('the end', () => this.#closed !== null);
    return { code: this.#closed?.code ?? 0, reason: this.#closed?.reason ?? '' };
  }

  leave(): void {
    this.#socket.close();
  }

  #messages(frame: unknown): readonly Message[] {
    const messages: readonly unknown[] = Array.isArray(frame) ? frame : [frame];
    for (const message of messages) {
      const problem = this.#check(message);
      if (problem !== null) throw new Mismatch(`message: ${problem}`, 'the schema', message);
    }
    // Cast: all schemas describe objects.
    return messages as readonly Message[];
  }

  async #until(what: string, holds: () => boolean): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (!holds()) {
      const isOver = this.#closed !== null || Date.now() >= deadline;
      isTrue(what, !isOver, what, this.#closed === null ? 'nothing' : `closed with ${this.#closed.code}`);
      await new Promise<void>((resolve) => {
        this.#wakers.push(resolve);
        setTimeout(resolve, deadline - Date.now()).unref();
      });
    }
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
