/**
 * Refusals that follow from the route table: from a route's schemas, from how it is mounted, from the venue's mode, and
 * from what a code says of a field. Each changes the route's valid request, so a new route needs no row for them.
 */
import { ERRORS, type ErrorCode, type ErrorEntry, type Route } from '@bellwether/contract';
import { type Answer, Trader } from '../trader.ts';
import type { ErrorCase } from './error-case.ts';
import {
  askRoute,
  type Change,
  during,
  type ErrorVenue,
  inMode,
  MISSPELT_ADDRESS,
  UNKNOWN,
  VENUE_SECONDS,
  walletsOf,
} from './venue.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values that a code refuses, by field, in each route that lists the code; of its fields the first counts. */
const REFUSED: { readonly [Code in ErrorCode]?: Values | ((venue: ErrorVenue) => Values) } = {
  invalid_token_id: { token_id: '0x1', market: 'x' },
  token_id_missing: { token_id: undefined },
  no_orderbook: { token_id: UNKNOWN.token },
  fee_rate_not_found: { token_id: UNKNOWN.token },
  invalid_side: { side: 'both' },
  invalid_market: { condition_id: '0x12' },
  market_not_found: {
    ...{ token_id: UNKNOWN.token, condition_id: UNKNOWN.hash },
    ...{ conditionId: UNKNOWN.hash, conditionIds: [UNKNOWN.hash] },
  },
  event_not_found: { id: '999999' },
  slug_not_found: { slug: 'nowhere' },
  order_not_found: { id: UNKNOWN.hash },
  id_not_found: { id: '999999', user_address: UNKNOWN.address, address: UNKNOWN.address, condition_id: UNKNOWN.hash },
  invalid_cursor: { next_cursor: 'nonsense' },
  invalid_asset_type: { asset_type: 'GOLD' },
  invalid_signature_type: { signature_type: '9' },
  invalid_order_id: { id: '0x12', orderID: '0x12' },
  invalid_filters: { interval: 'x', fidelity: 'x', startTs: 'x', endTs: 'x' },
  invalid_notification_ids: { ids: ['two'] },
  route_not_found: { asset: 'none.js' },
  unknown_wallet: { wallet: UNKNOWN.address },
  amount_out_of_range: { amount: '0' },
  market_closed: ({ resolved }) => ({ conditionId: resolved.conditionId }),
  already_resolved: ({ resolved }) => ({ condition_id: resolved.conditionId }),
  wallet_not_owned: ({ bob }) => ({ wallet: bob.address }),
};

/** Their figures, where the route answers `details`. */
const FIGURES: { readonly [Code in ErrorCode]?: ErrorCase['details'] } = {
  market_not_found: { conditionId: UNKNOWN.hash },
  unknown_wallet: { wallet: UNKNOWN.address },
  wallet_not_owned: (venue) => ({ wallet: venue.bob.address, wallets: walletsOf(venue, venue.alice) }),
  amount_out_of_range: { field: 'amount', amount: '0', minimum: '1', maximum: '9000000000000000' },
  market_closed: ({ resolved }) => ({ conditionId: resolved.conditionId, status: 'resolved', since: VENUE_SECONDS }),
};

const MODES: { readonly [Code in ErrorCode]?: string } = {
  mode_disabled: 'disabled',
  mode_cancel_only: 'cancel_only',
  post_only_mode: 'post_only',
};

type Provoke = (venue: ErrorVenue, route: Route) => Promise<Answer>;
const whileBroken: Provoke = (venue, route) => during(venue.stack.reader, 'broken', () => askRoute(venue, route));
const whileIn =
  (mode: 'disabled' | 'cancel_only' | 'post_only'): Provoke =>
  (venue, route) =>
    // A batch that is none is refused as a whole; otherwise each order has its own answer.
    inMode(venue, mode, () => askRoute(venue, route, route.path === '/orders' ? { body: {} } : {}));

/** A valid request that is refused: in a state of the venue, or from a client without the right. */
const IN_STATE: { readonly [Code in ErrorCode]?: Provoke } = {
  mode_disabled: whileIn('disabled'),
  mode_cancel_only: whileIn('cancel_only'),
  post_only_mode: whileIn('post_only'),
  ledger_internal: whileBroken,
  market_internal: whileBroken,
  ip_not_allowlisted: (venue, route) => askRoute(venue, route, {}, { stack: venue.restricted }),
  unauthenticated: (venue, route) => askRoute(venue, { ...route, auth: 'none' }),
  invalid_api_key: async (venue, route) => {
    const trader = await Trader.open(venue.stack, '7', venue.stack.exchange.state.apiKeys.size);
    await trader.send('DELETE', '/auth/api-key');
    return askRoute(venue, route, {}, trader);
  },
};

/** A schema's rule that a request breaks, and how the refusal names it. */
interface Breach {
  readonly kind: 'unknown' | 'missing' | 'malformed' | 'misspelt';
  readonly place: 'path' | 'query' | 'body';
  readonly field: string;
  readonly change: Change;
  readonly text: RegExp;
}

const ADDRESSES = ['user', 'wallet', 'address', 'user_address'];
/** Bodies that are records of the catalogue: their parser names every field as a bad request. */
const CATALOGUE = /^\/admin\/(?:tags|series|events|markets)(?:\/:\w+)?$/;

/** Parts of JSON Schema that breaches are made from. */
interface Shape {
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

interface Field {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly items?: Field;
}

/** A value as text that a field of a path or query refuses, and what the refusal says; null if it takes every text. */
function refusedText({ type, minimum, maximum, pattern, items, ...field }: Field): readonly [string, string] | null {
  if (type === 'array') return items === undefined ? null : refusedText(items);
  if (field.enum !== undefined) return ['nonsense', `must be one of ${field.enum.join(', ')}`];
  if (type === 'boolean') return ['maybe', 'must be true or false'];
  if (maximum !== undefined) return [String(maximum + 1), `must be in ${minimum}..${maximum}`];
  if (type === 'integer' || type === 'number') return ['one', 'must be '];
  return pattern === undefined || new RegExp(pattern).test('x!') ? null : ['x!', 'is malformed: expected '];
}

const fieldsOf = (schema: Shape | undefined): [string, Field][] => Object.entries(schema?.properties ?? {});
const quoted = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** Schema of the body, or of its items if it is a list. */
function bodyOf({ body }: Route): [schema: Shape | undefined, isList: boolean] {
  const shape = body as Shape | undefined;
  return [shape?.items ?? shape, shape?.items !== undefined];
}

const hasField = (route: Route, name: string): boolean =>
  [route.params, route.query, bodyOf(route)[0]].some((schema) => name in (schema?.properties ?? {}));

/** All single breaches of a route's schemas. */
function breachesOf(route: Route): Breach[] {
  const found: Breach[] = [];
  // Each order of a batch has its own answer, and a builder key covers the body.
  if ((route.path === '/orders' && route.method === 'POST') || route.auth === 'builder') return found;
  const add = (kind: Breach['kind'], place: Breach['place'], field: string, to: unknown, text: RegExp) =>
    found.push({ kind, place, field, change: { set: { [field]: to } }, text });
  const misspelt = (place: Breach['place'], name: string) =>
    ADDRESSES.includes(name) &&
    add('misspelt', place, name, MISSPELT_ADDRESS, new RegExp(`${name} has a wrong checksum`));

  for (const [name] of fieldsOf(route.params)) {
    if (!/slug|asset/.test(name)) add('malformed', 'path', name, 'x!', new RegExp(name));
    misspelt('path', name);
  }
  // Signatures do not cover queries.
  const query = route.method === 'GET' || route.auth === 'admin' ? route.query : undefined;
  for (const [name, field] of fieldsOf(query)) {
    const [value, says = ''] = refusedText(field) ?? [];
    if (value !== undefined) add('malformed', 'query', name, value, new RegExp(`${name} ${quoted(says)}`));
    misspelt('query', name);
    if (query?.required?.includes(name) && field.default === undefined)
      add('missing', 'query', name, undefined, new RegExp(`${name} is required$|: ${name}$`));
  }
  if (route.method === 'GET') add('unknown', 'query', 'colour', 'red', /(unknown parameter|unknown_field): colour$/);
  const [item, isList] = bodyOf(route);
  const wrong = { kind: 'malformed', place: 'body', field: '', change: { body: isList ? {} : [] } } as const;
  if (route.body !== undefined && 'type' in route.body)
    found.push({ ...wrong, text: isList ? /the body must be array$/ : /./ });
  for (const [name, { pattern }] of fieldsOf(item)) {
    const named = new RegExp(`\\b${name}\\b`);
    add('malformed', 'body', name, [[]], named);
    if (pattern !== undefined && !new RegExp(pattern).test('x!')) add('malformed', 'body', name, 'x!', named);
    if (item?.required?.includes(name)) add('missing', 'body', name, undefined, named);
    misspelt('body', name);
  }
  if (fieldsOf(item).length > 0)
    add('unknown', 'body', 'colour', 'red', /unknown field "(\[0\]\.)?colour"$|colour: unknown field$/);
  return found;
}

/** Codes of breaches, the most special first. */
const OF_QUERY: readonly ErrorCode[] = ['invalid_order_params', 'invalid_trade_params', 'bad_request'];
const OF_BODY: readonly ErrorCode[] = ['invalid_order_payload', 'invalid_payload', 'bad_request'];
const OF_PATH: readonly ErrorCode[] = ['invalid_payload', 'bad_request'];

/** The code of a breach, of those that the route lists; null if a code of `REFUSED` is about that field. */
function codeOf({ errors, errorShape, method, path }: Route, { kind, place, field }: Breach): ErrorCode | null {
  if (errorShape === 'ledger' && kind === 'unknown') return 'unknown_field';
  if (errorShape === 'ledger' && kind === 'missing') return 'missing_field';
  const isOther = (code: ErrorCode) =>
    /^invalid|missing$|^event_not_found$/.test(code) && field in ((REFUSED[code] as object) ?? {});
  if (kind !== 'misspelt' && errors.some(isOther)) return null;
  const isOfRecord = CATALOGUE.test(path) && place === 'body' && field !== '';
  if (isOfRecord || (kind === 'misspelt' && errors.includes('bad_request'))) return 'bad_request';
  const codes = place === 'body' ? OF_BODY : place === 'path' && method === 'GET' ? OF_PATH : OF_QUERY;
  return codes.find((code) => errors.includes(code)) ?? null;
}

/** Cases of an error of a route: the example, if it has one, and those that follow from the table. */
export function casesOf(route: Route, code: ErrorCode, example?: ErrorCase): readonly ErrorCase[] {
  if (example !== undefined) return [example, ...breachCases(route, code)];
  const entry: ErrorEntry = ERRORS[code];
  const retry = entry.retryAfterSeconds === undefined ? {} : { retryAfter: entry.retryAfterSeconds };
  const provoke = IN_STATE[code];
  if (provoke !== undefined) {
    const mode = MODES[code];
    return [{ ...retry, ...(mode !== undefined && { details: { mode } }), provoke }];
  }
  const refused = REFUSED[code];
  if (refused !== undefined) {
    const change = (venue: ErrorVenue): Change => {
      const values = typeof refused === 'function' ? refused(venue) : refused;
      const name = Object.keys(values).find((field) => hasField(route, field)) ?? '';
      return { set: { [name]: values[name] } };
    };
    const figures = route.auth === 'l2' ? FIGURES[code] : undefined;
    return [{ ...(figures && { details: figures }), provoke: (venue) => askRoute(venue, route, change(venue)) }];
  }
  return breachCases(route, code);
}

const breachCases = (route: Route, code: ErrorCode): ErrorCase[] =>
  breachesOf(route).flatMap(({ change, text, ...breach }) => {
    if (codeOf(route, { change, text, ...breach }) !== code) return [];
    const fields = route.errorShape === 'data-v2' ? { fields: { parameter: breach.field } } : {};
    return [{ text, ...fields, provoke: (venue: ErrorVenue) => askRoute(venue, route, change) }];
  });
