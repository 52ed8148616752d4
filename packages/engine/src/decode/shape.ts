/**
 * Shapes of JSON data: each returns the problem of a value, or null if it is of type `T`. A problem consists of the
 * path (`.order.side`) and the rule.
 */

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

interface Field {
  readonly name: string;
  readonly needed: boolean;
  readonly check: Shape<unknown>;
}

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
