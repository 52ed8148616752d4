/** The other end of a feed's socket: a venue that sends the frames of a test. */
import type { SocketOptions, WebSocketLike } from './socket.ts';

export class ScriptedVenue {
  /** Messages received on all connections, parsed. */
  readonly said: unknown[] = [];
  readonly #sockets: { readonly hear: (frame: unknown) => void; readonly cut: () => void; readonly end: () => void }[] =
    [];

  /** Opens and reopens at once, and never pings. */
  readonly socket: Omit<SocketOptions, 'hello'> = {
    url: 'ws://venue',
    open: () => this.#open(),
    retry: { attemptsMax: 1, delayMs: 0, delayMsMax: 0 },
    pingIntervalMs: 60_000,
  };

  /** Sends frames on the newest connection. */
  say(...frames: unknown[]): void {
    for (const frame of frames) this.#sockets.at(-1)?.hear(frame);
  }

  /** Breaks the newest connection. */
  cut(): void {
    this.#sockets.at(-1)?.cut();
  }

  /** Ends the newest connection silently: the `close` event comes only with `cut`. */
  end(): void {
    this.#sockets.at(-1)?.end();
  }

  #open(): WebSocketLike {
    let readyState = 1;
    const listeners = new Map<string, (event: never) => void>();
    this.#sockets.push({
      hear: (frame) => listeners.get('message')?.({ data: JSON.stringify(frame) } as never),
      cut: () => listeners.get('close')?.({ code: 1006, reason: 'cut' } as never),
      end: () => {
        readyState = 2;
      },
    });
    queueMicrotask(() => listeners.get('open')?.({} as never));
    return {
      get readyState() {
        return readyState;
      },
      send: (text) => void this.said.push(JSON.parse(text)),
      close: () => undefined,
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    };
  }
}
