/** What goes wrong on purpose with requests: behind the ways in, before anything is done for them, or on an answer's way out. */
import { ALL_ROUTES_BY_NAME, type RequestFault, type Route, SANDBOX_ROUTES } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Timers } from '../../ports/runtime.ts';
import { type Failure, failure, RETRY_SECONDS, retryLater } from '../../wire/failure.ts';
import { NO_SNIFF, sendFailure, sendJson } from '../plugins/answers.ts';
import { bodyBytes } from '../plugins/body.ts';
import type { RuleBook } from './rule-book.ts';

/** The way to the rules themselves is never faulty. */
const EXEMPT: ReadonlySet<Route | undefined> = new Set<Route>(Object.values(SANDBOX_ROUTES));
/** Names of headers that say whom a request is from end so. */
const ADDRESS_HEADER = /[_-]address$/;

const HTML = `<!DOCTYPE html>
<html><head><title>Attention Required!</title></head>
<body><h1>Sorry, you have been blocked</h1><p>The owner of this sandbox has it answer so.</p></body></html>
`;

export interface HttpEdge {
  readonly rules: RuleBook;
  /** Unix milliseconds of the venue. */
  readonly clock: () => number;
  /** The machine's. */
  readonly timers: Timers;
  /** Clients trade on another branch by now. */
  readonly isLeft: () => boolean;
}

/** Before any route is mounted. */
export function registerFaultEdge(app: FastifyInstance, edge: HttpEdge): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { route } = request.routeOptions.config;
    if (edge.rules.size === 0 || EXEMPT.has(route)) return done();
    const path = decoded((request.raw.url ?? '').split('?', 1)[0] ?? '');
    const fault = edge.rules.meet({
      kind: 'request',
      method: request.method,
      path,
      account: accountOf(request),
      text: () => `${request.raw.url} ${bodyBytes(request).toString('latin1')}`,
    });
    if (fault === null) done();
    else inject(fault, edge, request, reply, done);
  });
}

function inject(
  fault: RequestFault,
  { clock, timers, isLeft }: HttpEdge,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  switch (fault.kind) {
    case 'delay':
      timers.after(fault.ms, () => {
        // Whatever it asked for or about is over: nothing of that branch is to be mistaken for what clients trade on.
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
      // One that nothing is done for would keep its client waiting for ever.
      fault satisfies never;
  }
}

/** As the router has read it to find the route. */
function decoded(path: string): string {
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

/** Lower case; '' where none is named. */
function accountOf({ raw }: FastifyRequest): string {
  for (const [name, value] of Object.entries(raw.headers))
    if (ADDRESS_HEADER.test(name) && typeof value === 'string') return value.toLowerCase();
  return '';
}

/** All is done as ever, and the connection ends where the answer would begin. */
function dropAnswer({ raw }: FastifyReply): void {
  const end = () => {
    raw.socket?.destroy();
    return raw;
  };
  Object.assign(raw, { writeHead: () => raw, write: end, end });
}

/** The first half of the first part of the answer goes out, and the connection ends there. */
function truncateAnswer({ raw }: FastifyReply): void {
  const write = raw.write.bind(raw) as (chunk: Uint8Array, done: () => void) => boolean;
  const cut = (chunk: unknown) => {
    const bytes = Buffer.from(typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : '');
    write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroy());
    return raw;
  };
  Object.assign(raw, { write: cut, end: cut });
}
