/**
 * Holds out against slow and broken clients: time limits for headers, requests and idle connections, and JSON even for
 * what is no HTTP.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@bellwether/contract';
import { badRequest, failure, failureBody } from '../failure.ts';

/** Until the last header has arrived. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** Until the last byte of the body has arrived. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Between two requests on one connection. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Nothing moves on a connection, for example because nobody reads the answer. */
export const CONNECTION_TIMEOUT_MS = 75_000;
/** How often the limits above are looked after. */
export const CONNECTIONS_CHECK_MS = 5_000;
/** All request headers together. */
export const HEADERS_BYTES_MAX = 16 * 1024;

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers a connection whose request could not be read, and closes it. */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket & { _httpMessage?: IncomingMessage },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ''];
  const refusal = code === undefined ? badRequest('the request is not valid HTTP') : failure(code);
  const body = failureBody(refusal, 'plain');
  socket.end(
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? 'Bad Request'}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
