/** Which routes take an `Idempotency-Key`, and what one looks like. */
import type { Route } from './routes/route.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** 1 to 128 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;
/** Marks an answer as that of an earlier request. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** Whether a request changes something. */
export function isWrite({ method, auth, isWrite: declared }: Route): boolean {
  return declared === true || (method !== 'GET' && auth !== 'none');
}

/** Every write takes one but those that say why not. */
export function takesIdempotencyKey(route: Route): boolean {
  return isWrite(route) && route.keyRefused === undefined;
}
