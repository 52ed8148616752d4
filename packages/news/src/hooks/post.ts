/**
 * Posts to a receiver that an operator named and nobody else trusts: to addresses that were checked, without following
 * redirects, for a limited time, and reading no more of the answer than its beginning.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { reachableAddresses } from './public-address.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 8_192;

export interface PostOptions {
  readonly allowsPrivate: boolean;
  readonly timers: Timers;
  readonly timeoutMs?: number | undefined;
  /** Resolves a name; the system's way by default. */
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
}

/** Resolves with the status of the answer. Rejects if there is none, or the receiver may not be reached. */
export async function post(
  to: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowsPrivate, resolve = (host) => lookup(host, { all: true }), timeoutMs = TIMEOUT_MS, timers }: PostOptions,
): Promise<number> {
  const url = new URL(to);
  const over = Promise.withResolvers<never>();
  const stop = new AbortController();
  const cancel = timers.after(timeoutMs, () => {
    over.reject(new Error(`no answer within ${timeoutMs / 1_000} s`));
    stop.abort();
  });
  try {
    const posted = async (): Promise<number> => {
      const addresses = await reachableAddresses(url, allowsPrivate, resolve);
      return await send(url, headers, body, pinned(addresses), stop.signal);
    };
    return await Promise.race([posted(), over.promise]);
  } finally {
    cancel();
    stop.abort();
  }
}

/** Leads a connection to addresses that were checked: another look-up could find others. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  lookUp: LookupFunction,
  signal: AbortSignal,
): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    // A connection that was used before may lead elsewhere.
    const options = { method: 'POST', agent: false, lookup: lookUp, signal } as const;
    const asked = request(url, { ...options, headers: { ...headers, 'content-length': length } }, (answer) => {
      const { statusCode = 0 } = answer;
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > ANSWER_BYTES_MAX) answer.destroy();
      });
      answer.on('close', () => resolve(statusCode));
      answer.on('error', () => resolve(statusCode));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
