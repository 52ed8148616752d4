/**
 * Refusals of authentication: what a user can fix (a missing header, a wrong clock, a signature for another chain), and
 * nothing about existing keys.
 */
import { hash } from 'node:crypto';
import type { DetailsOf } from '@bellwether/contract';
import type { AuthSignatureCheck, OtherSignIn } from '@bellwether/ports/signatures.ts';
import { withoutQuery } from './api-keys.ts';

export type UnauthenticatedDetails = DetailsOf<'unauthenticated'>;
export type InvalidKeyDetails = DetailsOf<'invalid_api_key'>;

export interface AuthenticationRefused {
  readonly kind: 'refused';
  readonly status: 401;
  /** Text for the body's `error`. */
  readonly error: string;
  /** Facts behind the error; absent if a key was presented instead of used to sign. */
  readonly details?: UnauthenticatedDetails | InvalidKeyDetails;
}

export interface SignedRequest {
  readonly method: string;
  /** Request target; a query string is cut off here. */
  readonly path: string;
  /** Flat list as Node provides it: name, value, name, value, … */
  readonly rawHeaders: readonly string[];
  /** The exact bytes received; empty if there was no body. */
  readonly body: Uint8Array;
}

/** The same text for an unknown or revoked key, another account's address, a wrong passphrase and a wrong signature. */
export const INVALID_API_KEY = 'Unauthorized/Invalid api key';

export function refused(error: string, details?: AuthenticationRefused['details']): AuthenticationRefused {
  return { kind: 'refused', status: 401, error, ...(details !== undefined && { details }) };
}
/** Data that a sign-in had to sign, and the data actually signed. */
export function signInDetails(
  message: { readonly address: string; readonly timestamp: string; readonly nonce: string; readonly message: string },
  chainId: number,
  { recovered, digest }: AuthSignatureCheck,
  signedFor: OtherSignIn | null,
): NonNullable<UnauthenticatedDetails['signature']> {
  return {
    digest,
    domain: signInDomain(chainId),
    message: { ...message },
    expected: message.address,
    recovered,
    signedFor: signedFor === null ? null : { domain: signInDomain(signedFor.chainId), meaning: signedFor.meaning },
  };
}

function signInDomain(chainId: number) {
  return { name: 'ClobAuthDomain', version: '1', chainId };
}

/** Suffix for a signature that is valid, but for another chain. Clients show their users only the text. */
export const otherChain = (
  { signIn }: { readonly signIn: { readonly chainId: number } },
  signedFor: { readonly chainId: number } | null,
): string =>
  signedFor === null || signedFor.chainId === signIn.chainId
    ? ''
    : `; it was signed for chain ${signedFor.chainId}, this venue takes ${signIn.chainId}`;

export function refusedHeaders(
  clocks: Clocks,
  scheme: UnauthenticatedDetails['scheme'],
  rawHeaders: readonly string[],
  { error, header }: { readonly error: string; readonly header: string | null },
): AuthenticationRefused {
  return refused(error, unauthenticated(clocks, scheme, 'headers', header, sentTimestamp(rawHeaders)));
}

/**
 * Refusal that says what had to be signed, whatever the key is. It repeats what the caller sent; of the body it tells the
 * hash, which is enough to compare.
 */
export function refusedKey(
  clocks: Clocks,
  { method, path, body }: SignedRequest,
  timestamp: string,
  problem: InvalidKeyDetails['problem'],
): AuthenticationRefused {
  const text = `${timestamp}${method}${withoutQuery(path)}`;
  const signed = { text, bodyBytes: body.length, bodySha256: hash('sha256', body, 'hex') };
  const clock = clockDetails(clocks, timestamp);
  return refused(INVALID_API_KEY, { rule: 'invalid_api_key', problem, signed, clock });
}

export function unauthenticated(
  clocks: Clocks,
  scheme: UnauthenticatedDetails['scheme'],
  problem: UnauthenticatedDetails['problem'],
  header: string | null,
  timestamp: string | undefined,
): UnauthenticatedDetails {
  const clock = clockDetails(clocks, timestamp);
  return { rule: 'unauthenticated', scheme, problem, header, clock };
}

/** Prefixes with the profile whose clients send them. */
const PROFILES_OF_PREFIXES: readonly (readonly [prefix: string, profile: string])[] = [
  ['POLY_', 'polymarket'],
  ['SERVICE_', 'bellwether'],
];

/** Lower-case names of headers that proxies add. */
const OF_PROXIES: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** Error text for headers that belong to a venue of another profile; null if none arrived. */
export function otherProfile(rawHeaders: readonly string[], wanted: string, fields: readonly string[]): string | null {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toUpperCase());
  for (const [prefix, profile] of PROFILES_OF_PREFIXES) {
    if (prefix === wanted || !fields.some((field) => names.includes(prefix + field))) continue;
    return (
      `missing header ${wanted}${fields[0]}; ${prefix}* headers arrived, which a venue takes that was started with ` +
      `BELLWETHER_PROFILE=${profile}: this one takes ${wanted}*`
    );
  }
  return null;
}

export function missingText(prefix: string, field: string, noneIn: readonly string[] | null): string {
  const text = `missing header ${prefix}${field}`;
  if (noneIn === null) return text;
  const proxy = noneIn.find((name, index) => index % 2 === 0 && OF_PROXIES.has(name.toLowerCase()));
  if (proxy === undefined)
    return `${text}; no ${prefix}* header arrived: if they were sent, a proxy may strip header names with underscores`;
  return (
    `${text}; no ${prefix}* header arrived through the proxy that added ${proxy.toLowerCase()}: ` +
    'it seems to strip header names with underscores (nginx: set underscores_in_headers on)'
  );
}

type Clock = DetailsOf<'unauthenticated'>['clock'];

/** Clocks that a timestamp is compared with, in Unix milliseconds, and the allowed difference in seconds. */
export interface Clocks {
  readonly clock: () => number;
  /** Clock of the machine, for a sandbox. */
  readonly otherClock?: () => number;
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
}

/**
 * Facts about the clock. `sent` is the timestamp header, undefined if missing. Of two clocks, the one closer to
 * accepting the timestamp is reported.
 */
function clockDetails({ clock, otherClock, toleranceSeconds }: Clocks, sent: string | undefined): Clock {
  const timestamp = sent !== undefined && TIMESTAMP.test(sent) ? Number(sent) : null;
  const { past: behindMax, future: aheadMax } = toleranceSeconds;
  const heldAgainst = (name: Clock['name'], nowMs: number): Clock => {
    const serverTime = Math.floor(nowMs / 1000);
    const aheadSeconds = timestamp === null ? null : timestamp - serverTime;
    return { name, serverTime, timestamp, aheadSeconds, behindMax, aheadMax };
  };
  const own = heldAgainst(otherClock === undefined ? 'venue' : 'sandbox', clock());
  if (otherClock === undefined) return own;
  const other = heldAgainst('machine', otherClock());
  return excessOf(other) < excessOf(own) ? other : own;
}

/** Seconds beyond the accepted range; 0 if accepted. */
function excessOf({ aheadSeconds, behindMax, aheadMax }: Clock): number {
  return aheadSeconds === null ? 0 : Math.max(0, aheadSeconds - aheadMax, -aheadSeconds - behindMax);
}

/** Value of the first header whose name ends in `TIMESTAMP`, from any set of headers. */
function sentTimestamp(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /[_-]timestamp$/i.test(name));
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** Error text for a timestamp that `isTimely` refuses. */
export function timestampError(clocks: Clocks, name: string, text: string): string {
  if (!TIMESTAMP.test(text)) return `header ${name} must be Unix time in whole seconds`;
  const { name: clock, aheadSeconds, behindMax, aheadMax } = clockDetails(clocks, text);
  const ahead = aheadSeconds ?? 0;
  const [by, most] = ahead > 0 ? [`${ahead} s ahead of`, aheadMax] : [`${-ahead} s behind`, behindMax];
  return `header ${name} is ${by} the ${clock === 'venue' ? 'server' : clock}'s clock (at most ${most} s): check the clock or use GET /time`;
}

/** Unix seconds; a value in milliseconds is longer. */
export const TIMESTAMP = /^(?:0|[1-9][0-9]{0,10})$/;
