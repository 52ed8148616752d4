/**
 * One feed's connection: opens it, keeps it alive, and reconnects with growing delays when it breaks. Knows nothing
 * about the meaning of messages. A silent connection counts as dead, whatever the network says: it is pinged, and
 * dropped if no answer comes.
 */
import { AbortedError, FeedError, InvalidInputError, isRefused, SignerError } from '../errors.ts';
import { backoffMs, type RetryPolicy } from '../retry.ts';

/** The part of the platform's `WebSocket` that a feed needs. */
export interface WebSocketLike {
  /**
   * State as the platform counts it: 1 is open. If missing, the connection counts as open from its `open` to its
   * `close` event.
   */
  readonly readyState?: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
}

export type OpenWebSocket = (url: string) => WebSocketLike;

export interface SocketOptions {
  readonly url: string;
  readonly open: OpenWebSocket;
  readonly retry: RetryPolicy;
  /** Interval between pings to the venue; the connection is dropped after two intervals of silence. */
  readonly pingIntervalMs: number;
  /** The first message on each connection. */
  readonly hello: () => Promise<string>;
}

export interface SocketOwner {
  /** The first message has been sent on a new connection. */
  opened(): void;
  /** Receives the parsed JSON of a frame. */
  received(frame: unknown): void;
  /** The connection is lost; another one will be opened. */
  lost(reason: string): void;
  /** The feed cannot continue. No more calls follow. */
  failed(error: Error): void;
}

const OPEN = 1;

/** True if the connection is closing but has not fired `close` yet: anything sent from now on is lost. */
const isClosing = ({ readyState = OPEN }: WebSocketLike): boolean => readyState !== OPEN;

/** Close codes after which a reconnection would end the same way. */
const FINAL_CODES: ReadonlySet<number> = new Set([1003, 1008, 1009, 4401]);

export class FeedSocket {
  readonly #options: SocketOptions;
  readonly #owner: SocketOwner;
  #socket: WebSocketLike | null = null;
  #isOpen = false;
  #failures = 0;
  #heardAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** The error that the venue reported before it closed. */
  #complaint: { readonly code: string; readonly message: string } | null = null;

  constructor(options: SocketOptions, owner: SocketOwner) {
    this.#options = options;
    this.#owner = owner;
  }

  /** Opens the connection. Call once. */
  start(): void {
    this.#connect();
  }

  /** Sends a message; false if there is no open connection. The next connection begins with `hello`. */
  send(message: object): boolean {
    if (!this.#isOpen || this.#socket === null || isClosing(this.#socket)) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Replaces the connection with a new one. */
  restart(reason: string): void {
    if (!this.#isClosed && this.#socket !== null) this.#drop(reason);
  }

  close(): void {
    this.#isClosed = true;
    this.#leave();
  }

  #connect(): void {
    if (this.#isClosed) return;
    let socket: WebSocketLike;
    try {
      socket = this.#options.open(this.#options.url);
    } catch (cause) {
      return this.#fail(new FeedError('no_connection', `cannot open ${this.#options.url}`, { cause }));
    }
    this.#socket = socket;
    this.#complaint = null;
    this.#heardAt = performance.now();
    const isCurrent = (): boolean => this.#socket === socket;
    socket.addEventListener('open', () => {
      if (isCurrent()) void this.#greet(socket);
    });
    socket.addEventListener('message', ({ data }) => {
      if (isCurrent()) this.#receive(data);
    });
    // A 'close' event follows with the same information.
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', ({ code, reason }) => {
      if (isCurrent()) this.#closed(code, reason);
    });
    this.#watch();
  }

  async #greet(socket: WebSocketLike): Promise<void> {
    let hello: string;
    try {
      hello = await this.#options.hello();
    } catch (error) {
      if (this.#socket === socket) this.#cannotGreet(error);
      return;
    }
    if (this.#socket !== socket || isClosing(socket)) return;
    socket.send(hello);
    this.#isOpen = true;
    this.#owner.opened();
  }

  #cannotGreet(error: unknown): void {
    const isFinal =
      isRefused(error) ||
      error instanceof InvalidInputError ||
      error instanceof SignerError ||
      error instanceof AbortedError;
    if (isFinal) this.#fail(error);
    else this.#drop(error instanceof Error ? error.message : String(error));
  }

  #receive(data: unknown): void {
    this.#heardAt = performance.now();
    this.#failures = 0;
    if (data === 'PONG') return;
    let frame: unknown;
    try {
      frame = JSON.parse(String(data));
    } catch {
      return this.#drop('a frame was no JSON');
    }
    if (isComplaint(frame)) this.#complaint = frame;
    else this.#owner.received(frame);
  }

  #closed(code: number, reason: string): void {
    if (!FINAL_CODES.has(code)) return this.#drop(reason === '' ? `closed with ${code}` : reason);
    const { code: word, message } = this.#complaint ?? { code: String(code), message: reason };
    this.#fail(new FeedError(word, message));
  }

  /** Pings the venue at intervals. */
  #watch(): void {
    const { pingIntervalMs } = this.#options;
    this.#timer = setTimeout(() => {
      if (performance.now() - this.#heardAt > 2 * pingIntervalMs) return this.#drop('nothing heard of the venue');
      if (this.#isOpen && this.#socket !== null && !isClosing(this.#socket)) this.#socket.send('PING');
      this.#watch();
    }, pingIntervalMs);
  }

  #drop(reason: string): void {
    this.#leave();
    if (this.#isClosed) return;
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), backoffMs(this.#options.retry, this.#failures));
    this.#owner.lost(reason);
  }

  #fail(error: Error): void {
    this.close();
    this.#owner.failed(error);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    try {
      socket?.close();
    } catch {
      // The connection was never opened.
    }
  }
}

function isComplaint(frame: unknown): frame is { readonly code: string; readonly message: string } {
  return typeof frame === 'object' && frame !== null && 'event_type' in frame && frame.event_type === 'error';
}
