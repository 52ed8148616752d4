/** The static types of a route's parts, for clients that are typed by the route table. Types alone. */
import type { Type } from 'typebox';
import type { Route } from './route.ts';

/** Names and values for the placeholders of a path; never for a path without any. */
export type RouteParams<R extends Route> = R extends { readonly params: infer S extends Type.TObject }
  ? { readonly [Name in keyof Type.Static<S>]: string | number }
  : never;

/** Query fields, arrays as arrays; all optional, since schemas do not show in types which of them have defaults. */
export type RouteQuery<R extends Route> = R extends { readonly query: infer S extends Type.TObject }
  ? { readonly [Name in keyof Type.Static<S>]?: Loosened<Type.Static<S>[Name]> | undefined }
  : never;

/** A list may be readonly for those who only send it, and one item may stand for itself. */
type Loosened<Value> = Value extends readonly (infer Item)[] ? readonly Item[] | Item : Value;

/** The body to send; never for a route without one. */
export type RouteBody<R extends Route> = R extends { readonly body: infer S extends Type.TSchema }
  ? Type.Static<S>
  : never;

/** The answer of success. */
export type RouteAnswer<R extends Route> = R extends { readonly response: infer Answers }
  ? {
      [Status in keyof Answers]: Answers[Status] extends Type.TSchema ? Type.Static<Answers[Status]> : never;
    }[keyof Answers]
  : never;
