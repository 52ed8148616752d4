/** Calls to make so that each option of a client is given once, and each value of a closed set too. */
import type { Call, Fields, Shape } from './typings.ts';

export interface Case {
  /** The method and the option, as in `listTrades request.side=BUY`; the method alone without options. */
  readonly name: string;
  readonly method: string;
  readonly args: () => Promise<unknown[]>;
}

/**
 * Values by option: at `method.parameter.field`, or at the last name for every method. One at a full name stands in for
 * all values that the typings allow there.
 */
export type Values = Readonly<Record<string, () => unknown>>;
/** Fields to give together with any option of an object, at `method.parameter`; arguments of one case, at its name. */
export type Companions = Readonly<Record<string, () => object | Promise<object>>>;

interface Variant {
  readonly path: string;
  readonly make: () => unknown;
}

export function casesOf({ method, parameters }: Call, values: Values, companions: Companions): Case[] {
  const at = (path: string): string => `${method}${path}`;

  const ofShape = (shape: Shape, path: string): Variant[] => {
    if (shape.kind === 'choice' && shape.of.length === 0) return [];
    const full = values[at(path)];
    if (full !== undefined && shape.kind !== 'list') return [{ path, make: as(shape, full) }];
    switch (shape.kind) {
      case 'values':
        return [...new Set(shape.values)].map((value) => ({ path: `${path}=${value}`, make: () => value }));
      case 'list':
        return ofShape(shape.of, path).map(({ path: of, make }) => ({ path: of, make: async () => [await make()] }));
      case 'choice':
        return unlike(shape.of.flatMap((each, form) => formed(each, form, path, ofShape(each, path))));
      case 'fields':
        return ofFields(shape.fields, path);
      case 'named': {
        const last = path.split('.').at(-1) ?? '';
        const make = values[last] ?? values[`<${shape.name}>`];
        if (make === undefined) throw new Error(`no value for ${at(path)}, which is ${shape.name}`);
        return [{ path, make: as(shape, make) }];
      }
    }
  };

  const ofFields = (fields: Fields, path: string): Variant[] => {
    const each = [...fields].map(([name, field]) => ({
      name,
      ...field,
      variants: ofShape(field.shape, `${path}.${name}`),
    }));
    const base = async (): Promise<Record<string, unknown>> => {
      const made: Record<string, unknown> = { ...(await companions[at(path)]?.()) };
      for (const { name, optional, variants } of each) if (!optional) made[name] ??= await variants[0]?.make();
      return made;
    };
    const others = each.flatMap(({ name, optional, variants }) =>
      (optional ? variants : variants.slice(1))
        .filter(({ path: own }) => own !== `${path}.${name}{}`)
        .map((one) => ({
          path: one.path,
          make: async () => ({ ...(await base()), [name]: await one.make() }),
        })),
    );
    // An object without known options is none itself.
    return [{ path: each.length === 0 ? `${path}{}` : path, make: base }, ...others];
  };

  const named = ofFields(parameters, '').map(({ path, make }) => ({
    name: `${method} ${path.replace('{}', '').slice(1)}`.trim(),
    make,
  }));
  return named.map(({ name, make }) => ({
    name,
    method,
    args: async () => {
      const made: Record<string, unknown> = { ...((await make()) as object), ...(await companions[name]?.()) };
      const list = [...parameters.keys()].map((name) => made[name]);
      return list.slice(0, list.findLastIndex((one) => one !== undefined) + 1);
    },
  }));
}

/** The value as the type that is asked for: clients take ids as numbers or as text. */
function as(shape: Shape, make: () => unknown): () => unknown {
  const type = shape.kind === 'named' ? shape.name : '';
  const to = type === 'string' ? String : type === 'number' ? Number : type === 'bigint' ? BigInt : null;
  return to === null ? make : async () => to((await make()) as never);
}

/** Names a further form of an object by the fields that it requires, as in `request{slug}`. */
function formed(shape: Shape, form: number, path: string, variants: readonly Variant[]): readonly Variant[] {
  const [base, ...others] = variants;
  if (shape.kind !== 'fields' || form === 0 || base === undefined) return variants;
  const required = [...shape.fields].filter(([, { optional }]) => !optional).map(([name]) => name);
  return [{ ...base, path: `${path}{${required}}` }, ...others];
}

/** Variants of one path each once: forms of a union that differ in a type only are the same option. */
const unlike = (variants: readonly Variant[]): Variant[] =>
  [...new Map(variants.toReversed().map((one) => [one.path, one])).values()].toReversed();
