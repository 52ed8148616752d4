/**
 * The plain lane: hot requests bypass the server's parser and streams, which cost more than all other work for such a
 * request. Everything after that is the same: hooks, caps, turns, routes, answers. Request and answer behave like the
 * server's own objects, but without streams, for handlers that answer in one piece.
 *
 * `app.ts` creates one lane. With `null` in its place every request goes through the parser, and an order costs a tenth
 * more (ADR 0015).
 */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import { STATUS_CODES } from '../node-http.ts';
import { createHeadReader, type PlainHead } from './inbox.ts';
import { REQUEST_BYTES_MAX } from './limits.ts';

/** The most frequent routes; all of their answers are sent in one piece. */
const PLAIN_ROUTES: readonly Route[] = [
  ROUTES_BY_NAME.placeOrder,
  ROUTES_BY_NAME.cancelOrder,
  ROUTES_BY_NAME.cancelOrders,
  ROUTES_BY_NAME.cancelAll,
  ROUTES_BY_NAME.cancelMarketOrders,
  ROUTES_BY_NAME.book,
  ROUTES_BY_NAME.price,
  ROUTES_BY_NAME.midpoint,
  ROUTES_BY_NAME.spread,
];

/** Watches a request and its answer. Each call happens once, before any other listener runs. */
interface PlainWatch {
  /** The answer is complete. */
  completed(): void;
  /** The answer has been sent, or the connection has closed. */
  ended(): void;
}

/** A request and its answer in the types that handlers expect. */
export interface PlainExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reports that the connection is closed. */
  gone(): void;
}

export interface PlainLane {
  /** The head at the beginning of `bytes`; null for requests that have to go to the parser. */
  read(bytes: Buffer): PlainHead | null;
  /** True if a request that has arrived whole may use this lane. */
  takes(head: PlainHead): boolean;
  begin(head: PlainHead, body: Buffer, socket: Socket, watch: PlainWatch): PlainExchange;
  serve(exchange: PlainExchange): void;
  /**
   * Accepts no more requests; calls back when those accepted are answered. The server considers their connections idle.
   */
  close(done: () => void): void;
}

/** Creates the lane of a server. `clock`: Unix milliseconds. */
export function createPlainLane(server: Server, clock: () => number): PlainLane {
  const paths = new Set(PLAIN_ROUTES.map(({ method, path }) => `${method} ${path}`));
  const finalHeaders = createFinalHeaders(clock, server.keepAliveTimeout);
  let underWay = 0;
  let closed: (() => void) | null = null;
  return {
    read: createHeadReader(),
    takes({ method, url, headBytes, bodyBytes }) {
      if (closed !== null || headBytes + bodyBytes > REQUEST_BYTES_MAX || (method === 'GET' && bodyBytes > 0))
        return false;
      const query = url.indexOf('?');
      return paths.has(`${method} ${query < 0 ? url : url.slice(0, query)}`);
    },
    begin(head, body, socket, watch) {
      underWay++;
      const request = new PlainRequest(head, body, socket);
      const response = new PlainResponse(request, finalHeaders, {
        completed: () => watch.completed(),
        ended() {
          underWay--;
          watch.ended();
          if (underWay === 0) closed?.();
        },
      });
      // The casts are the purpose of this file: it implements the part of the server's objects that whole answers need.
      return {
        request: request as unknown as IncomingMessage,
        response: response as unknown as ServerResponse,
        gone: () => response.gone(),
      };
    },
    serve({ request, response }) {
      server.emit('request', request, response);
    },
    close(done) {
      closed = done;
      if (underWay === 0) done();
    },
  };
}

/** Characters that a header's value must not contain: they would end the header. */
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
  /** True: the whole request has arrived. */
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

  /** Emits the body to its listeners, once. */
  resume(): this {
    const body = this.#body;
    if (body === null) return this;
    this.#body = null;
    if (body.length > 0) this.emit('data', body);
    this.emit('end');
    return this;
  }

  /** Takes the body without a stream; null if there is none or it was taken already. */
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

type HeaderValue = string | number | readonly string[];

class PlainResponse extends EventEmitter {
  readonly req: PlainRequest;
  readonly socket: Socket;
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  closed = false;
  readonly #final: FinalHeaders;
  readonly #watch: PlainWatch;
  readonly #headers = new Map<string, HeaderValue>();

  constructor(request: PlainRequest, finalHeaders: FinalHeaders, watch: PlainWatch) {
    super();
    this.req = request;
    this.socket = request.socket;
    this.#final = finalHeaders;
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
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  writeHead(status: number, headers: Readonly<Record<string, HeaderValue>> = {}): this {
    this.statusCode = status;
    for (const name of Object.keys(headers)) {
      const value = headers[name];
      if (value !== undefined) this.setHeader(name, value);
    }
    return this;
  }

  /** Always throws: only whole answers can be sent. */
  write(): never {
    throw new Error('a plain request is answered in one piece');
  }

  end(payload?: string | Uint8Array | null): this {
    if (this.writableEnded) return this;
    const { socket } = this;
    this.writableEnded = true;
    this.headersSent = true;
    const isKeptAlive = this.#isKeptAlive();
    const head = this.#head(isKeptAlive);
    this.#watch.completed();
    // The client has disconnected: `close` has been emitted or will be.
    if (socket.destroyed || !socket.writable) return this;
    if (payload === undefined || payload === null || payload.length === 0) socket.write(head, 'latin1');
    else if (typeof payload === 'string') socket.write(head + payload, 'utf8');
    else socket.write(joined(head, payload));
    if (!isKeptAlive) socket.destroySoon();
    // Usually the system has accepted all bytes at once.
    if (socket.writableLength === 0) process.nextTick(finish, this);
    else socket.write('', () => finish(this));
    return this;
  }

  /** Handles the end of the connection, before or after the answer. */
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

  #isKeptAlive(): boolean {
    const connection = this.#headers.get('connection');
    return connection === undefined || String(connection).toLowerCase() !== 'close';
  }

  #head(isKeptAlive: boolean): string {
    const { statusCode } = this;
    let text = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? 'Unknown'}\r\n`;
    for (const [name, value] of this.#headers) text += `${name}: ${String(value)}\r\n`;
    return `${text}${isKeptAlive ? this.#final.keptAlive() : this.#final.closing()}\r\n`;
  }
}

const finish = (response: PlainResponse): void => response.finish();

function joined(head: string, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + payload.length);
  bytes.write(head, 0, 'latin1');
  bytes.set(payload, head.length);
  return bytes;
}

/** The lines that end the headers of every answer. */
interface FinalHeaders {
  /** Lines for a connection that stays open. */
  keptAlive(): string;
  closing(): string;
}

/** Creates these lines. `clock`: Unix milliseconds. The date is formatted once a second. */
function createFinalHeaders(clock: () => number, keepAliveTimeoutMs: number): FinalHeaders {
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n`;
  let second = Number.NaN;
  let keptAlive = '';
  let date = '';
  const refresh = (): void => {
    const now = Math.floor(clock() / 1000);
    if (now === second) return;
    second = now;
    date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`;
    keptAlive = date + keepAlive;
  };
  return {
    keptAlive() {
      refresh();
      return keptAlive;
    },
    closing() {
      refresh();
      return date;
    },
  };
}

/** True if a request bypassed the parser: all of it had arrived when it began. */
export const isPlain = (request: IncomingMessage): boolean => (request as object) instanceof PlainRequest;

/** Takes the body of a plain request, once, without a stream; null for every other request. */
export const takeBody = (request: IncomingMessage): Buffer | null =>
  (request as object) instanceof PlainRequest ? (request as object as PlainRequest).takeBody() : null;
