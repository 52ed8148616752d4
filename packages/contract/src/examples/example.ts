/** What the API description shows of one route besides its schemas. */
import type { Json } from '../json.ts';

export interface RouteExample {
  /** By name; path and query together. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Body of the request; for every route that takes one. */
  readonly request?: Json;
  /** Answers by what they show; at least one, and one for each form of the route. */
  readonly responses: Readonly<Record<string, Json>>;
}

/** By `METHOD /path` as the route table writes it. */
export type RouteExamples = Readonly<Record<string, RouteExample>>;
