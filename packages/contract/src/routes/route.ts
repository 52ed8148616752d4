/** What the contract says of one route. Handlers, caps and documentation are looked up by it. */
import type { Type } from 'typebox';
import type { ErrorCode, ErrorShape } from '../errors.ts';
import type { Cost } from './cost.ts';

/** Who may call: everyone, a wallet by its signature, an API key or a builder key by its HMAC, the operator by a bearer token. */
export type RouteAuth = 'none' | 'l1' | 'l2' | 'builder' | 'admin';

/** Rows of the cap table that a route counts in: the interface's own and the venue's; `admin` routes count nowhere. */
export type CapName =
  | 'catalog'
  | 'events'
  | 'markets'
  | 'listings'
  | 'tags'
  | 'search'
  | 'trading'
  | 'health'
  | 'book'
  | 'books'
  | 'price'
  | 'prices'
  | 'midpoint'
  | 'history'
  | 'batchHistory'
  | 'trades'
  | 'order'
  | 'cancel'
  | 'metrics'
  | 'work'
  | 'cancels'
  | 'connections'
  | 'feeds'
  | 'keys'
  | 'accounts'
  | 'posts'
  | 'relayer'
  | 'guesses';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Pattern with `:name` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: RouteAuth;
  readonly errorShape: ErrorShape;
  readonly params?: Type.TObject;
  /** Properties are read from text: strings, integers, numbers, booleans, and arrays from comma lists. */
  readonly query?: Type.TObject;
  /** Other names of query fields. */
  readonly queryAliases?: Readonly<Record<string, string>>;
  /** What may be sent; a field that it does not name is refused. */
  readonly body?: Type.TSchema;
  /** The same in the profile `polymarket`, where its public clients send more fields than `body` has. */
  readonly publicClientBody?: Type.TSchema;
  /** Its public client sends JSON and calls it a form: that type is taken for JSON, too. */
  readonly takesFormType?: true;
  /** Largest body in bytes, when not the venue's usual one. */
  readonly bodyBytesMax?: number;
  /** By status of success. */
  readonly response: Readonly<Record<number, Type.TSchema>>;
  /** Errors of the route itself, besides those every route has. */
  readonly errors: readonly ErrorCode[];
  readonly caps: readonly CapName[];
  /**
   * Said where it does not follow from method and `auth`: it changes something though anyone may call it, since what is sent
   * proves who asks; or it changes nothing, whatever its method.
   */
  readonly isWrite?: boolean;
  /**
   * Its signature does not name a request that brings no `Idempotency-Key`. Cancels take orders away and never trade, and a client
   * that cancels all, places and cancels all within one second means both. Orders and heartbeats have ids of their own, and an
   * answer with secrets is not told twice.
   */
  readonly signatureIsNoKey?: true;
  /** Units that a request counts in `work` or `cancels`; every route that counts there has one. */
  readonly cost?: Cost;
}

/** Largest request body, in bytes. */
export const BODY_BYTES_MAX = 256 * 1024;
/** The same for `POST /admin/import`. */
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024;
