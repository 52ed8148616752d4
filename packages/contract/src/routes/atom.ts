/** Atom feeds: news that any feed reader takes. */
import { Type } from 'typebox';
import { text } from '../described.ts';
import { type Route, route } from './route.ts';

export const AtomQuery = Type.Object({
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 250, description: 'slug of a tag: its events alone' })),
});
export type AtomQuery = Type.Static<typeof AtomQuery>;

const feed = {
  auth: 'none',
  errorShape: 'plain',
  query: AtomQuery,
  response: { 200: text('Atom 1.0'), 304: text('empty: nothing is new since the `ETag` of `If-None-Match`') },
  errors: ['bad_request'],
  caps: ['trading', 'work'],
  cost: { base: 10 },
} as const;

export const ATOM_ROUTES = {
  newEventsFeed: route(feed, 'GET /feeds/atom/events.atom', { summary: 'The 50 newest questions as an Atom feed' }),
  newResultsFeed: route(feed, 'GET /feeds/atom/results.atom', { summary: 'The 50 newest results as an Atom feed' }),
} as const satisfies Record<string, Route>;
