/**
 * What a submitter calls its request, so that a repeat is known: after a lost answer, a restart, a change of leader.
 * A command that carries one leaves a `RequestKept` in its entry; the state keeps those for a bounded time.
 */
import type { AccountId } from '../units/ids.ts';

export interface RequestId {
  /** Whose key it is: an account's, or the operator's (null). The same key of another is another request. */
  readonly by: AccountId | null;
  /** Chosen by the submitter: 1 to 128 printable characters. Or made of the signature of what was asked: `signatureKey`. */
  readonly key: string;
  /** 32 hex digits of what was asked: the same key with another hash is refused. */
  readonly hash: string;
  /** `signatureKey` of a request that has a key of its own: under another one the signature does nothing. */
  readonly signature?: string;
  /**
   * The request makes several commands, each without effect a second time: it is kept, and never answered in the place
   * of the command.
   */
  readonly part?: true;
}

/** No submitter can choose it: chosen keys are ASCII. */
const SIGNATURE_MARK = '§';

/** The key of a request that brings none of its own: 32 bytes that only its signature has, in url-safe base64. */
export function signatureKey(signature: string): string {
  return SIGNATURE_MARK + signature;
}

export function isSignatureKey(key: string): boolean {
  return key.startsWith(SIGNATURE_MARK);
}

/** Remembers the request that it carries, and does nothing else: for a request that finds nothing to do. */
export interface RecordRequest {
  readonly kind: 'RecordRequest';
}

/** Every command may carry the request that made it; journals from before have none. */
export interface Requested {
  readonly request?: RequestId;
}

/** The entry is what a request asked for, or the next part of it: the last event of its entry. */
export interface RequestKept extends Omit<RequestId, 'part'> {
  readonly kind: 'RequestKept';
  /** There was nothing to do: it is the only event of its entry. */
  readonly idle?: true;
  /** Ids a cancel could not cancel, with the reason. */
  readonly notCanceled?: Readonly<Record<string, string>>;
}
