/** Requests for the tests of caps: from any address, or under a trader's key. */
import type { Stack } from './stack.ts';
import { type Method, send, type Trader } from './trader.ts';

export const in10 = (requests: number) => [{ requests, seconds: 10 }];

export interface Sent {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const ask = (stack: Stack, method: Method, url: string, sent: Sent = {}) =>
  send(stack, method, url, sent.body, sent.headers, sent.from ?? '192.0.2.1');

let asked = 0;

/** Sends a request under a trader's key. */
export function askAs(stack: Stack, trader: Trader, method: Method, url: string, text = '', from = '192.0.2.1') {
  // There are more equal requests than seconds to sign them in, so blanks after the JSON make them differ.
  asked += 1;
  const body = text === '' ? '' : text + ' '.repeat(Math.floor(asked / 40) % 100);
  const headers = trader.headers(method, url, body);
  return ask(stack, method, url, { from, headers, ...(body !== '' && { body }) });
}
