/** A connection that stays open: sends requests as bytes, and receives one answer after another. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { portOf } from './raw-socket.ts';
import type { Stack } from './stack.ts';
import type { Trader } from './trader.ts';

const WAIT = { timeout: 120_000, interval: 5 };

/** Connects to a stack until the test ends. `halfOpen`: each direction may be closed separately. */
export async function openKept({ app }: Pick<Stack, 'app'>, halfOpen = false) {
  const socket = connect({ port: await portOf(app), host: '127.0.0.1', noDelay: true, allowHalfOpen: halfOpen });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  // One character per byte: lengths are in bytes.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'connect');
  /** The next answer that was not returned yet. */
  const answer = async (): Promise<string> => {
    let end = 0;
    await expect
      .poll(() => {
        const head = text.indexOf('\r\n\r\n');
        const length = /content-length: ([0-9]+)/.exec(text.slice(0, head))?.[1];
        end = head < 0 || length === undefined ? 0 : head + 4 + Number(length);
        return end > 0 && text.length >= end;
      }, WAIT)
      .toBe(true);
    const first = text.slice(0, end);
    text = text.slice(end);
    return first;
  };
  const ask = (bytes: string): Promise<string> => {
    socket.write(bytes);
    return answer();
  };
  return { socket, ask, answer };
}
export type KeptClient = Awaited<ReturnType<typeof openKept>>;

export const undated = (answer: string): string => answer.replace(/\r\nDate: [^\r]*\r\n/, '\r\nDate: then\r\n');

export const statusOf = (answer: string): number => Number(answer.slice(9, 12));
export const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

/** Bytes of a read; `more`: further header lines. */
export const getBytes = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: venue\r\n${more}\r\n`;

export interface SignedBytes {
  readonly path?: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: string;
  /** Header lines other than host, length and signature headers. */
  readonly head?: string;
  readonly host?: string;
}

export const JSON_TYPE = 'content-type: application/json\r\n';

/** Bytes of a request under a trader's key, by default of an order. */
export function signedBytes(trader: Trader, sent: SignedBytes): string {
  const { path = '/order', method = 'POST', body = '', head = JSON_TYPE, host = 'venue' } = sent;
  const signed = Object.entries(trader.headers(method, path, body)).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${length}${head}${signed.join('')}\r\n${body}`;
}
