/**
 * A plain request on its way past the framework, and its answer: what the framework's own objects say and do, as far as the
 * hooks and handlers of such routes need it. They run in the same order, and are told of errors in the same way.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { JSON_TYPE } from '../plugins/answers.ts';
import type { ErrorStep, SendStep, Step } from './steps.ts';

/** A route as plain requests are served on it. */
export interface CalledRoute {
  readonly app: FastifyInstance;
  readonly options: { readonly method: string; readonly url: string; readonly config: FastifyContextConfig };
  /** All hooks before the handler, in order. */
  readonly steps: readonly Step[];
  readonly handler: RouteHandlerMethod;
  readonly onSend: readonly SendStep[];
  readonly onError: ErrorStep;
  /** JSON of a value that is answered with 200. */
  readonly serialize: (value: object) => string;
}

type Decorated = Pick<
  FastifyRequest,
  'caller' | 'typeOfStream' | 'openUse' | 'onlyRepeats' | 'keyed' | 'openAnswer' | 'bill'
>;

const NOTHING: Readonly<Record<string, never>> = Object.freeze({});

class CalledRequest implements Decorated {
  readonly raw: IncomingMessage;
  readonly body: Buffer;
  readonly routeOptions: CalledRoute['options'];
  readonly server: FastifyInstance;
  readonly query = NOTHING;
  readonly params = NOTHING;
  readonly is404 = false;
  caller: Decorated['caller'] = null;
  typeOfStream: Decorated['typeOfStream'] = undefined;
  openUse: Decorated['openUse'] = null;
  onlyRepeats: Decorated['onlyRepeats'] = null;
  keyed: Decorated['keyed'] = null;
  openAnswer: Decorated['openAnswer'] = null;
  bill: Decorated['bill'] = null;

  constructor(raw: IncomingMessage, body: Buffer, { options, app }: CalledRoute) {
    this.raw = raw;
    this.body = body;
    this.routeOptions = options;
    this.server = app;
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  get url(): string {
    return this.raw.url ?? '';
  }

  /** No prefix was taken off. */
  get originalUrl(): string {
    return this.url;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get socket(): Socket {
    return this.raw.socket;
  }

  /** No proxy of the operator has passed it on. */
  get ip(): string | undefined {
    return this.raw.socket.remoteAddress;
  }
}

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { readonly then?: unknown }).then === 'function';

class CalledReply {
  readonly raw: ServerResponse;
  readonly request: CalledRequest;
  routeCounts: FastifyReply['routeCounts'] = null;
  readonly #route: CalledRoute;
  readonly #headers: Record<string, string | number> = {};
  #isHijacked = false;
  /** The step that runs, and then that of those on the answer. */
  #at = -1;
  #payload: string | Uint8Array = '';

  constructor(request: CalledRequest, raw: ServerResponse, route: CalledRoute) {
    this.request = request;
    this.raw = raw;
    this.#route = route;
  }

  get server(): FastifyInstance {
    return this.#route.app;
  }

  get routeOptions(): CalledRoute['options'] {
    return this.#route.options;
  }

  get statusCode(): number {
    return this.raw.statusCode;
  }

  get sent(): boolean {
    return this.#isHijacked || this.raw.writableEnded;
  }

  code(status: number): this {
    this.raw.statusCode = status;
    return this;
  }

  header(name: string, value: string | number): this {
    this.#headers[name.toLowerCase()] = value;
    return this;
  }

  headers(values: Readonly<Record<string, string | number>>): this {
    for (const name of Object.keys(values)) this.header(name, values[name] as string | number);
    return this;
  }

  getHeader(name: string): string | number | undefined {
    return this.#headers[name.toLowerCase()];
  }

  /** No one is there to be answered. */
  hijack(): this {
    this.#isHijacked = true;
    return this;
  }

  send(payload: unknown): this {
    if (this.sent) return this;
    if (payload instanceof Error) return this.#fail(payload);
    if (typeof payload === 'string' || payload instanceof Uint8Array) return this.#leave(payload);
    // Values that are answered with another status have no schema here: see `past.ts`.
    if (typeof payload !== 'object' || payload === null || this.statusCode !== 200)
      return this.#fail(new TypeError('a plain answer is a text or a value of its route'));
    this.#headers['content-type'] ??= JSON_TYPE;
    try {
      return this.#leave(this.#route.serialize(payload));
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs the next step, or the handler behind the last. */
  readonly next = (error?: unknown): void => {
    if (this.sent) return;
    if (error !== undefined && error !== null) {
      this.#fail(error);
      return;
    }
    const { steps } = this.#route;
    const step = steps[++this.#at];
    try {
      const result =
        step === undefined ? this.#handle() : step(this.request as never, this as never, this.next as () => void);
      if (step !== undefined && isThenable(result)) result.then(() => this.next(), this.next);
    } catch (thrown) {
      this.#fail(thrown);
    }
  };

  #handle(): void {
    const { handler, app } = this.#route;
    const result: unknown = handler.call(app, this.request as never, this as never);
    if (isThenable(result)) result.then(this.#answered, this.#failed);
    else this.#answered(result);
  }

  /** Who has sent an answer returns the reply, or nothing. */
  readonly #answered = (value: unknown): void => {
    if (value !== this && value !== undefined) this.send(value);
  };

  readonly #failed = (error: unknown): void => {
    this.#fail(error);
  };

  #fail(error: unknown): this {
    if (this.sent) return this;
    delete this.#headers['content-type'];
    delete this.#headers['content-length'];
    this.#route.onError(error, this.request as never, this as never);
    return this;
  }

  #leave(payload: string | Uint8Array): this {
    this.#at = -1;
    this.#left(null, payload);
    return this;
  }

  readonly #left = (error: unknown, payload?: unknown): void => {
    if (error !== undefined && error !== null) {
      this.#fail(error);
      return;
    }
    if (payload !== undefined) this.#payload = payload as string | Uint8Array;
    const step = this.#route.onSend[++this.#at];
    if (step === undefined) return this.#end();
    const result = step(this.request as never, this as never, this.#payload, this.#left);
    if (isThenable(result)) result.then((changed) => this.#left(null, changed), this.#failed);
  };

  #end(): void {
    this.#headers['content-length'] = String(Buffer.byteLength(this.#payload));
    this.raw.writeHead(this.raw.statusCode, this.#headers);
    this.raw.end(this.#payload);
  }
}

/** Runs a request from its first hook to its answer. */
export function call(route: CalledRoute, raw: IncomingMessage, body: Buffer, response: ServerResponse): void {
  new CalledReply(new CalledRequest(raw, body, route), response, route).next();
}
