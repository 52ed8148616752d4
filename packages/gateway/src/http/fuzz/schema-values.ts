/**
 * Values that fit a schema, as fast-check arbitraries: values that exist in the venue, bounds, and other allowed
 * values.
 */
import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import type { Pool } from './pool.ts';

/** The part of JSON Schema that the contract uses. */
interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const ITEMS_MAX = 5;
const LENGTH_MAX = 60;
/** Largest number for fields that the schema does not bound. */
const NUMBER_MAX = 1_000_000;

/** Valid values of a field. `scope` and `name` identify the field: the pool is asked for `<scope> <name>` first. */
export function validValue(schema: TSchema, pool: Pool, scope: string, name = ''): Arbitrary<unknown> {
  return arbitraryOf(schema as Node, { pool, scope }, name);
}

interface Context {
  readonly pool: Pool;
  readonly scope: string;
}

function arbitraryOf(node: Node, context: Context, name: string): Arbitrary<unknown> {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, context, name)));
  switch (node.type) {
    case 'string':
      return text(node, context, name);
    case 'integer':
      return integer(node, context, name);
    case 'number':
      return number(node);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(node.items ?? {}, context, name), {
        minLength: node.minItems ?? 0,
        maxLength: Math.min(node.maxItems ?? ITEMS_MAX, Math.max(ITEMS_MAX, node.minItems ?? 0)),
      });
    case 'object':
      return object(node, context);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function object(node: Node, context: Context): Arbitrary<unknown> {
  const fields = Object.entries(node.properties ?? {});
  const [free] = Object.values(node.patternProperties ?? {});
  if (fields.length === 0 && free !== undefined) {
    return fc.dictionary(fc.string({ maxLength: 20 }), arbitraryOf(free, context, ''), { maxKeys: 3 });
  }
  const requiredKeys = (node.required ?? []).filter((key) => node.properties?.[key]?.default === undefined);
  return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, arbitraryOf(field, context, key)])), {
    requiredKeys,
  });
}

/** A value from the pool by field name; null if the pool has none. */
function known({ pool, scope }: Context, name: string, pattern?: string): Arbitrary<string | null> {
  return fc.nat().map((index) => pool.pick(`${scope} ${name}`, index, pattern) ?? pool.pick(name, index, pattern));
}

function text(node: Node, context: Context, name: string): Arbitrary<unknown> {
  const made = madeText(node);
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(known(context, name, node.pattern), made).map(([found, other]) => found ?? other),
    },
    { weight: 1, arbitrary: made },
  );
}

function madeText({ pattern, minLength = 0, maxLength = LENGTH_MAX }: Node): Arbitrary<string> {
  if (pattern !== undefined) {
    const known = MATCHING.get(pattern) ?? matching(pattern);
    MATCHING.set(pattern, known);
    return known;
  }
  const most = Math.max(minLength, Math.min(maxLength, LENGTH_MAX));
  return fc.oneof(
    fc.string({ minLength, maxLength: most }),
    fc.string({ minLength, maxLength: most, unit: 'grapheme' }),
    fc.constant('x'.repeat(Math.max(minLength, Math.min(maxLength, 3_000)))),
  );
}

/**
 * Arbitraries by pattern, each created once: inverting a pattern takes milliseconds, and a few patterns occur in many
 * places.
 */
const MATCHING = new Map<string, Arbitrary<string>>();

function matching(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // A pattern with look-ahead cannot be inverted: such fields rely on the pool.
    return fc.constantFrom('0', '1', 'a', 'no-such-thing');
  }
}

function integer({ minimum = 0, maximum = NUMBER_MAX }: Node, context: Context, name: string): Arbitrary<unknown> {
  const least = Math.max(minimum, Number.MIN_SAFE_INTEGER);
  const most = Math.min(maximum, Number.MAX_SAFE_INTEGER);
  const made = fc.oneof(
    fc.integer({ min: least, max: Math.min(most, least + 30) }),
    fc.integer({ min: Math.max(least, -0x7fffffff), max: Math.min(most, 0x7fffffff) }),
    fc.constantFrom(least, most),
  );
  return fc
    .tuple(known(context, name), made, fc.nat(3))
    .map(([found, other, dice]) =>
      found !== null && dice > 0 && /^[0-9]{1,15}$/.test(found) && Number(found) >= least && Number(found) <= most
        ? Number(found)
        : other,
    );
}

/** Numbers with at most 6 decimals, so that their text is a plain decimal. */
function number({ minimum = 0, maximum = NUMBER_MAX }: Node): Arbitrary<unknown> {
  const most = Math.min(maximum, NUMBER_MAX);
  return fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(most) }),
    fc.integer({ min: Math.ceil(minimum * 100), max: Math.floor(most * 100) }).map((hundredths) => hundredths / 100),
    fc.constantFrom(minimum, most),
  );
}
