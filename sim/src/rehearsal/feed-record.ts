/** Records the frames of one feed of a sandbox, over all its connections: a closed one is opened again. */
import { setImmediate } from 'node:timers/promises';

export class FeedRecord {
  /** Frames in order, with `closed` and the code where a connection ended. */
  readonly frames: string[] = [];
  readonly #url: string;
  readonly #hello: string;
  #socket: WebSocket | null = null;
  #pongs = 0;

  constructor(url: string, hello: unknown) {
    this.#url = url;
    this.#hello = JSON.stringify(hello);
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

  /** Null if the connection is refused. */
  #open(): Promise<WebSocket | null> {
    const socket = new WebSocket(this.#url);
    const { promise, resolve } = Promise.withResolvers<WebSocket | null>();
    socket.addEventListener('message', ({ data }) => {
      if (data === 'PONG') this.#pongs++;
      else this.frames.push(String(data));
    });
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
}
