/** Requests for the tests of caps: from any address, or under a trader's key. */
import type { Stack } from './stack.ts';
import { type Method, parsed, type Trader } from './trader.ts';

export const in10 = (requests: number) => [{ requests, seconds: 10 }];

export interface Sent {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function ask(stack: Stack, method: Method, url: string, sent: Sent = {}) {
  const { from = '192.0.2.1', headers = {}, body } = sent;
  const answer = await stack.app.inject({
    method,
    url,
    remoteAddress: from,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: parsed(answer.body) };
}

let asked = 0;

/** Sends a request under a trader's key. */
export function askAs(stack: Stack, trader: Trader, method: Method, url: string, text = '', from = '192.0.2.1') {
  // There are more equal requests than seconds to sign them in, so blanks after the JSON make them differ.
  asked += 1;
  const body = text === '' ? '' : text + ' '.repeat(Math.floor(asked / 40) % 100);
  const headers = trader.headers(method, url, body);
  return ask(stack, method, url, { from, headers, ...(body !== '' && { body }) });
}
