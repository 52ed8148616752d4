/** Routes of the API description: the document, and the page that shows it. */
import { Type } from 'typebox';
import { text } from '../described.ts';
import { ApiDescription } from '../schemas/venue.ts';
import { type Route, route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain', errors: [], caps: ['trading', 'work'] } as const;

/** Answer to a conditional request: files have an `ETag`. */
const NOT_CHANGED = text('empty: as it was when it was sent with the `ETag` of `If-None-Match`');

export const DESCRIPTION_ROUTES = {
  openApi: route(open, 'GET /openapi.json', {
    summary: 'This description, OpenAPI 3.1',
    response: { 200: ApiDescription },
    cost: { base: 10 },
  }),
  docs: route(open, 'GET /docs', {
    summary: 'The description as a page that can send requests',
    response: { 200: Type.String(), 304: NOT_CHANGED },
    cost: { base: 2 },
  }),
  docsAsset: route(open, 'GET /docs/:asset', {
    summary: 'A script, style or image of that page',
    params: Type.Object({
      asset: Type.String({ maxLength: 100, description: 'name of the file; empty: `/docs` itself' }),
    }),
    response: { 200: Type.String(), 304: NOT_CHANGED, 308: text('`/docs/` leads to `/docs`') },
    errors: ['route_not_found'],
    cost: { base: 20 },
  }),
} as const satisfies Record<string, Route>;
