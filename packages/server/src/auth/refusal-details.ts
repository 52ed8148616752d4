/**
 * What a 401 says beside its text: the clock, the header, what had to be signed. It repeats what the caller sent and what
 * GET /venue and GET /time show, and nothing that only the venue knows.
 */
import { createHash } from 'node:crypto';
import type { DetailsOf } from '@bellwether/contract';
import type { AuthSignatureCheck, OtherSignIn } from '../ports/signatures.ts';
import { isTimestamp } from './headers.ts';

export type UnauthenticatedDetails = DetailsOf<'unauthenticated'>;
export type InvalidKeyDetails = DetailsOf<'invalid_api_key'>;
type Clock = UnauthenticatedDetails['clock'];

/** The clocks that a timestamp is held against, in Unix milliseconds, and by how many seconds it may differ. */
export interface Clocks {
  readonly clock: () => number;
  /** The machine's, where the venue's own time is moved. */
  readonly otherClock?: () => number;
  readonly toleranceSeconds: { readonly past: number; readonly future: number };
}

/** `sent` is the timestamp header, undefined when there is none. Of two clocks the figures are of the one that takes it sooner. */
export function clockDetails({ clock, otherClock, toleranceSeconds }: Clocks, sent: string | undefined): Clock {
  const timestamp = sent !== undefined && isTimestamp(sent) ? Number(sent) : null;
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

/** Seconds beyond what is taken; 0: it is taken. */
function excessOf({ aheadSeconds, behindMax, aheadMax }: Clock): number {
  return aheadSeconds === null ? 0 : Math.max(0, aheadSeconds - aheadMax, -aheadSeconds - behindMax);
}

/** The value of the first header whose name ends in `TIMESTAMP`, whatever set it is of. */
export function sentTimestamp(rawHeaders: readonly string[]): string | undefined {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /[_-]timestamp$/i.test(name));
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** What the HMAC of a request had to be made of: the body as its hash, which is as good for comparing. */
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

/** What had to be signed for a sign-in, and what was. */
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
