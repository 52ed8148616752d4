/**
 * Checks an answer against the contract: status and body by its route's schema, strictly, or an error that the route
 * documents, with the catalogue's status and text. Tests and the fuzzer check every answer they get.
 */
import {
  CATALOG_ROUTES,
  CatalogError,
  DATA_V2_PREFIX,
  DataV2Error,
  dataV2CodeOf,
  ERRORS,
  type ErrorCode,
  generalErrors,
  MARKET_BY_ID_FORM,
  MARKETS_CURSOR_FORM,
  PlainError,
  ROUTES,
  type Route,
  type Service,
} from '@bellwether/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export interface CheckedAnswer {
  readonly method: string;
  /** Request target with its query. */
  readonly url: string;
  /** Service whose own host or prefix the request was sent to, if any. */
  readonly service?: Service | null;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Describes how an answer breaks the contract: route, place in the body, rule. Null if it does not. */
export type AnswerCheck = (answer: CheckedAnswer) => string | null;

/** Errors that may occur on any path before a route is found or read. */
const UNROUTED_ERRORS: readonly ErrorCode[] = ['bad_request', 'route_not_found', 'method_not_allowed', 'members_only'];
const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';

interface KnownRoute {
  readonly route: Route;
  readonly pattern: RegExp;
}

/** Creates a checker; schemas are compiled when an answer first needs them. */
export function createAnswerCheck(routes: readonly Route[] = ROUTES): AnswerCheck {
  const known = routes.map((route): KnownRoute => ({ route, pattern: patternOf(route.path) }));
  // Paths without parameters take precedence.
  known.sort((first, second) => Number(first.route.path.includes(':')) - Number(second.route.path.includes(':')));
  const hasDataV2 = known.some(({ route }) => route.errorShape === 'data-v2');
  const schemas = new Map<unknown, StrictCheck>();
  const strict = (schema: TSchema): StrictCheck => {
    const check = schemas.get(schema) ?? compileStrict(schema);
    schemas.set(schema, check);
    return check;
  };

  return (answer) => {
    const route = findRoute(known, answer);
    const name = route === null ? `${answer.method} (no route)` : `${route.method} ${route.path}`;
    const problem = problemOf(answer, route, strict, hasDataV2);
    return problem === null ? null : `${name} answered ${answer.status}: ${problem} in ${answer.text.slice(0, 300)}`;
  };
}

/** The route that a request targets, in its right form; null if there is none. */
function findRoute(known: readonly KnownRoute[], { method, url, service }: CheckedAnswer): Route | null {
  const path = decoded(pathOf(url));
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = known.find(({ route, pattern }) => route.method === wanted && pattern.test(path))?.route ?? null;
  const isCursorForm = found?.path === CATALOG_ROUTES.markets.path && found.method === 'GET' && hasCursor(url);
  if (isCursorForm && service !== 'gamma') return MARKETS_CURSOR_FORM;
  const isCatalogForm = service === 'gamma' || (service !== 'clob' && BY_ID.test(path));
  return found?.path === CATALOG_ROUTES.market.path && isCatalogForm ? MARKET_BY_ID_FORM : found;
}

/** The path as the router decodes it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const BY_ID = /^\/markets\/[0-9]{1,15}$/;

/** The path without its query. A target may be an absolute URL, and the router takes a star for the root. */
function pathOf(url: string): string {
  const path = (url.split('?', 1)[0] ?? '').replace(/^https?:\/\/[^/]*/i, '');
  return path === '' || path === '*' ? '/' : path;
}

function hasCursor(url: string): boolean {
  const query = url.indexOf('?');
  return query >= 0 && new URLSearchParams(url.slice(query)).has('next_cursor');
}

/** Pattern of a path with `:name` for its parameters, which may be empty, as in the router. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]*')}$`);

type Strict = (schema: TSchema) => StrictCheck;

function problemOf(answer: CheckedAnswer, route: Route | null, strict: Strict, hasDataV2: boolean): string | null {
  const { method, status, text } = answer;
  if (method === 'OPTIONS' && status === 204) return text === '' ? null : 'a body after OPTIONS';
  const isSuccess = route !== null && status < 400;
  if (isSuccess && !(status in route.response)) return 'the status is not documented';
  if (method === 'HEAD') return text === '' ? null : 'a body after HEAD';
  if (isSuccess && isText(route)) return answer.contentType === JSON_TYPE ? 'JSON where text is documented' : null;
  if (isSuccess && answer.contentType === CSV_TYPE && /[?&]format=csv/.test(answer.url)) return null;
  if (answer.contentType !== JSON_TYPE) return `content type ${answer.contentType}`;
  const body = parse(text);
  if (body === undefined) return 'the body is no JSON';
  const schema = isSuccess ? route.response[status] : undefined;
  return schema === undefined ? errorProblem(answer, body, route, strict, hasDataV2) : strict(schema)(body);
}

/** True if the route's answer is not JSON: metrics for Prometheus, pages for people. */
const isText = (route: Route): boolean =>
  Object.values(route.response).every((schema) => 'type' in schema && schema.type === 'string' && !('const' in schema));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorProblem(
  answer: CheckedAnswer,
  body: unknown,
  route: Route | null,
  strict: Strict,
  hasDataV2: boolean,
): string | null {
  const isUnrouted = route === null || BEFORE_ROUTES.has(wordsOf(body));
  if (hasDataV2 && pathOf(answer.url).startsWith(DATA_V2_PREFIX)) {
    const misfit = strict(DataV2Error)(body);
    return misfit ?? undocumented(answer, body as DataV2Error, isUnrouted || route === null ? null : route);
  }
  const documented = isUnrouted ? UNROUTED_ERRORS : [...route.errors, ...generalErrors(route)];
  // The area of an undecodable path still follows from its beginning.
  const shape = (isUnrouted && wordsOf(body) !== BAD_PATH ? undefined : route?.errorShape) ?? 'plain';
  const misfit = strict(shape === 'catalog' ? CatalogError : PlainError)(body);
  if (misfit !== null) return misfit;
  const { error, code } = body as { readonly error: string; readonly code?: string };
  if (shape === 'ledger' && code !== undefined) return 'a code on a ledger route';
  if (shape === 'plain' && code === undefined) return 'the code is missing';
  const fits = documented.some(
    (each) =>
      (code === undefined || code === each) && ERRORS[each].status === answer.status && textPattern(each).test(error),
  );
  if (fits) return null;
  return `error ${code ?? `"${error}"`} is not one that the route documents (${documented.join(', ')})`;
}

/** Errors of the second data interface have few codes; the text tells which error of the catalogue it is. */
function undocumented({ status }: CheckedAnswer, { error, code }: DataV2Error, route: Route | null): string | null {
  const documented = route === null ? UNROUTED_ERRORS : [...route.errors, ...generalErrors(route)];
  const fits = documented.some(
    (each) => ERRORS[each].status === status && dataV2CodeOf(each) === code && textPattern(each).test(error),
  );
  return fits ? null : `error ${code} "${error}" is not one that the route documents (${documented.join(', ')})`;
}

/** Errors of requests that are refused before routing. */
const BAD_PATH = 'the path is not valid percent-encoding';
const BEFORE_ROUTES: ReadonlySet<unknown> = new Set([
  BAD_PATH,
  'an HTTP/1.1 request needs a Host header',
  'a request has one Host header',
]);

const wordsOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;

/** Pattern of a catalogue text with its values filled in. */
export function textPattern(code: ErrorCode): RegExp {
  const parts = ERRORS[code].text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(?!\\{\\w+\\}).+')}$`, 's');
}

interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** Checks one value; null if it fits, else the place and the broken rule. */
type StrictCheck = (value: unknown) => string | null;

/**
 * Compiles a schema with every object closed, except for objects that declare themselves open: an answer may have no
 * field that its schema does not name. In the contract they stay open, because clients must tolerate added fields.
 */
export function compileStrict(schema: TSchema): StrictCheck {
  const validator = Compile(closed(schema) as TSchema);
  return (value) => {
    if (validator.Check(value)) return null;
    const errors = validator.Errors(value);
    const problem = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0];
    if (problem === undefined) return 'the body: does not fit';
    const { instancePath, keyword, message, params } = problem;
    return `${instancePath === '' ? 'the body' : instancePath}: ${keyword}: ${message} ${JSON.stringify(params)}`;
  };
}

/** A copy with closed objects. Merged choices (`allOf`) cannot be closed one by one and stay open. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = schema as SchemaNode;
  if ('allOf' in node) return node;
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    // Field names are not keywords: the value under each name is a schema.
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'patternProperties') copy[keyword] = each(value);
    else copy[keyword] = NESTED.has(keyword) ? closed(value) : value;
  }
  if (node['type'] === 'object' && 'properties' in node && !('additionalProperties' in node))
    copy['additionalProperties'] = false;
  return copy;
}

const NESTED: ReadonlySet<string> = new Set(['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'not']);

const each = (schemas: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schemas as SchemaNode).map(([name, schema]) => [name, closed(schema)]));
