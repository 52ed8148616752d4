/**
 * Requests in their wire form, and their answers. Every successful answer is checked against the contract's schema of
 * its route, whichever check sent the request.
 */
import { request as nodeRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createSchemaCheck,
  MARKET_BY_ID_FORM,
  MARKETS_CURSOR_FORM,
  ROUTES,
  type Route,
  type SchemaCheck,
} from '@bellwether/contract';
import { isTrue, Mismatch, NotOffered } from './compare.ts';

/** The clock by which a run signs and waits. */
export interface Time {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const MACHINE_TIME: Time = { now: Date.now, wait: (ms) => sleep(ms) };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export interface Answer {
  readonly method: Method;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined if the body is not JSON. */
  readonly body: unknown;
}

/** Several values under one name become several headers. */
export type HeaderList = Readonly<Record<string, string | readonly string[]>>;

export interface Http {
  readonly baseUrl: string;
  readonly time: Time;
  get(path: string): Promise<Answer>;
  /** Throws `NotOffered` if the venue does not have the route. */
  send(method: Method, path: string, body?: unknown, headers?: HeaderList): Promise<Answer>;
  /** Sends a request without checking the answer. */
  raw(method: Method, path: string, body?: unknown, headers?: HeaderList): Promise<Answer>;
}

/** Guards against a venue that hangs; long, because a busy machine is slow. */
export const TIMEOUT_MS = 120_000;
const OVER_CAP_TRIES = 4;

export function createHttp(baseUrl: string, time: Time = MACHINE_TIME): Http {
  const base = baseUrl.replace(/\/+$/, '');
  const judge = createJudge();
  const raw: Http['raw'] = (method, path, body, headers = {}) => exchange(base, method, path, body, headers);
  const send: Http['send'] = async (method, path, body, headers) => {
    let answer = await raw(method, path, body, headers);
    for (let tries = 1; answer.status === 429 && tries < OVER_CAP_TRIES; tries += 1) {
      await time.wait(Number(answer.headers.get('retry-after') ?? 1) * 1000);
      answer = await raw(method, path, body, headers);
    }
    if (isMissing(answer)) throw new NotOffered(`${method} ${path.split('?', 1)[0]}`);
    judge(answer);
    return answer;
  };
  return { baseUrl: base, time, raw, send, get: (path) => send('GET', path) };
}

/** True if the venue has no such route. */
function isMissing({ status, body }: Answer): boolean {
  if (status === 405) return true;
  if (status !== 404) return false;
  const { error, code } = (body ?? {}) as { readonly error?: unknown; readonly code?: unknown };
  return typeof error !== 'string' || code === 'route_not_found';
}

function exchange(base: string, method: Method, path: string, body: unknown, headers: HeaderList): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const url = new URL(base + path);
  const send = url.protocol === 'https:' ? secureRequest : nodeRequest;
  const all: Record<string, string | string[]> = {};
  if (payload !== undefined) {
    all['content-type'] = 'application/json';
    // DELETE normally has no body: without a length it would be parsed as the next request.
    all['content-length'] = String(Buffer.byteLength(payload));
  }
  for (const [name, value] of Object.entries(headers)) all[name] = typeof value === 'string' ? value : [...value];
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers: all, timeout: TIMEOUT_MS }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = new Headers();
        for (const [name, value] of Object.entries(incoming.headers)) received.set(name, String(value));
        resolve({ method, path, status: incoming.statusCode ?? 0, headers: received, text, body: parsed(text) });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer within ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a function that checks successful answers against the contract. */
function createJudge(): (answer: Answer) => void {
  const known = ROUTES.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:[a-z_]+/g, '[^/]+')}$`),
  })).sort((one, other) => Number(one.route.path.includes(':')) - Number(other.route.path.includes(':')));
  const checks = new Map<unknown, SchemaCheck>();
  return (answer) => {
    const [path = '', query = ''] = answer.path.split('?', 2);
    const found = known.find(({ route, pattern }) => route.method === answer.method && pattern.test(path))?.route;
    if (found === undefined || answer.status >= 400) return;
    const isCursorForm = found.path === '/markets' && new URLSearchParams(query).has('next_cursor');
    const isById = /^\/markets\/[0-9]+$/.test(path);
    const route: Route = isCursorForm ? MARKETS_CURSOR_FORM : isById ? MARKET_BY_ID_FORM : found;
    const schema = route.response[answer.status];
    isTrue(`${route.method} ${route.path}`, schema !== undefined, Object.keys(route.response), answer.status);
    const check = checks.get(schema) ?? createSchemaCheck(schema);
    checks.set(schema, check);
    const problem = check(answer.body ?? answer.text);
    if (problem !== null) throw new Mismatch(`${route.method} ${route.path}: ${problem}`, 'the schema', answer.text);
  };
}

export function ok(answer: Answer, status = 200): Answer {
  const { method, path, status: got, text } = answer;
  isTrue(`${method} ${path.slice(0, 120)}`, got === status, status, `${got} ${text}`);
  return answer;
}

/** Kinds of errors of the catalog. */
export const BAD = 'bad request';
export const NOT_FOUND = 'not found error';

/** A JSON object in an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the body of a successful answer as a list. */
export function list(answer: Answer): readonly Row[] {
  ok(answer);
  isTrue(`${answer.method} ${answer.path}`, Array.isArray(answer.body), 'an array', answer.text);
  return answer.body as readonly Row[];
}

/** Returns a field's value as a list of objects. */
export function rowsIn(row: Row | undefined, field: string): readonly Row[] {
  const value = row?.[field];
  isTrue(field, Array.isArray(value), 'an array', value);
  return value as readonly Row[];
}

export const valuesOf = (rows: readonly (Row | undefined)[], field: string): unknown[] =>
  rows.map((row) => row?.[field]);

/** Returns the body of a successful answer as an object. */
export function object(answer: Answer, status = 200): Row {
  ok(answer, status);
  isTrue(answer.path, typeof answer.body === 'object' && answer.body !== null, 'an object', answer.text);
  return answer.body as Row;
}

/** Checks that the answer is this error: status, text, and `type` if the area has one. */
export function refused(answer: Answer, status: number, text: string | RegExp, type?: string): void {
  const what = `${answer.method} ${answer.path.slice(0, 120)}`;
  isTrue(what, answer.status === status, `${status} ${text}`, `${answer.status} ${answer.text}`);
  const { error, type: kind } = (answer.body ?? {}) as { readonly error?: unknown; readonly type?: unknown };
  const fits = typeof error === 'string' && (typeof text === 'string' ? error === text : text.test(error));
  isTrue(`${what}: error`, fits, text, answer.text);
  if (type !== undefined) isTrue(`${what}: type`, kind === type, type, answer.text);
}
