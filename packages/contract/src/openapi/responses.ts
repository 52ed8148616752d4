/**
 * The answers of a route: its success with headers and example, and every error by status, in the route's error shape.
 */
import { DATA_V2_PREFIX, DataV2Error } from '../data-v2/error.ts';
import { ERRORS, type ErrorCode, type ErrorShape } from '../errors.ts';
import type { RouteExample } from '../examples/examples.ts';
import { generalErrors } from '../general-errors.ts';
import { isWrite } from '../idempotency.ts';
import type { JsonObject } from '../json.ts';
import type { Route } from '../routes/route.ts';
import { CatalogError, PlainError } from '../schemas/common.ts';
import { errorExample, RETRY_STATUSES } from './error-examples.ts';
import type { RouteForm } from './parameters.ts';
import type { SchemaWriter } from './schemas.ts';

const JSON_TYPE = 'application/json';

const FILE_TYPES = ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet'];

/** The only answers that are not JSON, with their media types. */
const TEXT_TYPES: Readonly<Record<string, readonly string[]>> = {
  '/metrics': ['text/plain'],
  '/status': ['text/plain'],
  '/admin/export/:what': FILE_TYPES,
  '/account/export/:what': FILE_TYPES,
  '/feeds/atom/events.atom': ['application/atom+xml'],
  '/feeds/atom/results.atom': ['application/atom+xml'],
  '/docs': ['text/html'],
  '/docs/:asset': ['text/css', 'text/javascript', 'image/png'],
};

/** Headers of success that only a single route has. */
const OWN_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'GET /trades': ['NextCursor'],
  'GET /builder/trades': ['NextCursor'],
};

/** Errors raised before the route's error shape applies: always `{error, code}`. */
const UNROUTED: readonly ErrorCode[] = [
  'method_not_allowed',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
];

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Added',
  304: 'Not changed since it was sent',
  308: 'Asked for at another address, which `Location` names',
  400: 'The request is wrong',
  401: 'Not allowed: who is asking is not proven',
  403: 'Not allowed to this account',
  404: 'Not found',
  405: 'Another method on this path; `Allow` names those that there are',
  408: 'The request took too long to arrive',
  409: 'In conflict with what there is',
  413: 'The body is too large',
  415: 'The body is no JSON, or compressed',
  422: 'The `Idempotency-Key` was used for another request',
  417: '`Expect` asks for something other than 100-continue',
  429: 'Over a cap; `Retry-After` says when there is room again',
  431: 'The headers are too large',
  500: 'A fault of the venue; the id finds it in the operator’s log',
  503: 'Not now',
};

export function responsesOf(
  forms: readonly RouteForm[],
  example: RouteExample | undefined,
  schemas: SchemaWriter,
): JsonObject {
  const responses: Record<string, JsonObject> = {};
  const [first] = forms;
  if (first === undefined) return responses;
  for (const status of Object.keys(first.route.response)) responses[status] = success(forms, status, example, schemas);
  const byStatus = errorsByStatus(forms);
  for (const [status, errors] of [...byStatus].sort(([one], [other]) => one - other)) {
    responses[String(status)] = sharedOrOwn(status, errors, schemas);
  }
  return responses;
}

function success(
  forms: readonly RouteForm[],
  status: string,
  example: RouteExample | undefined,
  schemas: SchemaWriter,
): JsonObject {
  const route = forms[0]?.route;
  const written = forms.flatMap((form) => {
    const schema = form.route.response[Number(status)];
    return schema === undefined ? [] : [{ form, schema: schemas.write(schema) }];
  });
  const [only] = written;
  const schema: JsonObject =
    written.length === 1 && only !== undefined ? only.schema : { oneOf: written.map((each) => each.schema) };
  const examples = Object.fromEntries(
    Object.entries(example?.responses ?? {}).map(([name, value]) => [name, { summary: name, value }]),
  );
  const types = TEXT_TYPES[route?.path ?? ''];
  const content: JsonObject =
    types === undefined
      ? { [JSON_TYPE]: { schema, examples } }
      : Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  return { description: MEANINGS[Number(status)] ?? 'Success', headers: headersOf(route), content };
}

function headersOf(route: Route | undefined): JsonObject {
  if (route === undefined) return {};
  const names = [
    ...(route.caps.length > 0 ? ['RateLimit', 'RateLimitPolicy'] : []),
    // Reads that count in `work` read rows.
    ...(route.caps.includes('work') && route.method === 'GET' ? ['ReadSequence'] : []),
    ...(isWrite(route) ? ['IdempotentReplayed'] : []),
    ...(route.path.startsWith(DATA_V2_PREFIX) ? ['TraceId'] : []),
    ...(OWN_HEADERS[`${route.method} ${route.path}`] ?? []),
  ];
  return refer(names);
}

type ShownError = { readonly code: ErrorCode; readonly shape: ErrorShape; readonly form: string | undefined };

function errorsByStatus(forms: readonly RouteForm[]): Map<number, ShownError[]> {
  const byStatus = new Map<number, ShownError[]>();
  const add = (code: ErrorCode, shape: ErrorShape, form: string | undefined): void => {
    const { status } = ERRORS[code];
    const known = byStatus.get(status) ?? [];
    if (known.some((error) => error.code === code && error.shape === shape)) return;
    byStatus.set(status, [...known, { code, shape, form }]);
  };
  for (const { route, name } of forms) {
    for (const code of [...route.errors, ...generalErrors(route)]) add(code, route.errorShape, name);
  }
  const isDataV2 = forms.some(({ route }) => route.errorShape === 'data-v2');
  for (const code of UNROUTED) add(code, isDataV2 && code === 'method_not_allowed' ? 'data-v2' : 'plain', undefined);
  return byStatus;
}

interface SharedErrors {
  /** Component name, without the suffix of its error shape. */
  readonly name: string;
  readonly codes: readonly ErrorCode[];
}

/** Errors of a status that many routes have in common. */
const SHARED: readonly SharedErrors[] = [
  { name: 'MethodNotAllowed', codes: ['method_not_allowed'] },
  { name: 'RequestTimeout', codes: ['request_timeout'] },
  { name: 'ExpectationFailed', codes: ['expectation_failed'] },
  { name: 'HeadersTooLarge', codes: ['headers_too_large'] },
  { name: 'UnsupportedMediaType', codes: ['unsupported_content_encoding', 'unsupported_media_type'] },
  { name: 'TooManyRequests', codes: ['rate_limited'] },
  { name: 'Unavailable', codes: ['unavailable'] },
  { name: 'InternalError', codes: ['internal'] },
  { name: 'LedgerInternalError', codes: ['ledger_internal'] },
  { name: 'InvalidAdminToken', codes: ['invalid_admin_token'] },
  { name: 'TooManyGuesses', codes: ['too_many_guesses'] },
];
const SUFFIXES: Readonly<Record<ErrorShape, string>> = {
  plain: '',
  catalog: 'InCatalog',
  ledger: 'InLedger',
  'data-v2': 'InDataV2',
};

/** A reference if the errors of a status are shared and have one shape; otherwise written out. */
function sharedOrOwn(status: number, errors: readonly ShownError[], schemas: SchemaWriter): JsonObject {
  const shape = errors[0]?.shape ?? 'plain';
  const codes = errors.map(({ code }) => code).join(' ');
  const shared = SHARED.find((known) => known.codes.join(' ') === codes);
  return shared === undefined || errors.some((error) => error.shape !== shape)
    ? failure(status, errors, schemas)
    : { $ref: `#/components/responses/${shared.name}${SUFFIXES[shape]}` };
}

export function sharedResponses(schemas: SchemaWriter): JsonObject {
  const shapes: readonly ErrorShape[] = ['plain', 'catalog', 'ledger', 'data-v2'];
  const all = SHARED.flatMap(({ name, codes }) =>
    shapes.map((shape): [string, JsonObject] => {
      const errors = codes.map((code): ShownError => ({ code, shape, form: undefined }));
      return [name + SUFFIXES[shape], failure(ERRORS[codes[0] as ErrorCode].status, errors, schemas)];
    }),
  );
  return Object.fromEntries(all);
}

const SHAPES: Readonly<Record<ErrorShape, (schemas: SchemaWriter) => JsonObject>> = {
  plain: (schemas) => schemas.write(PlainError),
  catalog: (schemas) => schemas.write(CatalogError),
  ledger: () => ({ $ref: '#/components/schemas/LedgerError' }),
  'data-v2': (schemas) => schemas.write(DataV2Error),
};

/** Errors with the ledger's own texts: `{error}` alone. */
export const LEDGER_ERROR: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', description: 'what was wrong; the interface states the texts' } },
  additionalProperties: false,
};

function failure(status: number, errors: readonly ShownError[], schemas: SchemaWriter): JsonObject {
  const shapes = [...new Set(errors.map(({ shape }) => shape))].map((shape) => SHAPES[shape](schemas));
  const [only] = shapes;
  const codes = [...new Set(errors.map(({ code }) => code))];
  const names = [
    ...(RETRY_STATUSES.has(status) ? ['RetryAfter'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...(status === 401 ? ['WwwAuthenticate'] : []),
  ];
  return {
    description: `${MEANINGS[status] ?? 'Refused'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: refer(names),
    content: {
      [JSON_TYPE]: {
        schema: shapes.length === 1 && only !== undefined ? only : { anyOf: shapes },
        examples: Object.fromEntries(
          errors.map(({ code, shape, form }) => [
            form === undefined || shapes.length === 1 ? code : `${code} (${form})`,
            { summary: code, value: errorExample(code, shape) },
          ]),
        ),
      },
    },
  };
}

function refer(names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [HEADER_NAMES[name] ?? name, { $ref: `#/components/headers/${name}` }]),
  );
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  NextCursor: 'x-next-cursor',
  ReadSequence: 'x-read-sequence',
  TraceId: 'x-trace-id',
  Allow: 'Allow',
  WwwAuthenticate: 'WWW-Authenticate',
};

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
});

export const HEADERS: JsonObject = {
  RateLimit: text(
    'what is left of the tightest cap that counts this request, and seconds until there is more',
    '"trades";r=149;t=10',
  ),
  RateLimitPolicy: text('the caps that count this request: requests `q` in `w` seconds', '"trades";q=150;w=10'),
  RetryAfter: {
    description: 'seconds after which a retry makes sense',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  NextCursor: text('cursor of the next page; `LTE=` after the last', 'MzAw'),
  ReadSequence: text('sequence of the last journal entry that the rows of this answer show; all show the same', '128'),
  TraceId: text('id of the answer, the same in the body of an error', '5f0c2c4e7d7e4d0b9a580d1f5a2f9c11'),
  IdempotentReplayed: text(
    '`true`: the answer of an earlier request with this key or signature; nothing was done again',
    'true',
  ),
  Allow: text('methods that this path has', 'GET, HEAD, OPTIONS'),
  WwwAuthenticate: text('`Bearer` for the operator’s token, `Bellwether` for the signed headers', 'Bellwether'),
};
