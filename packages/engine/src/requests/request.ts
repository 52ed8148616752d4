/**
 * Idempotency keys of requests, so that a repeat is recognised after a lost answer, a restart or a failover. A command
 * with a key leaves a `RequestKept` in its entry; the state keeps these for a bounded time.
 */
import type { AccountId } from '../units/units.ts';

export interface RequestId {
  /** Owner of the key: an account, or the operator (null). The same key of another owner is a different request. */
  readonly by: AccountId | null;
  /**
   * Chosen by the submitter: 1 to 128 printable characters. Or derived from the request's signature: `signatureKey`.
   */
  readonly key: string;
  /** Hash of the request, 32 hex digits: the same key with another hash is refused. */
  readonly hash: string;
  /** `signatureKey` of a request that also has its own key: the signature has no effect under another key. */
  readonly signature?: string;
  /** True if the request makes several idempotent commands: it is stored, but never answered in place of one. */
  readonly part?: true;
}

/** Submitters cannot choose a key with this mark: chosen keys are ASCII. */
const SIGNATURE_MARK = '§';

/** The key of a request without its own: 32 bytes derived from its signature, in url-safe base64. */
export function signatureKey(signature: string): string {
  return SIGNATURE_MARK + signature;
}

export function isSignatureKey(key: string): boolean {
  return key.startsWith(SIGNATURE_MARK);
}

/** Only remembers its request: for a request that finds nothing to do. */
export type RecordRequest = { readonly kind: 'RecordRequest' };

/** Every command may carry the request that made it; older journals have none. */
export type Requested = { readonly request?: RequestId };

/** The entry carried out a request or its next part. Always the last event of its entry. */
export interface RequestKept extends Omit<RequestId, 'part'> {
  readonly kind: 'RequestKept';
  /** True if there was nothing to do: this is the only event of its entry. */
  readonly idle?: true;
  /** Ids that a cancel could not cancel, with the reason. */
  readonly notCanceled?: Readonly<Record<string, string>>;
}
