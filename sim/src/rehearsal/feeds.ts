/** Records the frames of all feeds of a sandbox. */
import { setImmediate } from 'node:timers/promises';
import type { Credentials } from '@bellwether/sdk';

/** One connection, reopened when it has been closed. */
class Line {
  readonly #url: string;
  readonly #hello: string;
  /** Frames in order, with `closed` and the code where the connection ended. */
  readonly frames: string[] = [];
  #socket: WebSocket | null = null;
  #pongs = 0;

  constructor(url: string, hello: unknown) {
    this.#url = url;
    this.#hello = JSON.stringify(hello);
  }

  /** Null if the connection is refused. */
  #open(): Promise<WebSocket | null> {
    const socket = new WebSocket(this.#url);
    socket.addEventListener('message', ({ data }) => {
      if (data === 'PONG') this.#pongs++;
      else this.frames.push(String(data));
    });
    const { promise, resolve } = Promise.withResolvers<WebSocket | null>();
    socket.addEventListener('open', () => {
      socket.send(this.#hello);
      this.#socket = socket;
      resolve(socket);
    });
    socket.addEventListener('close', ({ code }) => {
      this.frames.push(`closed ${code}`);
      if (this.#socket === socket) this.#socket = null;
      resolve(null);
    });
    return promise;
  }

  /** Resolves when everything that was sent has arrived: the answer to a ping comes behind it. */
  async caughtUp(): Promise<void> {
    const socket = this.#socket ?? (await this.#open());
    if (socket === null) return;
    const before = this.#pongs;
    socket.send('PING');
    while (this.#pongs === before && this.#socket === socket) await setImmediate();
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

export class Feeds {
  readonly #lines: readonly Line[];

  constructor(url: string, tokenIds: readonly string[], credentials: Credentials) {
    const base = url.replace(/^http/, 'ws');
    const { apiKey, secret, passphrase } = credentials;
    this.#lines = [
      new Line(`${base}/ws/market`, { type: 'market', assets_ids: tokenIds, custom_feature_enabled: true }),
      new Line(`${base}/ws/user`, { type: 'user', markets: [], auth: { apiKey, secret, passphrase } }),
    ];
  }

  /** Frames of each feed, in order. */
  get frames(): readonly (readonly string[])[] {
    return this.#lines.map(({ frames }) => frames);
  }

  async caughtUp(): Promise<void> {
    for (const line of this.#lines) await line.caughtUp();
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }
}
