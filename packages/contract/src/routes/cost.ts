/**
 * What a request costs, declared by its route as data: the units that it counts in the rows of the cap table that count by
 * cost. A unit stands for a millisecond of CPU, so that what one client may use up is a part of a core whatever it asks for.
 */
import type { Type } from 'typebox';
import { readBoolean } from '../boolean-text.ts';

export interface Cost {
  /** Units of every request. */
  readonly base: number;
  /** Rows asked for by `limit` that one unit covers. */
  readonly rowsPerUnit?: number;
  /** `limit` is meant for each id of the list `market`, for both outcomes. */
  readonly rowsAreOfEachMarket?: true;
  /** Rows passed over by `offset` that one unit covers. */
  readonly offsetPerUnit?: number;
  /** Ids of the list `market` that one unit covers. */
  readonly idsPerUnit?: number;
  /** Bytes of the body that one unit covers. */
  readonly bytesPerUnit?: number;
  /** Markets in which the caller's account owns anything that one unit covers. */
  readonly ownedPerUnit?: number;
  /** More for some values of a field; `null`: for any value. */
  readonly extra?: readonly {
    readonly field: string;
    readonly values: readonly string[] | null;
    readonly units: number;
  }[];
}

/** What a cost is made from: fields as they came, not checked yet. */
export interface CostedRequest {
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes of the body, as far as they are known. */
  readonly bodyBytes: number;
  /** Markets in which the caller's account owns anything, where that is known. */
  readonly owned?: number;
}

interface Costed {
  readonly path: string;
  readonly cost?: Cost;
  readonly query?: Type.TObject;
}

interface Bounds {
  readonly type?: string;
  readonly maximum?: number;
  readonly default?: number;
}

const DIGITS = /^[0-9]{1,9}$/;

/**
 * Units of a request, whole and 0 or more. What its route will refuse counts as little as it costs: a number that is no
 * number as the least one, a list as long as it is.
 */
export function costOf({ cost, query: schema }: Costed, { query, bodyBytes, owned = 0 }: CostedRequest): number {
  if (cost === undefined) return 0;
  const fields = schema?.properties as Readonly<Record<string, Bounds>> | undefined;
  const markets = Math.max(1, itemsOf(query['market']));
  const rows = numberOf(query['limit'], fields?.['limit']) * (cost.rowsAreOfEachMarket === true ? 2 * markets : 1);
  let units = cost.base + bodyBytes * share(cost.bytesPerUnit) + rows * share(cost.rowsPerUnit);
  units += numberOf(query['offset'], fields?.['offset']) * share(cost.offsetPerUnit);
  units += owned * share(cost.ownedPerUnit);
  units += itemsOf(query['market']) * share(cost.idsPerUnit);
  for (const { field, values, units: more } of cost.extra ?? []) {
    const value = query[field];
    if (typeof value !== 'string') continue;
    const text = fields?.[field]?.type === 'boolean' ? String(readBoolean(value)) : value;
    if (values === null || values.includes(text)) units += more;
  }
  return Math.floor(units);
}

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

/** The cost in words, for documentation. */
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
  for (const { field, values, units } of cost.extra ?? []) {
    parts.push(`${units} with ${field}${values === null ? '' : ` ${values.join(' or ')}`}`);
  }
  return parts.join(', ');
}
