/** Client of the activity feed for tests: checks every message against the contract. */
import { LiveFeedMessage } from '@bellwether/contract';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { FeedVenue } from './feed-venue.ts';

export interface LiveTold {
  readonly topic: string;
  readonly type: string;
  readonly timestamp: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly connection_id: string;
}

const valid = Compile(LiveFeedMessage);

export class LiveClient {
  readonly ws: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #told: LiveTold[] = [];
  readonly #wakers: (() => void)[] = [];
  #isClosed = false;
  #pings = 0;

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data) => {
      const text = String(data);
      // Clients look for this word before they read a frame.
      expect(text).toContain('payload');
      const message = JSON.parse(text) as LiveTold;
      expect([...valid.Errors(message)], text).toEqual([]);
      this.#told.push(message);
      this.#wake();
    });
    ws.on('pong', () => this.#wake());
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        this.#isClosed = true;
        this.#wake();
        resolve({ code, reason: String(reason) });
      });
    });
  }

  static async open(venue: FeedVenue, headers: Readonly<Record<string, string>> = {}): Promise<LiveClient> {
    const ws = new WebSocket(venue.url('live'), { perMessageDeflate: false, headers });
    const client = new LiveClient(ws);
    await new Promise((resolve, reject) => {
      ws.once('open', resolve);
      ws.once('error', reject);
    });
    return client;
  }

  /** Connects, subscribes, and waits until the venue has taken the subscriptions. */
  static async subscribed(venue: FeedVenue, ...subscriptions: readonly object[]): Promise<LiveClient> {
    const client = await LiveClient.open(venue);
    client.ask('subscribe', ...subscriptions);
    await client.settled();
    return client;
  }

  ask(action: 'subscribe' | 'unsubscribe', ...subscriptions: readonly object[]): void {
    this.say({ action, subscriptions });
  }

  say(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Returns the next message; if none arrives, the test fails by its time limit. */
  async next(): Promise<LiveTold> {
    while (this.#told.length === 0 && !this.#isClosed) await this.#change();
    const message = this.#told.shift();
    if (message === undefined) throw new Error('the connection was closed before another message');
    return message;
  }

  async take(count: number): Promise<LiveTold[]> {
    const messages: LiveTold[] = [];
    while (messages.length < count) messages.push(await this.next());
    return messages;
  }

  /** Returns everything that the venue sent before its pong. */
  async all(): Promise<LiveTold[]> {
    await this.settled();
    return this.#told.splice(0);
  }

  /** Waits until the venue has read everything sent so far. */
  async settled(): Promise<void> {
    const mark = String(++this.#pings);
    const answered = new Promise<void>((resolve) => {
      const onPong = (data: Buffer): void => {
        if (String(data) !== mark) return;
        this.ws.off('pong', onPong);
        resolve();
      };
      this.ws.on('pong', onPong);
    });
    this.ws.ping(mark);
    await Promise.race([answered, this.closed]);
  }

  async leave(): Promise<void> {
    this.ws.close();
    await this.closed;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
