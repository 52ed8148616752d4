/** Static types of a route's parts, for clients that are typed by the route table. Types only. */
import type { Type } from 'typebox';
import type { Route } from './route.ts';

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
