/** A request of the list as it goes onto the wire, signed by its sender. */
import type { Route } from '@bellwether/contract';
import type { Trader } from '../shared/trading-floor.ts';
import type { Request } from './candidate.ts';

/** Signed now: a signature is good for a minute. */
export function bytesOf(route: Route, request: Request, signers: readonly Trader[], adminToken: string): Buffer {
  const { path, body, sender } = request;
  const text = body === undefined ? '' : JSON.stringify(body);
  const now = String(Math.floor(Date.now() / 1000));
  if (sender.kind === 'key') {
    const { wallet, credentials } = signers[sender.actor] as Trader;
    return wallet.request(route.method, path, text, credentials, now);
  }
  const head = [`${route.method} ${path} HTTP/1.1`, 'host: localhost'];
  if (sender.kind === 'admin') head.push(`authorization: Bearer ${adminToken}`);
  if (sender.kind === 'wallet') {
    const headers = (signers[sender.actor] as Trader).wallet.authHeaders(now);
    head.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  }
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
