/**
 * Injects faults into requests: once they are routed and read, before any work is done, or while the answer is sent.
 */
import { ALL_ROUTES_BY_NAME, type RequestFault, type Route, SANDBOX_ROUTES } from '@bellwether/contract';
import { NO_SNIFF, sendFailure, sendJson } from '@bellwether/gateway/http/plugins/answers.ts';
import { bodyBytes } from '@bellwether/gateway/http/plugins/body.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { type Failure, failure, RETRY_SECONDS, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOfOldExchange, refuseOldExchange } from './old-exchange.ts';
import type { RuleBook } from './rule-book.ts';

/** Routes of the sandbox itself are never faulty. */
const EXEMPT: ReadonlySet<Route | undefined> = new Set<Route>(Object.values(SANDBOX_ROUTES));
/** Suffix of header names that carry the sender's address. */
const ADDRESS_HEADER = /[_-]address$/;

const HTML = `<!DOCTYPE html>
<html><head><title>Attention Required!</title></head>
<body><h1>Sorry, you have been blocked</h1><p>The owner of this sandbox has it answer so.</p></body></html>
`;

interface HttpEdge {
  readonly rules: RuleBook;
  /** The venue's clock in Unix milliseconds. */
  readonly clock: () => number;
  /** The machine's timers. */
  readonly timers: Timers;
  /** True if clients trade on another branch by now. */
  readonly isLeft: () => boolean;
  /** Lets time go on, if it waits for a request. */
  readonly release: (request: FastifyRequest) => void;
}

/** Registers fault injection; called before any route is mounted. */
export function registerFaultEdge(app: FastifyInstance, edge: HttpEdge): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { route } = request.routeOptions.config;
    if (edge.rules.size === 0 || EXEMPT.has(route)) return done();
    const path = pathOf(request);
    const fault = edge.rules.meet({
      kind: 'request',
      method: request.method,
      path,
      pattern: route?.path ?? path,
      account: accountOf(request),
      text: () => `${request.raw.url} ${bodyBytes(request).toString('latin1')}`,
      isOfOldExchange: () => isOfOldExchange(request),
    });
    if (fault === null) done();
    else inject(fault, edge, request, reply, done);
  });
}

function inject(
  fault: RequestFault,
  { clock, timers, isLeft, release }: HttpEdge,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  switch (fault.kind) {
    case 'delay':
      release(request);
      timers.after(fault.ms, () => {
        // The branch of this request is over. Nothing from it may be mistaken for the branch that clients trade on.
        if (isLeft()) void sendFailure(reply, retryLater('unavailable', RETRY_SECONDS), shapeOf(request));
        else done();
      });
      return;
    case 'refuse':
      void sendFailure(reply, refusalOf(fault.status), shapeOf(request));
      return;
    case 'html':
      void reply
        .code(403)
        .header(...NO_SNIFF)
        .header('content-type', 'text/html; charset=UTF-8')
        .send(HTML);
      return;
    case 'drop':
      if (fault.when === 'before') {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      dropAnswer(reply);
      return done();
    case 'old-exchange':
      refuseOldExchange(request, reply);
      return;
    case 'truncate':
      truncateAnswer(reply);
      return done();
    case 'skew': {
      const nowMs = clock() + fault.seconds * 1_000;
      reply.header('date', new Date(nowMs).toUTCString());
      if (request.routeOptions.config.route === ALL_ROUTES_BY_NAME.time) {
        void sendJson(reply, String(Math.floor(nowMs / 1_000)));
        return;
      }
      return done();
    }
    default:
      // A fault without a case here would keep its client waiting for ever.
      fault satisfies never;
  }
}

/** The path as the router decodes it to find the route. */
export function pathOf({ raw }: FastifyRequest): string {
  const [path = ''] = (raw.url ?? '').split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const shapeOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.errorShape ?? 'plain';

function refusalOf(status: number): Failure {
  if (status === 429) return retryLater('rate_limited', RETRY_SECONDS);
  if (status === 425) return { ...retryLater('unavailable', RETRY_SECONDS), status, text: 'service not ready' };
  return status < 503 && status !== 502
    ? { ...failure('unavailable'), status, text: 'Internal server error' }
    : { ...retryLater('unavailable', RETRY_SECONDS), status };
}

/** Lower-case address of the account that the headers name; '' if there is none. */
export function accountOf({ raw }: FastifyRequest): string {
  for (const [name, value] of Object.entries(raw.headers))
    if (ADDRESS_HEADER.test(name) && typeof value === 'string') return value.toLowerCase();
  return '';
}

/** Lets the request run as usual, and closes the connection where the answer would begin. */
function dropAnswer({ raw }: FastifyReply): void {
  const end = () => {
    raw.socket?.destroy();
    return raw;
  };
  Object.assign(raw, { writeHead: () => raw, write: end, end });
}

/** Sends half of the answer's first chunk, then closes the connection. */
function truncateAnswer({ raw }: FastifyReply): void {
  const write = raw.write.bind(raw) as (chunk: Uint8Array, done: () => void) => boolean;
  const cut = (chunk: unknown) => {
    const bytes = Buffer.from(typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : '');
    write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroy());
    return raw;
  };
  Object.assign(raw, { write: cut, end: cut });
}
