/**
 * Refusals of malformed values across the whole route table: each says what is allowed, in a text from one function.
 */
import {
  ALL_ROUTES_BY_NAME,
  allowedValues,
  LiveRequest,
  MarketSubscription,
  type Route,
  UserOperation,
  UserSubscription,
} from '@bellwether/contract';
import { badRequest } from '@bellwether/wire/failure.ts';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { createChecker } from './body.ts';
import { createQueryReader } from './query.ts';

/** No request schema with a pattern accepts this text, and no other one accepts it as a number, boolean or choice. */
const MALFORMED = '\n\u0000 ';
const ROUTES: readonly Route[] = Object.values(ALL_ROUTES_BY_NAME);
const FEED_REQUESTS = { MarketSubscription, UserSubscription, UserOperation, LiveRequest };

interface Node {
  readonly pattern?: string;
  readonly description?: string;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** Every schema inside `schema`, including itself. */
function* schemasIn(schema: TSchema): Generator<TSchema & Node> {
  yield schema;
  const { anyOf = [], items, properties = {} } = schema as Node;
  for (const part of [...anyOf, ...(items === undefined ? [] : [items]), ...Object.values(properties)])
    yield* schemasIn(part);
}

const partsOf = ({ params, query, body, publicClientBody }: Route): TSchema[] =>
  [params, query, body, publicClientBody].filter((part) => part !== undefined);

const refusalOf = (read: { readonly kind: string; readonly text?: string }): string | undefined =>
  read.kind === 'failure' ? read.text : undefined;

test('malformed: every form of a value in a request, of a route or a feed, has words for what it allows [W61]', () => {
  const schemas = [...ROUTES.flatMap(partsOf), ...Object.values(FEED_REQUESTS)].flatMap((part) => [...schemasIn(part)]);
  const patterns = new Set(schemas.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern])));
  expect(patterns.size).toBeGreaterThan(25);
  expect(schemas.map(allowedValues).filter((words) => words.includes('text that matches'))).toEqual([]);
});

test.each(
  ROUTES.filter(({ query, params }) => (query ?? params) !== undefined).map(
    (route) => [`${route.method} ${route.path}`, route] as const,
  ),
)('malformed: %s says of each parameter what it allows [W61]', (_name, { query, params }) => {
  for (const [name, field] of Object.entries({ ...params?.properties, ...query?.properties })) {
    const { pattern, items } = field as Node;
    const isList = items !== undefined;
    const form = isList ? (items as Node).pattern : pattern;
    if (form === undefined) continue;
    const read = createQueryReader({ ...(query ?? params), properties: { [name]: field }, required: [] } as never);
    expect(refusalOf(read({ [name]: MALFORMED }))).toBe(
      `${name} is malformed: expected ${allowedValues(isList ? items : field)}${isList ? '; several are separated by commas' : ''}`,
    );
  }
});

test.each(
  ROUTES.flatMap((route) => (route.body === undefined ? [] : [[`${route.method} ${route.path}`, route.body] as const])),
)('malformed: the body of %s says of each field what it allows [W61]', (_name, body) => {
  for (const { properties } of schemasIn(body)) {
    for (const [name, field] of Object.entries(properties ?? {})) {
      const { pattern, anyOf } = field as Node;
      // For choices between objects only, the error says that they are objects.
      if (pattern === undefined && !anyOf?.some((part) => (part as { readonly type?: string }).type !== 'object'))
        continue;
      if (Compile(field).Check(MALFORMED)) continue;
      const read = createChecker({ type: 'object', properties: { [name]: field } } as TSchema, badRequest);
      expect(refusalOf(read({ [name]: MALFORMED }))).toBe(`${name} is malformed: expected ${allowedValues(field)}`);
    }
  }
});

test('malformed: a branch is told its form, and not what it is for [W61]', () => {
  const { body } = ALL_ROUTES_BY_NAME.rewindSandbox;
  const answer = refusalOf(createChecker(body, badRequest)({ branch: 'trunk' }));
  expect(answer).toBe('branch is malformed: expected main or the number of a branch');
});
