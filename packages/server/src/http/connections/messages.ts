/** Properties of a message, or of the socket that carries it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** True if the server has paused parser and socket until answers have drained. The server resumes both by itself. */
export function isHeldByServer(socket: Socket): boolean {
  return '_paused' in socket && socket._paused === true;
}

/** The answer that owns the socket now. */
export function messageOf(socket: Socket): ServerResponse | null {
  return (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
