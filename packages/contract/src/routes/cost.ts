/**
 * Cost of a request, declared by its route as data: the units that it adds to the rows of the cap table that count by
 * cost. A unit represents a millisecond of CPU, so that a client can use only a fraction of a core, whatever it asks
 * for.
 */
import type { Type } from 'typebox';

export interface Cost {
  /** Units of each request. */
  readonly base: number;
  /** Rows asked for by `limit` per unit. */
  readonly rowsPerUnit?: number;
  /** True if `limit` applies to both outcomes of each market named. */
  readonly rowsAreOfEachMarket?: true;
  /** Rows skipped by `offset` per unit. */
  readonly offsetPerUnit?: number;
  /** Ids per unit in the lists that name markets: `market`, `condition`, `event_id` and `eventId`. */
  readonly idsPerUnit?: number;
  readonly bytesPerUnit?: number;
  /** Markets in which the caller's account owns anything, per unit. */
  readonly ownedPerUnit?: number;
  /** Additional units for some values of a field; `null`: for any value. Not if the field `unless` is there, too. */
  readonly extra?: readonly {
    readonly field: string;
    readonly values: readonly string[] | null;
    readonly units: number;
    readonly unless?: string;
  }[];
}

/** Inputs of a cost: fields as received, not validated yet. */
export interface CostedRequest {
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes of the body, as far as known. */
  readonly bodyBytes: number;
  /** Markets in which the caller's account owns anything, if known. */
  readonly owned?: number;
}

interface Costed {
  readonly path: string;
  readonly cost?: Cost;
  readonly query?: Type.TObject;
  readonly queryAliases?: Readonly<Record<string, string>>;
}

type Bounds = { readonly type?: string; readonly maximum?: number; readonly default?: number };

const DIGITS = /^[0-9]{1,9}$/;

/**
 * Units of a request, whole and 0 or more. Fields count under each of their names, and those that the route will refuse
 * count too: an invalid number as the smallest one, a list by its length.
 */
export function costOf(
  { cost, query: schema, queryAliases }: Costed,
  { query: sent, bodyBytes, owned = 0 }: CostedRequest,
): number {
  if (cost === undefined) return 0;
  const query = queryAliases === undefined ? sent : named(sent, queryAliases);
  const fields = schema?.properties as Readonly<Record<string, Bounds>> | undefined;
  const ids = ID_LISTS.reduce((sum, list) => sum + itemsOf(query[list]), 0);
  const rows =
    numberOf(query['limit'], fields?.['limit']) * (cost.rowsAreOfEachMarket === true ? 2 * Math.max(1, ids) : 1);
  let units = cost.base + bodyBytes * share(cost.bytesPerUnit) + rows * share(cost.rowsPerUnit);
  units += numberOf(query['offset'], fields?.['offset']) * share(cost.offsetPerUnit);
  units += owned * share(cost.ownedPerUnit);
  units += ids * share(cost.idsPerUnit);
  for (const { field, values, units: more, unless } of cost.extra ?? []) {
    const value = query[field];
    if (value === undefined || (unless !== undefined && query[unless] !== undefined)) continue;
    if (values === null) units += more;
    if (values === null || typeof value !== 'string') continue;
    const text = fields?.[field]?.type === 'boolean' ? String(readBoolean(value)) : value;
    if (values.includes(text)) units += more;
  }
  return Math.floor(units);
}

/** The fields by their names in the schema. */
const named = (sent: CostedRequest['query'], aliases: Readonly<Record<string, string>>): CostedRequest['query'] =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [aliases[name] ?? name, value]));

const ID_LISTS = ['market', 'condition', 'event_id', 'eventId'] as const;

const share = (perUnit: number | undefined): number => (perUnit === undefined ? 0 : 1 / perUnit);

function numberOf(given: string | readonly string[] | undefined, bounds: Bounds | undefined): number {
  if (given === undefined) return bounds?.default ?? 0;
  if (typeof given !== 'string' || !DIGITS.test(given)) return 0;
  return Math.min(Number(given), bounds?.maximum ?? Number.POSITIVE_INFINITY);
}

function itemsOf(given: string | readonly string[] | undefined): number {
  if (given === undefined) return 0;
  let items = 0;
  for (const text of typeof given === 'string' ? [given] : given) {
    items++;
    for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) items++;
  }
  return items;
}

export function costText(cost: Cost): string {
  const parts = [`${cost.base}`];
  const add = (perUnit: number | undefined, what: string): void => {
    if (perUnit !== undefined)
      parts.push(perUnit >= 1 ? `1 for each ${perUnit} ${what}` : `${1 / perUnit} for each of the ${what}`);
  };
  add(cost.rowsPerUnit, cost.rowsAreOfEachMarket === true ? 'rows asked for in all' : 'rows asked for');
  add(cost.offsetPerUnit, 'rows passed over');
  add(cost.idsPerUnit, 'markets named');
  add(cost.bytesPerUnit, 'bytes of the body');
  add(cost.ownedPerUnit, 'markets with a position');
  for (const { field, values, units, unless } of cost.extra ?? []) {
    const which = `${field}${values === null ? '' : ` ${values.join(' or ')}`}`;
    parts.push(`${units} with ${which}${unless === undefined ? '' : ` and no ${unless}`}`);
  }
  return parts.join(', ');
}

/** Booleans in query strings. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

/** Parses `true` and `false` in any case (Python writes `True`), and `1` and `0`; null for anything else. */
export function readBoolean(text: string): boolean | null {
  return BOOLEANS[text.toLowerCase()] ?? null;
}
