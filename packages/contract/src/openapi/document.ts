/**
 * The API description (OpenAPI 3.1), generated only from the route table, so that it matches what the venue serves. A
 * pure function of its options. A new route is described by its row, and needs an example of its answer.
 */

import type { TSchema } from 'typebox';
import { EXAMPLES, SAMPLES } from '../examples/examples.ts';
import { SERVICE_PREFIXES, SERVICES, type Service } from '../hosts.ts';
import type { JsonObject } from '../json.ts';
import { ALL_ROUTES_BY_NAME, ROUTES } from '../route-table.ts';
import { costText } from '../routes/cost.ts';
import { MARKET_BY_ID_FORM, MARKETS_CURSOR_FORM } from '../routes/reads.ts';
import { BODY_BYTES_MAX, type Route, type RouteAuth } from '../routes/route.ts';
import { feedsExtension } from './feeds.ts';
import { GROUPS, groupOf } from './groups.ts';
import { parametersOf, type RouteForm, templatePath } from './parameters.ts';
import { HEADERS, LEDGER_ERROR, responsesOf, sharedResponses } from './responses.ts';
import { createSchemaWriter, type SchemaWriter } from './schemas.ts';
import { ADMIN_TOKEN_TEXT, BUILDER_HEADER_TEXTS, introduction, L1_HEADER_TEXTS, L2_HEADER_TEXTS } from './text.ts';

export interface DescriptionOptions {
  readonly version: string;
  /** Prefix of the authentication headers; default `SERVICE_`. */
  readonly authPrefix?: string;
  /** Replaces the venue's own routes. */
  readonly routes?: readonly Route[];
}

/** Alternative forms of a path, by route key. */
const FURTHER_FORMS: Readonly<Record<string, { readonly first: string; readonly further: readonly RouteForm[] }>> = {
  'GET /markets': { first: 'catalog form', further: [{ route: MARKETS_CURSOR_FORM, name: 'cursor form' }] },
  'GET /markets/:condition_id': {
    first: 'by condition id or slug',
    further: [{ route: MARKET_BY_ID_FORM, name: 'by catalog id' }],
  },
};

const FORMS_TEXT: Readonly<Record<string, string>> = {
  'GET /markets':
    'Two forms on one path. A query with `next_cursor`, even an empty one, is the **cursor form**: every market in order of creation, page by page, with errors `{error, code}`. Any other query is the **catalog form**: filtered and sorted, with errors `{type, error}`. Parameters of both together are refused.',
  'GET /markets/:condition_id':
    'By condition id or slug the market is answered as trading clients see it, with errors `{error, code}`; by catalog id, which is digits alone, as the catalog shows it, with errors `{type, error}`.',
};

/** `METHOD /path` as in the route table: the key of its examples. */
export function routeKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

export function openApiDocument(options: DescriptionOptions): JsonObject {
  const { version, authPrefix = 'SERVICE_', routes = ROUTES } = options;
  const schemas = createSchemaWriter();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const path = templatePath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) };
  }
  const responses = sharedResponses(schemas);
  const feeds = feedsExtension(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bellwether',
      version,
      summary: 'HTTP API of a prediction-market venue',
      description: introduction(authPrefix),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }, ...SERVICES.map(serverOf)],
    tags: GROUPS.filter(({ name }) => routes.some((route) => groupOf(route) === name)).map(({ name, description }) => ({
      name,
      description,
    })),
    paths,
    components: {
      schemas: { ...schemas.components(), LedgerError: LEDGER_ERROR },
      responses,
      headers: HEADERS,
      securitySchemes: securitySchemes(authPrefix),
    },
    // Live feeds by path, with their messages.
    'x-websockets': feeds,
    // The values used in the examples: a page can replace them with names that exist.
    'x-samples': SAMPLES,
  };
}

const SERVICE_TEXTS: Readonly<Record<Service, string>> = {
  clob: 'For clients that expect trading at a host of its own',
  gamma: 'For clients that expect the catalog at a host of its own',
  data: 'For clients that expect trades and positions at a host of their own',
};

/** A path prefix as a server. Signatures cover the path without it. */
function serverOf(service: Service): JsonObject {
  return { url: SERVICE_PREFIXES[service], description: SERVICE_TEXTS[service] };
}

function operation(route: Route, schemas: SchemaWriter): JsonObject {
  const key = routeKey(route);
  const several = FURTHER_FORMS[key];
  const forms: RouteForm[] = several === undefined ? [{ route }] : [{ route, name: several.first }, ...several.further];
  const example = EXAMPLES[key];
  const description = describe(route, FORMS_TEXT[key]);
  return {
    operationId: operationId(route),
    tags: [groupOf(route)],
    summary: route.summary,
    ...(description !== '' && { description }),
    parameters: parametersOf(forms, example?.parameters, schemas),
    ...(route.body !== undefined && {
      requestBody: {
        required: true,
        description: `JSON of at most ${(route.bodyBytesMax ?? BODY_BYTES_MAX) / 1024} KiB${publicClientsText(route)}`,
        content: {
          'application/json': {
            schema: schemas.write(route.body),
            ...(example?.request !== undefined && { example: example.request }),
          },
        },
      },
    }),
    responses: responsesOf(forms, example, schemas),
    security: securityOf(route.auth),
    'x-caps': [...route.caps],
    ...(route.cost !== undefined && { 'x-cost': costText(route.cost) }),
  };
}

function describe(route: Route, formsText: string | undefined): string {
  return [
    ...(formsText === undefined ? [] : [formsText]),
    ...(route.auth === 'l1' ? ['Needs the four headers of a wallet’s signature (L1).'] : []),
    ...(route.auth === 'l2' ? ['Needs the five headers of an API key (L2).'] : []),
    ...(route.auth === 'admin' ? ['Needs the operator’s bearer token.'] : []),
  ].join('\n\n');
}

/** The name by which clients call the route; a route outside the table is named after its path. */
function operationId(route: Route): string {
  const named = Object.entries(ALL_ROUTES_BY_NAME).find(([, each]) => each === route)?.[0];
  const path = route.path.replace(/[^a-z]+([a-z])/gi, (_all, letter: string) => letter.toUpperCase());
  return named ?? route.method.toLowerCase() + path;
}

/** The parts of JSON Schema that the comparison reads. */
interface Shape {
  readonly description?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/**
 * Describes the additional fields of a body in the profile `polymarket`, which its public clients send: a sentence to
 * follow the body's description, empty if both profiles take the same fields.
 */
function publicClientsText({ body, publicClientBody }: Pick<Route, 'body' | 'publicClientBody'>): string {
  if (body === undefined || publicClientBody === undefined) return '';
  const further = furtherFields(body, publicClientBody, '');
  return further.length === 0 ? '' : `. In the profile \`polymarket\` also ${further.join('; ')}`;
}

function furtherFields(shape: TSchema & Shape, wider: TSchema & Shape, path: string): string[] {
  if (shape.items !== undefined && wider.items !== undefined) return furtherFields(shape.items, wider.items, path);
  const known = shape.properties ?? {};
  return Object.entries(wider.properties ?? {}).flatMap(([name, field]) => {
    const narrow = known[name];
    return narrow === undefined
      ? [`\`${path}${name}\` (${field.description})`]
      : furtherFields(narrow, field, `${path}${name}.`);
  });
}

type HeaderSet = 'l1' | 'l2' | 'builder';

const SESSION_TEXT = 'Cookie of a signed-in person’s browser; its name is the venue’s own.';

const TEXTS: Readonly<Record<HeaderSet, Readonly<Record<string, string>>>> = {
  l2: L2_HEADER_TEXTS,
  l1: L1_HEADER_TEXTS,
  builder: BUILDER_HEADER_TEXTS,
};

const schemeName = (set: HeaderSet, field: string): string => `${set}_${field.toLowerCase()}`;

/** `components.securitySchemes`: one scheme for each header; all headers of a set are required together. */
function securitySchemes(prefix: string): JsonObject {
  const ofSet = (set: HeaderSet): [string, JsonObject][] =>
    Object.entries(TEXTS[set]).map(([field, description]) => [
      schemeName(set, field),
      { type: 'apiKey', in: 'header', name: prefix + field, description },
    ]);
  return {
    ...Object.fromEntries([...ofSet('l2'), ...ofSet('l1'), ...ofSet('builder')]),
    admin: { type: 'http', scheme: 'bearer', description: ADMIN_TOKEN_TEXT },
    person: { type: 'apiKey', in: 'cookie', name: 'session', description: SESSION_TEXT },
  };
}

/** `security` of an operation; empty = open to everyone. */
function securityOf(auth: RouteAuth): JsonObject[] {
  if (auth === 'none') return [];
  if (auth === 'admin') return [{ admin: [] }];
  if (auth === 'person') return [{ person: [] }];
  return [Object.fromEntries(Object.keys(TEXTS[auth]).map((field) => [schemeName(auth, field), []]))];
}
