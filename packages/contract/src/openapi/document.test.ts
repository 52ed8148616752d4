/** The API description is valid and complete, and every example in it matches its schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { DataV2Error } from '../data-v2/error.ts';
import { ERRORS } from '../errors.ts';
import { EXAMPLES, FEED_EXAMPLES } from '../examples/examples.ts';
import { generalErrors } from '../general-errors.ts';
import { isWrite } from '../idempotency.ts';
import { ALL_ROUTES_BY_NAME } from '../route-table.ts';
import { MARKET_BY_ID_FORM, MARKETS_CURSOR_FORM } from '../routes/reads.ts';
import type { Route } from '../routes/route.ts';
import { CommentFeedMessage } from '../schemas/comment-feed.ts';
import { CatalogError, PlainError } from '../schemas/common.ts';
import { FEED_PATHS, MarketFeedMessage, UserFeedMessage } from '../schemas/feed.ts';
import { LiveFeedMessage } from '../schemas/live-feed.ts';
import { openApiDocument, routeKey } from './document.ts';
import { errorExample } from './error-examples.ts';
import { FEEDS } from './feeds.ts';
import { GROUPS, groupOf } from './groups.ts';
import { templatePath } from './parameters.ts';

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly examples?: object }>>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly example?: unknown;
  }[];
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}
interface Document {
  readonly 'x-websockets': object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** Routes of a sandbox, the largest set. */
const ROUTES: readonly Route[] = Object.values(ALL_ROUTES_BY_NAME);
const built = openApiDocument({ version: '1.2.3', routes: ROUTES });
const text = JSON.stringify(built);
const document = JSON.parse(text) as Document;
const NAMED = ROUTES.map((route): [string, Route] => [routeKey(route), route]);
const operationOf = (route: Route): Operation | undefined =>
  document.paths[templatePath(route.path)]?.[route.method.toLowerCase()];

const answerOf = (answer: Answer | undefined): Answer | undefined =>
  answer?.$ref === undefined ? answer : document.components.responses[answer.$ref.replace(/^.*\//, '')];

describe('API description', () => {
  test('description: is valid OpenAPI 3.1, and every reference in it leads somewhere [V9]', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(JSON.parse(text)))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const targets = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(targets.length).toBeGreaterThan(100);
    const lost = targets.filter(
      ([, kind = '', name = '']) => document.components[kind as 'schemas' | 'headers']?.[name] === undefined,
    );
    expect(lost.map(([reference]) => reference)).toEqual([]);
    expect(text.match(/"\$ref":"(?!#\/components\/)[^"]*"/g)).toBeNull();
  });

  test('description: has every route of the contract once, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const routes = ROUTES.map(({ method, path }) => `${method.toLowerCase()} ${templatePath(path)}`);
    expect(described.sort()).toEqual(routes.sort());
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('description: knows every file of schemas, so that what they share has its name', () => {
    const folder = join(import.meta.dirname, '../schemas');
    const index = readFileSync(join(folder, 'index.ts'), 'utf8');
    const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts') && file !== 'index.ts');
    expect(files.filter((file) => !index.includes(`'./${file}'`))).toEqual([]);
    for (const name of ['Event', 'Tag', 'CatalogMarket', 'MarketDetail', 'TradeFill', 'Book', 'PlainError', 'Comment'])
      expect(Object.keys(document.components.schemas)).toContain(name);
  });

  test.each(NAMED)('description: %s names its parameters, errors, signing and chapter', (_key, route) => {
    const operation = operationOf(route);
    const names = operation?.parameters.map((each) => `${each.in} ${each.name}`) ?? [];
    for (const name of Object.keys(route.params?.properties ?? {})) expect(names).toContain(`path ${name}`);
    const fields = [...Object.keys(route.query?.properties ?? {}), ...Object.keys(route.queryAliases ?? {})];
    for (const name of fields) expect(names).toContain(`query ${name}`);
    expect(names.includes('header Idempotency-Key')).toBe(isWrite(route));
    for (const code of [...route.errors, ...generalErrors(route), 'method_not_allowed'] as const) {
      const answer = answerOf(operation?.responses[ERRORS[code].status]);
      const examples = answer?.content?.['application/json']?.examples ?? {};
      expect(Object.keys(examples).join()).toContain(code);
    }
    const schemes = Object.keys(operation?.security[0] ?? {});
    expect(schemes).toHaveLength({ none: 0, l1: 4, l2: 5, builder: 4, admin: 1, person: 1 }[route.auth]);
    for (const scheme of schemes) expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
    expect(GROUPS.map(({ name }) => name)).toContain(groupOf(route));
    expect(operation?.tags).toEqual([groupOf(route)]);
  });

  test.each(NAMED)('description: %s says what each of its parameters means [V12]', (_key, route) => {
    const silent = (operationOf(route)?.parameters ?? []).filter(({ description = '' }) => description.trim() === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('description: both forms of GET /markets, with what belongs to each', () => {
    const markets = document.paths['/markets']?.['get'];
    expect(markets?.parameters.filter(({ required }) => required)).toEqual([]);
    const named = (wanted: string) => markets?.parameters.find(({ name }) => name === wanted);
    expect(named('next_cursor')?.description).toContain('cursor form only');
    expect(JSON.stringify(named('limit'))).toMatch(/anyOf.*catalog form.*cursor form/);
    expect(JSON.stringify(markets?.responses['200'])).toMatch(/oneOf.*CatalogMarkets.*MarketListingPage/);
    expect(JSON.stringify(markets?.responses['400'])).toMatch(/anyOf.*CatalogError.*PlainError/);
  });
});

/** Alternative forms of a path, by the key of its route. */
const FURTHER: Readonly<Record<string, readonly Route[]>> = {
  'GET /markets': [MARKETS_CURSOR_FORM],
  'GET /markets/:condition_id': [MARKET_BY_ID_FORM],
};

const fits = (schema: TSchema, value: unknown): unknown => {
  const validator = Compile(schema);
  return validator.Check(value) ? null : (validator.Errors(value)[0] ?? 'does not fit');
};

test('examples: every route has one of its answer, and of its body when it takes one [V10]', () => {
  const isIn = (route: Route): boolean => {
    const example = EXAMPLES[routeKey(route)];
    const answers = Object.keys(example?.responses ?? {}).length;
    return answers > 0 && (route.body === undefined || example?.request !== undefined);
  };
  expect(ROUTES.filter((route) => !isIn(route)).map(routeKey)).toEqual([]);
});

test.each(NAMED)('examples: of %s fit its schemas [V10]', (key, route) => {
  const example = EXAMPLES[key];
  const forms = [route, ...(FURTHER[key] ?? [])];
  const schemas = forms.flatMap((form) => Object.values(form.response));
  for (const [name, value] of Object.entries(example?.responses ?? {})) {
    const problems = schemas.map((schema) => fits(schema, value));
    expect([name, problems.includes(null) ? [] : problems]).toEqual([name, []]);
  }
  if (route.body !== undefined) expect(fits(route.body, example?.request)).toBeNull();
  const described = operationOf(route)?.parameters ?? [];
  for (const name of Object.keys(example?.parameters ?? {})) {
    const schema = route.params?.properties[name] ?? route.query?.properties[name];
    if (schema === undefined) throw new Error(`no such parameter: ${name}`);
    const value = described.find((parameter) => parameter.name === name)?.example;
    expect([name, fits(schema, value)]).toEqual([name, null]);
  }
});

test('examples: of errors have every place in their text filled, and fit the body of their shape', () => {
  const pairs = ROUTES.flatMap((route) =>
    [...route.errors, ...generalErrors(route)].map((code) => [route.errorShape, code] as const),
  );
  // Each pair once: routes share their errors, and each check compiles a schema.
  for (const [shape, code] of new Map(pairs.map((pair) => [pair.join(' '), pair])).values()) {
    const body = errorExample(code, shape);
    expect([code, String(body['error'])]).not.toEqual([code, expect.stringMatching(/\{\w+\}/)]);
    const schema = shape === 'catalog' ? CatalogError : shape === 'data-v2' ? DataV2Error : PlainError;
    expect(fits(schema, body)).toBeNull();
  }
});

test('examples: of everything that is said on the live feeds, by the name of its component', () => {
  const said = FEEDS.flatMap(({ send, receive }) => Object.entries({ ...send, ...receive }));
  expect(said.map(([name, schema]) => [name, fits(schema, FEED_EXAMPLES[name])])).toEqual(
    said.map(([name]) => [name, null]),
  );
  expect(Object.keys(FEED_EXAMPLES).sort()).toEqual([...new Set(said.map(([name]) => name))].sort());
  for (const [name] of said) expect(Object.keys(document.components.schemas)).toContain(name);
});

test('examples: no message of a feed is left out of the description', () => {
  expect(FEEDS.map(({ path, receive }) => [path, Object.values(receive)])).toEqual([
    [FEED_PATHS.market, [...MarketFeedMessage.anyOf, ...CommentFeedMessage.anyOf]],
    [FEED_PATHS.user, UserFeedMessage.anyOf],
    [FEED_PATHS.live, LiveFeedMessage.anyOf],
  ]);
  expect(Object.keys(document['x-websockets'])).toEqual(Object.values(FEED_PATHS));
});
