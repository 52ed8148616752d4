/**
 * A request that arrived whole and in plain form, and its answer: what the server's own objects say and do, for handlers
 * that answer in one piece, without their streams. Made of `PlainHead`; goes through the same hooks and routes.
 */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PlainHead } from './head.ts';

/** What cannot be in a header's value: it would end the header. */
const UNSAFE = /[^\t\x20-\x7e\x80-\xff]/;

class PlainRequest extends EventEmitter {
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly method: string;
  url: string;
  originalUrl: string;
  readonly rawHeaders: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: Socket;
  /** It is all there. */
  readonly complete = true;
  readonly aborted = false;
  destroyed = false;
  #body: Buffer | null;

  constructor(head: PlainHead, body: Buffer, socket: Socket) {
    super();
    this.method = head.method;
    this.url = head.url;
    this.originalUrl = head.url;
    this.rawHeaders = head.rawHeaders;
    this.headers = head.headers;
    this.socket = socket;
    this.#body = body;
  }

  get connection(): Socket {
    return this.socket;
  }

  /** Gives its body to those who listen, once. */
  resume(): this {
    const body = this.#body;
    if (body === null) return this;
    this.#body = null;
    if (body.length > 0) this.emit('data', body);
    this.emit('end');
    return this;
  }

  /** Its body, for one who needs no stream; null when it has none, as afterwards. */
  takeBody(): Buffer | null {
    const body = this.#body;
    if (body === null || body.length === 0) return null;
    this.#body = null;
    return body;
  }

  pause(): this {
    return this;
  }

  destroy(): this {
    this.destroyed = true;
    this.socket.destroy();
    return this;
  }
}

/** Who watches over a request and its answer; told once of each, before any other listener. */
export interface PlainWatch {
  /** The answer is made. */
  made(): void;
  /** The answer has gone, or the connection has. */
  ended(): void;
}

type HeaderValue = string | number | readonly string[];

class PlainResponse extends EventEmitter {
  readonly req: PlainRequest;
  readonly socket: Socket;
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  closed = false;
  readonly #dating: Dating;
  readonly #watch: PlainWatch;
  #headers: Record<string, HeaderValue> = {};

  constructor(request: PlainRequest, dating: Dating, watch: PlainWatch) {
    super();
    this.req = request;
    this.socket = request.socket;
    this.#dating = dating;
    this.#watch = watch;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  get writable(): boolean {
    return !this.writableEnded;
  }

  get finished(): boolean {
    return this.writableEnded;
  }

  setHeader(name: string, value: HeaderValue): this {
    if (typeof value !== 'number' && UNSAFE.test(String(value)))
      throw new TypeError(`the header ${name} cannot have this value`);
    this.#headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers[name.toLowerCase()];
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: Readonly<Record<string, HeaderValue>> = {}): this {
    this.statusCode = status;
    for (const name of Object.keys(headers)) {
      const value = headers[name];
      if (value !== undefined) this.setHeader(name, value);
    }
    return this;
  }

  /** Only whole answers leave this way. */
  write(): never {
    throw new Error('a plain request is answered in one piece');
  }

  end(payload?: string | Uint8Array | null): this {
    if (this.writableEnded) return this;
    const { socket } = this;
    this.writableEnded = true;
    this.headersSent = true;
    const stays = this.#stays();
    const head = this.#head(stays);
    this.#watch.made();
    // Its client has gone: `close` has been told or will be.
    if (socket.destroyed || !socket.writable) return this;
    if (payload === undefined || payload === null || payload.length === 0) socket.write(head, 'latin1');
    else if (typeof payload === 'string') socket.write(head + payload, 'utf8');
    else socket.write(joined(head, payload));
    if (!stays) socket.destroySoon();
    // Usually the system has taken all of it at once.
    if (socket.writableLength === 0) process.nextTick(finish, this);
    else socket.write('', () => finish(this));
    return this;
  }

  /** Its connection is gone, before the answer or after it. */
  gone(): void {
    if (this.closed) return;
    this.closed = true;
    this.#watch.ended();
    this.emit('close');
  }

  finish(): void {
    if (this.closed) return;
    this.writableFinished = true;
    this.emit('finish');
    this.gone();
  }

  #stays(): boolean {
    const connection = this.#headers['connection'];
    return connection === undefined || String(connection).toLowerCase() !== 'close';
  }

  #head(stays: boolean): string {
    const { statusCode } = this;
    let text = `HTTP/1.1 ${statusCode} ${this.#dating.reasonOf(statusCode)}\r\n`;
    for (const name of Object.keys(this.#headers)) {
      text += `${name}: ${String(this.#headers[name])}\r\n`;
    }
    return `${text}${stays ? this.#dating.staying() : this.#dating.leaving()}\r\n`;
  }
}

const finish = (response: PlainResponse): void => response.finish();

function joined(head: string, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + payload.length);
  bytes.write(head, 0, 'latin1');
  bytes.set(payload, head.length);
  return bytes;
}

/** The lines that every answer ends its headers with. */
export interface Dating {
  reasonOf(status: number): string;
  /** For a connection that stays open. */
  staying(): string;
  leaving(): string;
}

/** `clock`: Unix milliseconds. The date is put into words once a second. */
export function createDating(
  clock: () => number,
  keepAliveTimeoutMs: number,
  reasons: Readonly<Record<number, string | undefined>>,
): Dating {
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`;
  let second = Number.NaN;
  let staying = '';
  let date = '';
  const refresh = (): void => {
    const now = Math.floor(clock() / 1000);
    if (now === second) return;
    second = now;
    date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`;
    staying = date + keepAlive;
  };
  return {
    reasonOf: (status) => reasons[status] ?? 'Unknown',
    staying() {
      refresh();
      return staying;
    },
    leaving() {
      refresh();
      return date;
    },
  };
}

/** Whether a request came past the parser: all of it was there when it began. */
export const isPlain = (request: IncomingMessage): boolean => (request as object) instanceof PlainRequest;

/** The body of a plain request, once: whoever takes it needs no stream. Null for every other request. */
export const takeBody = (request: IncomingMessage): Buffer | null =>
  (request as object) instanceof PlainRequest ? (request as object as PlainRequest).takeBody() : null;

/** A request and its answer as handlers take them. */
export interface PlainExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Its connection is closed. */
  gone(): void;
}

export function createPlainExchange(
  head: PlainHead,
  body: Buffer,
  socket: Socket,
  dating: Dating,
  watch: PlainWatch,
): PlainExchange {
  const request = new PlainRequest(head, body, socket);
  const response = new PlainResponse(request, dating, watch);
  // The casts are the point of this file: the part of the server's objects that whole answers need.
  return {
    request: request as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
    gone: () => response.gone(),
  };
}
