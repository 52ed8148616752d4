/** A request that may be the worst of its route, and the world that it is aimed at. */
import type { BenchWallet } from '../shared/bench-wallet.ts';
import type { WorldSize } from './world.ts';

/** Who sends a request: an account of the world by its key or its signature, the operator, or anyone. */
export type Sender =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'key' | 'wallet'; readonly actor: number };

export interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly sender: Sender;
}

export interface Candidate {
  /** What makes it dear, for the table. */
  readonly what: string;
  /** A new one each time where the same one twice would be free. */
  readonly next: () => Request;
  /** Status of its answer; null where the first one differs from those after it. */
  readonly status: number | null;
  /** Markets in which its sender owns anything, where the answer shows them. */
  readonly owned?: number;
}

export interface World {
  readonly size: WorldSize;
  readonly wallets: readonly BenchWallet[];
}

export const ANYONE: Sender = { kind: 'anyone' };

export function get(what: string, path: string, sender = ANYONE, status = 200): Candidate {
  return { what, next: () => ({ path, sender }), status };
}

export const ADMIN: Sender = { kind: 'admin' };
export const key = (actor: number): Sender => ({ kind: 'key', actor });

/** A request with a body, made for each time that it is sent. */
export function send(what: string, path: string, body: () => unknown, sender = ANYONE, status = 200): Candidate {
  return { what, next: () => ({ path, body: body(), sender }), status };
}
