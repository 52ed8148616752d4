/**
 * Closes the schemas of the contract for tests: an answer may have no field that its schema does not name. In the
 * contract they stay open, because a client must bear with fields that are added.
 */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** Checks one value; null when it fits, else where in it which rule is broken. */
export type StrictCheck = (value: unknown) => string | null;

/** Compiles a schema with every object in it closed that does not say that it is open. */
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

/** A copy in which objects are closed. Choices that are merged (`allOf`) cannot be closed one by one and stay open. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = schema as SchemaNode;
  if ('allOf' in node) return node;
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    // Names of fields are no keywords: what stands under each is a schema.
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'patternProperties') copy[keyword] = each(value);
    else copy[keyword] = NESTED.has(keyword) ? closed(value) : value;
  }
  if (node['type'] === 'object' && 'properties' in node && !('additionalProperties' in node)) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

const NESTED: ReadonlySet<string> = new Set(['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'not']);

function each(schemas: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas as SchemaNode).map(([name, schema]) => [name, closed(schema)]));
}
