/**
 * Holds out against slow and broken clients: time limits for headers, requests and idle connections, and JSON even for
 * what is no HTTP or never reaches a route.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, FEED_PATHS, isWrite, SANDBOX_ROUTES } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { OutcomeUnknown } from '../../ports/exchange.ts';
import { ReaderUnavailable } from '../../ports/reader.ts';
import { badRequest, type Failure, failure, failureBody, RETRY_SECONDS, retryLater } from '../../wire/failure.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Connections,
  type ConnectionsOptions,
  type Refused,
} from '../connections/connections.ts';
import { hasBody } from '../connections/messages.ts';
import { isWebSocket, mayUpgrade } from '../connections/upgrades.ts';
import { JSON_TYPE, NO_SNIFF, sendFailure } from './answers.ts';

/** How long and how large a client may be. */
export interface ClientLimits {
  /** Until the last header has arrived. */
  readonly headersTimeoutMs: number;
  /** Until the last byte of the body has arrived. */
  readonly requestTimeoutMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveTimeoutMs: number;
  /** Nothing moves on a connection, for example because no one reads the answer. */
  readonly connectionTimeoutMs: number;
  /** How often the first two are looked after. */
  readonly checkIntervalMs: number;
  /** Request line and headers together; the longest list of markets that a query may name has to fit. */
  readonly headersBytesMax: number;
  readonly connections: ConnectionLimits;
}

export const CLIENT_LIMITS: ClientLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  connectionTimeoutMs: 75_000,
  checkIntervalMs: 5_000,
  headersBytesMax: 64 * 1024,
  connections: CONNECTION_LIMITS,
};

const FEEDS = new Intl.ListFormat('en').format(Object.values(FEED_PATHS));

/** When a client over the bounds of connections should come back. */
const RETRY_SECONDS_OF: Readonly<Record<Refused, number>> = { address_full: 10, address_busy: 1, venue_full: 10 };

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};
const HOST = 'host';
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** Takes over what the HTTP server would answer itself, with no body, in words of its own or not at all. */
export function registerClients(app: FastifyInstance, connections: Connections): void {
  // A client that has closed its side after its request is still there to be answered.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.addHook('onRequest', (request, reply, done) => {
    connections.owes(request.raw, reply);
    reply.header(...NO_SNIFF);
    done();
  });
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { httpVersionMinor, headers } = request.raw;
    if (isStopping) {
      const { errorShape = 'plain', shapeOf } = request.routeOptions.config;
      if (request.routeOptions.config.isOpen === true) app.cors.allowAny(reply);
      reply.header('connection', 'close');
      void sendFailure(reply, retryLater('unavailable', RETRY_SECONDS), shapeOf?.(request) ?? errorShape);
    } else if (httpVersionMinor === 1 && headers.host === undefined) {
      void sendFailure(reply, badRequest('an HTTP/1.1 request needs a Host header'), 'plain');
    } else if (hasSeveralHosts(request.raw)) {
      void sendFailure(reply, badRequest('a request has one Host header'), 'plain');
    } else if (headers.upgrade !== undefined && isWebSocket(request.raw) && !mayUpgrade(request.raw)) {
      const { errorShape = 'plain', shapeOf } = request.routeOptions.config;
      const refusal = badRequest(
        hasBody(request.raw)
          ? 'no WebSocket can be opened: its request has no body'
          : `no WebSocket can be opened here: the feeds are at ${FEEDS}`,
      );
      void sendFailure(reply, refusal, shapeOf?.(request) ?? errorShape);
    } else done();
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = failureBody(failure('expectation_failed'), 'plain');
    const headers = {
      [NO_SNIFF[0]]: NO_SNIFF[1],
      'content-type': JSON_TYPE,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    response.writeHead(417, headers).end(body);
  });
  app.server.on('connect', (request: IncomingMessage, tunnel: Duplex) => {
    // No socket but a stream around it while the request's body is on its way.
    tunnel.on('error', () => tunnel.destroy());
    const { socket } = request;
    const refusal = failure('method_not_allowed', { method: 'CONNECT', allowed: 'GET, POST, PATCH, PUT or DELETE' });
    connections.release(socket);
    connections.afterAnswers(socket, () => {
      endWith(tunnel, refusal);
      connections.partWith(socket);
    });
  });
}

/** Days of a sandbox take minutes on a busy machine. */
const PATIENT: ReadonlySet<unknown> = new Set(Object.values(SANDBOX_ROUTES));

/** A proxy in front may have read another host than the venue, which routes and services follow (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1;
}

/** Answers a request that has waited too long, whatever it waits for. What it asks for may be done all the same. */
export function createRefuseLate({ readMsMax, writeMsMax }: ConnectionLimits): ConnectionsOptions['refuseLate'] {
  return (reply, waitedMs) => {
    const { route } = reply.routeOptions.config;
    if (PATIENT.has(route)) return;
    const isEffect = route !== undefined && isWrite(route);
    if (waitedMs < (isEffect ? writeMsMax : readMsMax)) return;
    reply.send(isEffect ? new OutcomeUnknown() : new ReaderUnavailable('the answer takes too long'));
  };
}

/** What of a connection could not be read, or not in time; or what broke it. */
type ClientError = Error & { readonly code?: string };

/** Answers a connection whose request could not be read, behind the answers that it is still owed, and closes it. */
export function answerClientError(error: ClientError, socket: Socket, connections: Connections): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) socket.destroy();
  else {
    connections.afterAnswers(socket, () => {
      if (answerBroken(error, socket)) connections.partWith(socket);
    });
  }
}

/** The same once nothing comes before it; false when the answer to the request that broke off is its last. */
export function answerBroken(error: ClientError, socket: Duplex): boolean {
  // A client that ends in the middle of a request that is being refused has its answer: another one would follow it.
  if (isAnswering(socket)) {
    socket.end();
    return false;
  }
  const code = CODES[error.code ?? ''];
  endWith(socket, code === undefined ? badRequest('the request is not valid HTTP') : failure(code));
  return true;
}

/** Whether the server has begun an answer that the socket still holds. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null };
  return message?.headersSent === true;
}

/** Answers a connection that is not taken, and closes it. */
export function answerRefused(socket: Socket, why: Refused): void {
  endWith(socket, retryLater(why === 'venue_full' ? 'unavailable' : 'rate_limited', RETRY_SECONDS_OF[why]));
}

/** Answers an upgrade that is no WebSocket's, and closes the connection. `error` says which header is wrong. */
export function answerBadHandshake(error: Error, socket: Socket, connections: Connections): void {
  endWith(socket, badRequest(`no WebSocket can be opened: ${error.message}`));
  connections.partWith(socket);
}

function endWith(socket: Duplex, refusal: Failure): void {
  const body = failureBody(refusal, 'plain');
  socket.end(
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Bad Request'}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `${NO_SNIFF.join(': ')}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      (refusal.retryAfterSeconds === null ? '' : `Retry-After: ${refusal.retryAfterSeconds}\r\n`) +
      `Connection: close\r\n\r\n${body}`,
  );
}
