/** The contract of one route, the basis of handlers, caps and documentation. */
import type { Type } from 'typebox';
import type { CapName } from '../caps.ts';
import type { ErrorCode, ErrorShape } from '../errors.ts';
import type { Json } from '../json.ts';
import type { DifferenceId } from '../profiles/profiles.ts';
import type { TierCost } from '../rate-tiers.ts';
import type { Role } from '../roles.ts';
import type { Cost } from './cost.ts';

/**
 * None, a wallet's signature, the HMAC of an API key or of a builder key, the rights of an administrator (a bearer token, or
 * the API key of an account with a role), or the session cookie of a person's browser.
 */
export type RouteAuth = 'none' | 'l1' | 'l2' | 'builder' | 'admin' | 'person';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Difference of the dated profiles that brought the route; a venue whose profile lacks it answers 404. */
  readonly since?: DifferenceId;
  /** Pattern with `:name` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: RouteAuth;
  /** The least role, only with auth `admin`; see `leastRole` for routes that name none. */
  readonly role?: Role;
  readonly errorShape: ErrorShape;
  readonly params?: Type.TObject;
  /** Properties are parsed from text: strings, integers, numbers, booleans, and arrays from comma lists. */
  readonly query?: Type.TObject;
  readonly queryAliases?: Readonly<Record<string, string>>;
  /** Schema of the request body; unknown fields are refused. */
  readonly body?: Type.TSchema;
  /** Schema of the body in the profile `polymarket`, whose public clients send additional fields. */
  readonly publicClientBody?: Type.TSchema;
  /**
   * True if the public client sends JSON with the content type of a form: that type is accepted as JSON. `any`: the body
   * is not looked at.
   */
  readonly takesFormType?: true | 'any';
  /** Largest body in bytes, if not the venue's usual one. */
  readonly bodyBytesMax?: number;
  /** Schemas by status of success. */
  readonly response: Readonly<Record<number, Type.TSchema>>;
  /** The whole answer, if it is the same whatever the venue holds and is asked; such a route ignores its query. */
  readonly answer?: Json;
  /** Errors of the route itself, besides those that every route has. */
  readonly errors: readonly ErrorCode[];
  readonly caps: readonly CapName[];
  /**
   * Set if it does not follow from method and `auth`: a public route that changes something, since the body itself
   * proves who asks; or a route that changes nothing, whatever its method.
   */
  readonly isWrite?: boolean;
  /**
   * True if the signature does not serve as the key of a request without `Idempotency-Key`. Cancels only remove orders,
   * and a client that cancels all, places and cancels all within one second means both cancels; so it is with a key that
   * is revoked, added and revoked. Orders and heartbeats have their own ids, and an answer with secrets is not repeated.
   */
  readonly signatureIsNoKey?: true;
  /** True if an answer may take minutes: such a request is never given up. */
  readonly isPatient?: true;
  /** Units that a request counts in `work` or `cancels`; required for every route that counts there. */
  readonly cost?: Cost;
  /** Tokens that a request takes in profiles with rate tiers. */
  readonly tierCost?: TierCost;
}

/** Parts of a route besides its method and path. */
type Parts = Partial<Omit<Route, 'method' | 'path'>>;

/** A route of a kind, at `METHOD /path`. Parts of its own replace those of its kind. */
export function route<
  const Kind extends Parts,
  const Method extends Route['method'],
  const Path extends `/${string}`,
  const Own extends Parts,
>(kind: Kind, at: `${Method} ${Path}`, own: Own & { readonly [Unknown in Exclude<keyof Own, keyof Route>]: never }) {
  const [method, path] = at.split(' ') as [Method, Path];
  return { ...kind, ...own, method, path } as Omit<Kind, keyof Own | 'method' | 'path'> &
    Own & { readonly method: Method; readonly path: Path };
}

/** Routes of administrators; most name a least role. */
export const ADMIN = { auth: 'admin', errorShape: 'plain', caps: [] } as const satisfies Parts;

export const BODY_BYTES_MAX = 256 * 1024;
/** Largest body of `POST /admin/import`, in bytes. */
export const IMPORT_BYTES_MAX = 16 * 1024 * 1024;

// Static types of a route's parts, for clients that are typed by the route table.

/** Values for the placeholders of a path, by name; never for a path without placeholders. */
export type RouteParams<R extends Route> = R extends { readonly params: infer S extends Type.TObject }
  ? { readonly [Name in keyof Type.Static<S>]: string | number }
  : never;

/**
 * Query fields, with arrays as arrays. All are optional, because the types of schemas do not show which have defaults.
 */
export type RouteQuery<R extends Route> = R extends { readonly query: infer S extends Type.TObject }
  ? { readonly [Name in keyof Type.Static<S>]?: Loosened<Type.Static<S>[Name]> | undefined }
  : never;

/** Accepts a readonly list, and a single item instead of a list. */
type Loosened<Value> = Value extends readonly (infer Item)[] ? readonly Item[] | Item : Value;

/** The body to send; never for a route without one. */
export type RouteBody<R extends Route> = R extends { readonly body: infer S extends Type.TSchema }
  ? Type.Static<S>
  : never;

/** The body of a successful answer. */
export type RouteAnswer<R extends Route> = R extends { readonly response: infer Answers }
  ? {
      [Status in keyof Answers]: Answers[Status] extends Type.TSchema ? Type.Static<Answers[Status]> : never;
    }[keyof Answers]
  : never;
