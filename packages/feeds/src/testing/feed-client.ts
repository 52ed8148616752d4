/** Client of the feeds for tests: keeps every frame, checks messages against the contract, and leaves with its test. */
import {
  CommentFeedMessage,
  createSchemaCheck,
  FEED_PATHS,
  type FeedChannel,
  LiveFeedMessage,
  MarketFeedMessage,
  type SchemaCheck,
  UserFeedMessage,
} from '@bellwether/contract';
import { Type } from 'typebox';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export type Message = Readonly<Record<string, unknown>>;
/** A frame as received: one message or an array of messages. */
export type FeedFrame = Message | readonly Message[];

const CHECKS: Readonly<Record<FeedChannel, SchemaCheck>> = {
  market: createSchemaCheck(Type.Union([MarketFeedMessage, CommentFeedMessage])),
  user: createSchemaCheck(UserFeedMessage),
  live: createSchemaCheck(LiveFeedMessage),
};

export class FeedClient<Frame extends FeedFrame = FeedFrame> {
  readonly ws: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #check: SchemaCheck;
  readonly #frames: Frame[] = [];
  readonly #wakers: (() => void)[] = [];
  #pings = 0;
  /** Number of the last own ping that was answered. */
  #answered = 0;
  #isClosed = false;

  private constructor(ws: WebSocket, check: SchemaCheck) {
    this.ws = ws;
    this.#check = check;
    ws.on('message', (data) => {
      const text = String(data);
      if (text !== 'PONG') this.#frames.push(JSON.parse(text) as Frame);
      this.#wake();
    });
    ws.on('pong', (data) => {
      this.#answered = Math.max(this.#answered, Number(String(data)) || 0);
      this.#wake();
    });
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) =>
      ws.on('close', (code, reason) => {
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason: String(reason) });
      }),
    );
  }

  /** Connects to a feed. The connection ends with the test. */
  static async open<Frame extends FeedFrame = FeedFrame>(url: string, headers: Readonly<Record<string, string>> = {}) {
    const channel = Object.entries(FEED_PATHS).find(([, path]) => url.includes(path))?.[0] as FeedChannel;
    const ws = new WebSocket(url, { perMessageDeflate: false, headers });
    const client = new FeedClient<Frame>(ws, CHECKS[channel]);
    await new Promise((resolve, reject) => {
      ws.once('open', resolve);
      ws.once('error', reject);
    });
    onTestFinished(() => ws.terminate());
    return client;
  }

  static async follow<Frame extends FeedFrame = FeedFrame>(venue: string, channel: FeedChannel, message: unknown) {
    const client = await FeedClient.open<Frame>(venue.replace('http', 'ws') + FEED_PATHS[channel]);
    client.say(message);
    return client;
  }

  say(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  ask(action: 'subscribe' | 'unsubscribe', ...subscriptions: readonly object[]): void {
    this.say({ action, subscriptions });
  }

  /** Returns the next frame; if none arrives, the test fails by its time limit. */
  async next(): Promise<Frame> {
    await this.#until(() => this.#frames.length > 0);
    const frame = this.#frames.shift();
    if (frame === undefined) throw new Error('the connection was closed before another frame');
    return this.#checked(frame);
  }

  async take(count: number): Promise<Frame[]> {
    const frames: Frame[] = [];
    while (frames.length < count) frames.push(await this.next());
    return frames;
  }

  /** Returns everything that the venue sent before its answer to a ping. */
  async all(): Promise<Frame[]> {
    await this.awaitRead();
    return this.#frames.splice(0).map((frame) => this.#checked(frame));
  }

  /** Waits until the venue has read everything sent so far. */
  async awaitRead(): Promise<void> {
    const mark = ++this.#pings;
    this.ws.ping(String(mark));
    await this.#until(() => this.#answered >= mark);
  }

  async leave(): Promise<void> {
    this.ws.close();
    await this.closed;
  }

  #checked(frame: Frame): Frame {
    for (const message of messagesOf(frame)) {
      const problem = this.#check(message);
      if (problem !== null) throw new Error(`${problem}: ${JSON.stringify(message)}`);
    }
    return frame;
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue() && !this.#isClosed) await new Promise<void>((resolve) => this.#wakers.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}

/** Messages of a frame, one or many. */
export const messagesOf = (frame: FeedFrame): readonly Message[] =>
  Array.isArray(frame) ? (frame as readonly Message[]) : [frame as Message];
