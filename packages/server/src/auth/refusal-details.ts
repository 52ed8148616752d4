/**
 * Details of a 401 besides its text: the clock, the header, what had to be signed. They repeat what the caller sent and
 * what GET /venue and GET /time show, and nothing that only the venue knows.
 */
import { createHash } from 'node:crypto';
import type { DetailsOf } from '@bellwether/contract';
import type { AuthSignatureCheck, OtherSignIn } from '../ports/signatures.ts';
import { isTimestamp } from './headers.ts';

export type UnauthenticatedDetails = DetailsOf<'unauthenticated'>;
export type InvalidKeyDetails = DetailsOf<'invalid_api_key'>;
type Clock = UnauthenticatedDetails['clock'];

/** Clocks that a timestamp is compared with, in Unix milliseconds, and the allowed difference in seconds. */
export interface Clocks {
  readonly clock: () => number;
  /** Name of that clock in refusals; `venue` by default. */
  readonly clockName?: Clock['name'];
  /** Clock of the machine, for a venue with a manual clock. */
  readonly otherClock?: () => number;
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
}

/**
 * Facts about the clock. `sent` is the timestamp header, undefined if missing. Of two clocks, the one closer to
 * accepting the timestamp is reported.
 */
export function clockDetails(
  { clock, clockName = 'venue', otherClock, toleranceSeconds }: Clocks,
  sent: string | undefined,
): Clock {
  const timestamp = sent !== undefined && isTimestamp(sent) ? Number(sent) : null;
  const { past: behindMax, future: aheadMax } = toleranceSeconds;
  const heldAgainst = (name: Clock['name'], nowMs: number): Clock => {
    const serverTime = Math.floor(nowMs / 1000);
    const aheadSeconds = timestamp === null ? null : timestamp - serverTime;
    return { name, serverTime, timestamp, aheadSeconds, behindMax, aheadMax };
  };
  const own = heldAgainst(clockName, clock());
  if (otherClock === undefined) return own;
  const other = heldAgainst('machine', otherClock());
  return excessOf(other) < excessOf(own) ? other : own;
}

/** Seconds beyond the accepted range; 0 if accepted. */
function excessOf({ aheadSeconds, behindMax, aheadMax }: Clock): number {
  return aheadSeconds === null ? 0 : Math.max(0, aheadSeconds - aheadMax, -aheadSeconds - behindMax);
}

/** Value of the first header whose name ends in `TIMESTAMP`, from any set of headers. */
export function sentTimestamp(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /[_-]timestamp$/i.test(name));
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** Input of the HMAC that a request needed. The body is given as its hash, which is enough to compare. */
export function signedRequest(
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
): InvalidKeyDetails['signed'] {
  return {
    text: `${timestamp}${method}${path}`,
    bodyBytes: body.length,
    bodySha256: createHash('sha256').update(body).digest('hex'),
  };
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
