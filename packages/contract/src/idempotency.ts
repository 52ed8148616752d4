/** Idempotency keys: their format, and the routes that take them. */
import type { Route } from './routes/route.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** 1 to 128 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;
/** Marks an answer as the answer to an earlier request. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** Header with the reason of an administrator's request, in URL-encoded UTF-8. */
export const REASON_HEADER = 'x-reason';

/** True if the signature of a request to the route serves as its key when there is no `Idempotency-Key`. */
export function isNamedBySignature(route: Route): boolean {
  return (route.auth === 'l2' || route.auth === 'admin') && isWrite(route) && route.signatureIsNoKey !== true;
}

/** True if a request changes something and therefore takes an `Idempotency-Key`. Other routes ignore the header. */
export function isWrite({ method, auth, isWrite: declared }: Route): boolean {
  return declared ?? (method !== 'GET' && auth !== 'none');
}
