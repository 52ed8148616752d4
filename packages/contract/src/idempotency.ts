/** Which routes take an `Idempotency-Key`, and what one looks like. */
import type { Route } from './routes/route.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** 1 to 128 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;
/** Marks an answer as that of an earlier request. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** Returns whether a request of the route that brings no `Idempotency-Key` has its signature for one. */
export function isNamedBySignature(route: Route): boolean {
  return route.auth === 'l2' && isWrite(route) && route.signatureIsNoKey !== true;
}

/** Whether a request changes something: then it takes an `Idempotency-Key`. The others ignore one. */
export function isWrite({ method, auth, isWrite: declared }: Route): boolean {
  return declared ?? (method !== 'GET' && auth !== 'none');
}
