/**
 * Protects the server against slow and broken clients: time limits for headers, requests and idle connections, and JSON
 * answers even to input that is not HTTP or reaches no route.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, isWrite } from '@bellwether/contract';
import { OutcomeUnknown } from '@bellwether/ports/exchange.ts';
import { ReaderUnavailable } from '@bellwether/ports/reader.ts';
import { badRequest, type Failure, failure, failureBody, retryLater } from '@bellwether/wire/failure.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Connections,
  type ConnectionsOptions,
  type Refused,
} from '../connections/connections.ts';
import { JSON_TYPE, NO_SNIFF } from './answers.ts';

export interface ClientLimits {
  /** Time until the last header has arrived. */
  readonly headersTimeoutMs: number;
  /** Time until the last byte of the body has arrived. */
  readonly requestTimeoutMs: number;
  /** Time between two requests on one connection. */
  readonly keepAliveTimeoutMs: number;
  /** Time without traffic on a connection, for example because the client does not read the answer. */
  readonly connectionTimeoutMs: number;
  /** Interval at which the first two limits are checked. */
  readonly checkIntervalMs: number;
  /** Bytes of request line and headers together; the longest list of markets that a query may name has to fit. */
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

/** Seconds after which a client over the connection bounds should retry. */
const RETRY_SECONDS_OF: Readonly<Record<Refused, number>> = { address_full: 10, address_busy: 1, venue_full: 10 };

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/**
 * Takes over answers that the HTTP server would otherwise send itself: without a body, with texts of its own, or not at
 * all.
 */
export function registerClients(server: Server, connections: Connections): void {
  // A client that half-closes after its request is still waiting for its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = failureBody(failure('expectation_failed'), 'plain');
    const headers = {
      [NO_SNIFF[0]]: NO_SNIFF[1],
      'content-type': JSON_TYPE,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    response.writeHead(417, headers).end(body);
  });
  server.on('connect', (request: IncomingMessage, tunnel: Duplex) => {
    // While the request's body is still arriving this is not a socket but a stream around one.
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

/** Refuses a request that has waited too long, for any reason. Its effect may still happen. */
export function createRefuseLate({ readMsMax, writeMsMax }: ConnectionLimits): ConnectionsOptions['refuseLate'] {
  return (reply, waitedMs) => {
    const { route } = reply.routeOptions.config;
    if (route?.isPatient === true) return;
    const isEffect = route !== undefined && isWrite(route);
    if (waitedMs < (isEffect ? writeMsMax : readMsMax)) return;
    reply.send(isEffect ? new OutcomeUnknown() : new ReaderUnavailable('the answer takes too long'));
  };
}

/** The reason why a connection could not be read, or not in time, or why it broke. */
type ClientError = Error & { readonly code?: string };

/** Answers a connection whose request could not be read, after the answers still owed, and closes it. */
export function answerClientError(error: ClientError, socket: Socket, connections: Connections): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) socket.destroy();
  else {
    connections.afterAnswers(socket, () => {
      if (answerBroken(error, socket)) connections.partWith(socket);
    });
  }
}

/**
 * Does the same when no answer is outstanding. Returns false if the answer to the broken-off request is already the
 * last.
 */
export function answerBroken(error: ClientError, socket: Duplex): boolean {
  // A client that ends in the middle of a request being refused already has its answer; a second one would follow it.
  if (isAnswering(socket)) {
    socket.end();
    return false;
  }
  const code = CODES[error.code ?? ''];
  endWith(socket, code === undefined ? badRequest('the request is not valid HTTP') : failure(code));
  return true;
}

/** True if the server has begun an answer that the socket still holds. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null };
  return message?.headersSent === true;
}

/** Answers a refused connection, and closes it. */
export function answerRefused(socket: Socket, why: Refused): void {
  endWith(socket, retryLater(why === 'venue_full' ? 'unavailable' : 'rate_limited', RETRY_SECONDS_OF[why]));
}

/**
 * Answers an upgrade that is not a valid WebSocket handshake, and closes the connection. `error` names the wrong
 * header.
 */
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
