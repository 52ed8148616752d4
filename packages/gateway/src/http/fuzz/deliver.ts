/**
 * Signs a request according to its plan and sends it: into the server without a socket, or as raw bytes over a real
 * one.
 */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { InjectOptions } from 'fastify';
import { exchangeBytes } from '../testing/raw-socket.ts';
import { builderHeaders } from '../testing/relaying.ts';
import { ADMIN_TOKEN } from '../testing/stack.ts';
import type { FuzzRequest } from './request.ts';
import type { World } from './world.ts';

export interface Delivered {
  /** HTTP status; 0: the connection was closed without an answer. */
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

type Header = readonly [name: string, value: string];

export function authHeaders(request: FuzzRequest, world: World): Header[] {
  const { auth, dice, authNeeded } = request;
  const kind = auth === 'other-kind' ? OTHER_KIND[authNeeded] : authNeeded;
  if (auth === 'none' || (kind === 'none' && auth === 'valid')) return [];
  const right =
    kind === 'admin'
      ? adminHeaders()
      : kind === 'l1'
        ? proofOf(request, world)
        : kind === 'builder'
          ? builderHeadersOf(request, world)
          : keyHeaders(request, world);
  const place = dice % right.length;
  const at = (change: (header: Header) => Header): Header[] =>
    right.map((header, index) => (index === place ? change(header) : header));
  switch (auth) {
    case 'missing-one':
      return right.filter((_header, index) => index !== place);
    case 'twin':
      return [...right, [(right[place]?.[0] ?? '').replaceAll('_', '-'), right[place]?.[1] ?? '']];
    case 'stale':
      return right.map(([name, value]) => [name, name.endsWith('TIMESTAMP') ? String(Number(value) - 100) : value]);
    case 'wrong-signature':
      return right.map(([name, value]) => [name, name.endsWith('SIGNATURE') ? value.replace(/[0-9a-f]/, 'e') : value]);
    case 'wrong-key':
      return right.map(([name, value]) => [
        name,
        name.endsWith('API_KEY') ? '00000000-0000-4000-8000-000000000001' : value,
      ]);
    case 'garbage':
      return at(([name]) => [name, GARBAGE[dice % GARBAGE.length] ?? '']);
    default:
      return right;
  }
}

const OTHER_KIND = { none: 'l2', l1: 'l2', l2: 'l1', builder: 'l1', admin: 'l2', person: 'l2' } as const;
const GARBAGE = [
  '',
  ' ',
  'x',
  '-1',
  '1e9',
  '9'.repeat(400),
  '0x',
  `0x${'f'.repeat(130)}`,
  'é',
  '%00',
  'Bearer',
  'a,b',
  '=',
  '0'.repeat(64),
];

function adminHeaders(): Header[] {
  return [['authorization', `Bearer ${ADMIN_TOKEN}`]];
}

function proofOf({ dice }: FuzzRequest, { proofs }: World): Header[] {
  return Object.entries(proofs[dice % proofs.length] ?? {});
}

/** Headers with the HMAC over the exact bytes, which need not be text. */
function keyHeaders({ trader: index, method, target, body }: FuzzRequest, { traders, stack }: World): Header[] {
  const trader = traders[index % traders.length];
  if (trader === undefined) return [];
  const { apiKey, secret, passphrase } = trader.credentials;
  const timestamp = String(Math.floor(stack.time.nowMs / 1000));
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(timestamp + method + (target.split('?', 1)[0] ?? ''))
    .update(body ?? '')
    .digest('hex');
  return [
    ['SERVICE_ADDRESS', trader.signer.address],
    ['SERVICE_API_KEY', apiKey],
    ['SERVICE_PASSPHRASE', passphrase],
    ['SERVICE_TIMESTAMP', timestamp],
    ['SERVICE_SIGNATURE', signature],
  ];
}

function builderHeadersOf({ method, target, body }: FuzzRequest, { stack, builderKey }: World): Header[] {
  const path = target.split('?', 1)[0] ?? '';
  return Object.entries(builderHeaders(stack, builderKey, method, path, (body ?? '').toString('latin1')));
}

/** Sends a request without a socket. */
export async function inject(request: FuzzRequest, world: World): Promise<Delivered> {
  const { method, target, contentType, body } = request;
  const headers: IncomingHttpHeaders = Object.fromEntries(authHeaders(request, world));
  if (contentType !== null) headers['content-type'] = contentType;
  const answer = await world.stack.app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: target,
    headers,
    ...(body !== null && { payload: body }),
  });
  return { status: answer.statusCode, contentType: String(answer.headers['content-type'] ?? ''), text: answer.body };
}

/** Sends a request as bytes, in one of several framings, some of them wrong. */
export async function overSocket(request: FuzzRequest, world: World, port: number): Promise<Delivered[]> {
  const { method, target, contentType, body, dice } = request;
  const bytes = body ?? Buffer.alloc(0);
  const headers: Header[] = [['Host', 'venue'], ['Connection', 'close'], ...authHeaders(request, world)];
  if (contentType !== null) headers.push(['Content-Type', contentType]);
  const framing = request.isClean ? 0 : dice % 12;
  const [repeated] = headers.slice(framing % headers.length);
  if (framing === 1 && repeated !== undefined) headers.push(repeated);
  const isChunked = framing === 2;
  if (isChunked) headers.push(['Transfer-Encoding', 'chunked']);
  else if (bytes.length > 0 || framing === 3)
    headers.push(['Content-Length', String(bytes.length + (framing === 3 ? 1 : 0))]);
  if (framing === 4) headers.push(['X-Odd', '\u0001']);
  if (framing === 5) headers.push(['X-Large', 'x'.repeat(17_000)]);
  if (framing === 6) headers.shift();
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const version = framing === 7 ? 'HTTP/1.0' : framing === 8 ? 'HTTP/9.9' : 'HTTP/1.1';
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n`, 'latin1');
  const framed = isChunked ? chunked(bytes) : bytes;
  const answers = await exchangeBytes(port, [Buffer.concat([head, framed])]);
  return answers.map(({ status, headers: answered, text }) => ({
    status,
    contentType: answered['content-type'] ?? '',
    text,
  }));
}

function chunked(bytes: Buffer): Buffer {
  const half = Math.floor(bytes.length / 2);
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}
