/**
 * Requests generated from the route table: some valid, some with one fault, some wrong throughout. Plain data; nothing
 * is sent here.
 */
import type { Route } from '@bellwether/contract';
import fc, { type Arbitrary } from 'fast-check';
import { bodyValue } from './bodies.ts';
import { breakBytes, change, changedJson, jsonText, ODD_TEXTS, oddText } from './odd-values.ts';
import { validValue } from './schema-values.ts';
import type { World } from './world.ts';

/** Ways to authenticate a request wrongly. */
const WRONG_AUTH = [
  'none',
  'missing-one',
  'twin',
  'stale',
  'wrong-signature',
  'wrong-key',
  'garbage',
  'other-kind',
] as const;
type AuthPlan = 'valid' | (typeof WRONG_AUTH)[number];

export interface FuzzRequest {
  /** `METHOD path` of the route that the request targets. */
  readonly route: string;
  readonly auth: AuthPlan;
  readonly authNeeded: Route['auth'];
  readonly method: string;
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Buffer | null;
  /** Index of the trader who calls. */
  readonly trader: number;
  /** Selects among the ways to be wrong. */
  readonly dice: number;
  /** True if nothing was made wrong on purpose. */
  readonly isClean: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const CONTENT_TYPES: readonly (string | null)[] = [
  null,
  'text/plain',
  'application/json; charset=utf-16',
  'application/jsonp',
  'APPLICATION/JSON',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';;;',
  '',
  'application/json, text/plain',
];
const ODD_SEGMENTS = [
  '%',
  '%zz',
  '%ff',
  '%C0%80',
  '%00',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  'a%2fb',
  '%25',
  '%E0%A4%A',
  '*',
  ':id',
  '~',
];
const ODD_QUERY_PARTS = [
  '&',
  '&&',
  '=',
  '=x',
  'x',
  '%',
  '%ff=1',
  'a[b]=1',
  '__proto__=1',
  'constructor=1',
  '#',
  'limit=1;offset=2',
  '+=+',
];

export function cleanRequestsFor(route: Route, world: World): Arbitrary<FuzzRequest> {
  return requestOf(route, world, true);
}

export function requestsFor(route: Route, world: World): Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 2, arbitrary: requestOf(route, world, true) },
    { weight: 3, arbitrary: requestOf(route, world, false) },
  );
}

/** Values of `right` with weight 1 - 1/rarity, else values of `wrong`. */
function mostly<T>(isClean: boolean, right: Arbitrary<T>, rarity: number, wrong: Arbitrary<T>): Arbitrary<T> {
  return isClean ? right : fc.oneof({ weight: rarity - 1, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

function requestOf(route: Route, world: World, isClean: boolean): Arbitrary<FuzzRequest> {
  const scope = `${route.method} ${route.path}`;
  const parts = {
    path: pathOf(route, world, isClean),
    query: queryOf(route, world, isClean),
    body: bodyOf(route, world, isClean),
    method: mostly<string>(isClean, fc.constant(route.method), 25, fc.constantFrom(...METHODS)),
    auth: mostly<AuthPlan>(isClean, fc.constant('valid'), 6, fc.constantFrom(...WRONG_AUTH)),
    contentType: mostly(isClean, fc.constant<string | null>('application/json'), 20, fc.constantFrom(...CONTENT_TYPES)),
    dice: fc.nat(),
  };
  return fc.record(parts).map(({ path, query, body, method, auth, contentType, dice }) => ({
    route: scope,
    auth,
    authNeeded: route.auth,
    method,
    target: query === '' ? path : `${path}?${query}`,
    contentType: body.bytes === null ? null : contentType,
    body: body.bytes,
    trader: body.trader,
    dice,
    isClean,
  }));
}

function pathOf(route: Route, world: World, isClean: boolean): Arbitrary<string> {
  const scope = `${route.method} ${route.path}`;
  const segments = route.path.split('/').map((segment): Arbitrary<string> => {
    if (!segment.startsWith(':')) return fc.constant(segment);
    const name = segment.slice(1);
    const schema = route.params?.properties[name];
    const right =
      schema === undefined
        ? fc.constant('1')
        : validValue(schema, world.pool, scope, name).map((value) => encoded(String(value)));
    return mostly(isClean, right, 4, fc.oneof(oddText.map(encoded), fc.constantFrom(...ODD_SEGMENTS)));
  });
  const right = fc.tuple(...segments).map((chosen) => chosen.join('/'));
  const wrong = right.chain((path) =>
    fc.constantFrom(`${path}/`, `/${path}`, path.toUpperCase(), `${path}/x`, `${path}%20`),
  );
  return mostly(isClean, right, 60, wrong);
}

function queryOf(route: Route, world: World, isClean: boolean): Arbitrary<string> {
  const scope = `${route.method} ${route.path}`;
  const required = new Set(route.query?.required ?? []);
  const fields = Object.entries(route.query?.properties ?? {}).map(([name, schema]): Arbitrary<string> => {
    const isRequired = required.has(name) && !('default' in schema);
    const names = [
      name,
      ...Object.entries(route.queryAliases ?? {}).flatMap(([alias, of]) => (of === name ? [alias] : [])),
    ];
    const value = validValue(schema, world.pool, scope, name).map((each) =>
      Array.isArray(each) ? each.join(',') : String(each),
    );
    const given = fc
      .tuple(fc.constantFrom(...names), mostly(isClean, value, 5, oddText))
      .map(([key, text]) => `${key}=${encoded(text)}`);
    const often = isRequired && isClean ? 0 : isRequired ? 1 : 6;
    return often === 0
      ? given
      : fc.oneof({ weight: 2, arbitrary: given }, { weight: often, arbitrary: fc.constant('') });
  });
  const more = mostly(
    isClean,
    fc.constant<readonly string[]>([]),
    6,
    fc.array(
      fc.oneof(
        fc.constantFrom(...ODD_QUERY_PARTS),
        fc.tuple(oddText, oddText).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
        fc
          .constantFrom('limit', 'offset', 'market', 'id', 'next_cursor')
          .chain((name) => fc.constantFrom(...ODD_TEXTS).map((text) => `${name}=${encoded(text)}`)),
      ),
      { maxLength: 3 },
    ),
  );
  return fc.tuple(fc.tuple(...fields), more).map(([chosen, others]) => {
    const parts = [...chosen, ...others].filter((part) => part !== '');
    return parts.join('&');
  });
}

/** Percent-encodes a text; a text that is not well-formed becomes three raw bytes. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

interface BodyPlan {
  readonly trader: number;
  readonly bytes: Buffer | null;
}

function bodyOf(route: Route, world: World, isClean: boolean): Arbitrary<BodyPlan> {
  if (route.body === undefined) {
    const nothing = fc.nat().map((trader): BodyPlan => ({ trader, bytes: null }));
    const something = fc
      .tuple(fc.nat(), oddText)
      .map(([trader, text]): BodyPlan => ({ trader, bytes: Buffer.from(text) }));
    return mostly(isClean || route.method === 'GET', nothing, 10, something);
  }
  const value = bodyValue(route, route.body, world);
  const right = value.map(({ trader, body }): BodyPlan => ({ trader, bytes: Buffer.from(jsonText(body)) }));
  if (isClean) return right;
  const changed = fc
    .tuple(value, change)
    .map(([{ trader, body }, each]): BodyPlan => ({ trader, bytes: Buffer.from(changedJson(body, each)) }));
  const broken = fc
    .tuple(value, breakBytes)
    .map(([{ trader, body }, breaking]): BodyPlan => ({ trader, bytes: breaking(Buffer.from(jsonText(body))) }));
  const large = fc
    .nat(40)
    .map(
      (dice): BodyPlan => ({ trader: dice, bytes: dice === 0 ? Buffer.alloc(256 * 1024 + 1, ' ') : Buffer.alloc(0) }),
    );
  const missing = fc.nat().map((trader): BodyPlan => ({ trader, bytes: null }));
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 10, arbitrary: changed },
    { weight: 3, arbitrary: broken },
    { weight: 1, arbitrary: large },
    { weight: 1, arbitrary: missing },
  );
}
