/** The examples in a route's API description, besides its schemas. */
import type { Json } from '../json.ts';

export interface RouteExample {
  /** Path and query parameters together, by name. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Body of the request; for every route that has one. */
  readonly request?: Json;
  /** Answers by description; at least one, and one for each form of the route. */
  readonly responses: Readonly<Record<string, Json>>;
}

/** Examples by `METHOD /path`, as written in the route table. */
export type RouteExamples = Readonly<Record<string, RouteExample>>;
