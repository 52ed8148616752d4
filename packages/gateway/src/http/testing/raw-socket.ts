/** Sends raw bytes over a real connection and reads the answers that come back. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface RawAnswer {
  readonly status: number;
  /** Values by lower-case name; of a repeated header, the last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Port of the server, which starts to listen on the first call. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/**
 * Sends the parts one after another and resolves when the other side has closed. `end` closes our side after the last
 * part.
 */
export function exchangeBytes(port: number, parts: readonly (string | Uint8Array)[], end = true): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, async () => {
      await sendParts(socket, parts);
      if (end) socket.end();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that has answered may reset a connection on which more data arrives.
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
    socket.on('close', () => resolve(parseAnswers(Buffer.concat(chunks))));
  });
}

/**
 * Writes the parts with a turn of the event loop in between, so that a server in this process reads each one
 * separately.
 */
export async function sendParts(socket: Socket, parts: readonly (string | Uint8Array)[]): Promise<void> {
  for (const part of parts) {
    socket.write(part);
    await setImmediate();
  }
}

/** Splits a byte stream into answers by `content-length`; a body without one extends to the end. */
function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    const lines = bytes.toString('latin1', at, end < 0 ? bytes.length : end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([0-9]{3})(?: |$)/.exec(lines[0] ?? '')?.[1]);
    const headers = Object.fromEntries(
      lines
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ) as Record<string, string>;
    const start = end < 0 ? bytes.length : end + 4;
    const isBare = status < 200 || status === 204 || status === 304;
    const length = isBare ? 0 : Number(headers['content-length'] ?? bytes.length - start);
    at = start + length;
    // `100 Continue` is not a final answer.
    if (status !== 100) answers.push({ status, headers, text: bytes.toString('utf8', start, at) });
  }
  return answers;
}
