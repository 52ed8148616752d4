/**
 * Shapes of JSON data: each returns the problem of a value, or null if it is of type `T`. A problem consists of the
 * path (`.order.side`) and the rule.
 */
import type { CommentId } from '../community/definition.ts';
import {
  type Address,
  type ConditionId,
  isAddress,
  isConditionId,
  isMicros,
  isOrderId,
  isTokenId,
  type Micros,
  type OrderId,
  type TokenId,
} from '../units/units.ts';

declare const checked: unique symbol;

export type Shape<T> = ((value: unknown) => string | null) & { readonly [checked]?: (value: T) => T };

/** A field that may be missing; never `undefined` in JSON. */
export interface Optional<T> {
  readonly optional: Shape<T>;
}

/** A shape for every field of `T`: a missing shape or one of another type does not compile. */
export type Fields<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name> ? Optional<Exclude<T[Name], undefined>> : Shape<T[Name]>;
};

export function shape<T>(rule: string, holds: (value: unknown) => boolean): Shape<T> {
  const problem = ` must be ${rule}`;
  return (value) => (holds(value) ? null : problem);
}

function textual<T extends string>(rule: string, holds: (value: string) => boolean): Shape<T> {
  return shape(rule, (value) => typeof value === 'string' && holds(value));
}

export function optional<T>(inner: Shape<T>): Optional<T> {
  return { optional: inner };
}

export function nullable<T>(inner: Shape<T>): Shape<T | null> {
  return (value) => (value === null ? null : inner(value));
}

export function oneOf<const T extends string | number | boolean>(...values: readonly T[]): Shape<T> {
  return shape(`one of ${values.join(', ')}`, (value) => (values as readonly unknown[]).includes(value));
}

/** One of several objects, discriminated by `kind`. */
export function byKind<T extends { readonly kind: string }>(
  shapes: {
    readonly [Kind in T['kind']]: Shape<Extract<T, { readonly kind: Kind }>>;
  },
): Shape<T> {
  const known = new Map<unknown, Shape<unknown>>(Object.entries(shapes));
  return (value) => {
    const inner = isPlain(value) ? known.get(value['kind']) : undefined;
    return inner === undefined ? `.kind must be one of ${[...known.keys()].join(', ')}` : inner(value);
  };
}

/** Without `itemsMax`, `decide` checks the length of the list. */
export function list<T>(item: Shape<T>, itemsMax = Number.POSITIVE_INFINITY): Shape<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return ' must be a list';
    if (value.length > itemsMax) return ` must have at most ${itemsMax} items`;
    for (let index = 0; index < value.length; index++) {
      const problem = item(value[index]);
      if (problem !== null) return `.${index}${problem}`;
    }
    return null;
  };
}

export function pair<T>(item: Shape<T>): Shape<readonly [T, T]> {
  const items = list(item);
  return (value) => (Array.isArray(value) && value.length !== 2 ? ' must have two items' : items(value));
}

/** An object with all required fields and no unknown ones. */
export function object<T extends object>(fields: Fields<T>): Shape<T> {
  return closed(fields, true);
}

/** An object with any of the fields and no unknown ones. */
export function partial<T extends object>(fields: Fields<T>): Shape<Partial<T>> {
  return closed(fields, false) as Shape<unknown> as Shape<Partial<T>>;
}

type Field = { readonly name: string; readonly needed: boolean; readonly check: Shape<unknown> };

function closed<T extends object>(fields: Fields<T>, needed: boolean): Shape<T> {
  const list: readonly Field[] = Object.entries(fields as Record<string, Shape<unknown> | Optional<unknown>>).map(
    ([name, field]) =>
      typeof field === 'function' ? { name, needed, check: field } : { name, needed: false, check: field.optional },
  );
  const names: ReadonlySet<string> = new Set(list.map(({ name }) => name));
  return (value) => {
    if (!isPlain(value)) return ' must be an object';
    let found = 0;
    for (const { name, needed, check } of list) {
      // No field has the name of a property that every object inherits.
      const inner = value[name];
      if (inner === undefined && !needed) continue;
      const problem = inner === undefined ? ' is missing' : check(inner);
      if (problem !== null) return `.${name}${problem}`;
      found++;
    }
    const given = Object.keys(value);
    return given.length === found ? null : ` has an unknown field: ${given.find((name) => !names.has(name))}`;
  };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any JSON object with at most `depthMax` levels: code that serialises it works level by level. */
export function freeForm(depthMax: number): Shape<Readonly<Record<string, unknown>>> {
  return (value) => {
    if (!isPlain(value)) return ' must be an object';
    return isShallow(value, depthMax) ? null : ` must be nested at most ${depthMax} levels deep`;
  };
}

function isShallow(value: unknown, depthMax: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depthMax > 0 && Object.values(value).every((inner) => isShallow(inner, depthMax - 1));
}

/** JSON can express infinite numbers, and a negative zero, which changes when it is written. */
const isNumber = (value: unknown): value is number => Number.isFinite(value) && !Object.is(value, -0);
const isCount = (value: unknown): value is number => isNumber(value) && Number.isSafeInteger(value) && value >= 0;

export const text: Shape<string> = shape('a text', (value) => typeof value === 'string');
export const flag: Shape<boolean> = shape('true or false', (value) => typeof value === 'boolean');
export const count: Shape<number> = shape('a whole number of 0 or more', isCount);
/** Any number, or one whose range `decide` checks. */
export function figure<T extends number>(): Shape<T> {
  return shape('a finite number', isNumber);
}

export const quantity: Shape<number> = figure();

/** Any index or public number: `decide` checks whether it exists. */
export function id<Id extends number>(): Shape<Id> {
  return shape('a whole number of 0 or more', isCount);
}

export const commentId: Shape<CommentId> = shape('a number from 1', (value) => isCount(value) && value >= 1);

/** An amount whose bounds `decide` checks, with its own refusal. */
export const amount: Shape<Micros> = shape('a whole number of micros', isCount);
/** An amount that `decide` does not check. */
export const balance: Shape<Micros> = shape('an amount in micros', (value) => isCount(value) && isMicros(value));

export const address: Shape<Address> = textual('a lower-case address', isAddress);
export const orderId: Shape<OrderId> = textual('an order id', isOrderId);
export const conditionId: Shape<ConditionId> = textual('a condition id', isConditionId);
export const tokenId: Shape<TokenId> = textual('a token id', isTokenId);

const SIGNATURE_KEY = /^§[A-Za-z0-9_-]{43}$/;
export const signatureKeyForm: Shape<string> = textual('the key of a signature', (value) => SIGNATURE_KEY.test(value));
/** Chosen by the client; the visible characters of HTTP. */
const REQUEST_KEY = /^[\x21-\x7e]{1,128}$/;
export const requestKey: Shape<string> = textual(
  '1 to 128 printable characters',
  (value) => REQUEST_KEY.test(value) || SIGNATURE_KEY.test(value),
);
const REQUEST_HASH = /^[0-9a-f]{32}$/;
export const requestHash: Shape<string> = textual('32 hex digits', (value) => REQUEST_HASH.test(value));

/** Ids that clients or the gateway generate: printable, and short enough to be stored by the million. */
const NAME = /^[\x21-\x7e]{0,128}$/;
export const name: Shape<string> = textual('at most 128 printable characters', (value) => NAME.test(value));
