/**
 * Closes the schemas of the contract for tests: an answer may have no field that its schema does not name. In the
 * contract they stay open, because clients must tolerate added fields.
 */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** Checks one value; null if it fits, else the place and the broken rule. */
export type StrictCheck = (value: unknown) => string | null;

/** Compiles a schema with every object closed, except for objects that declare themselves open. */
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
export function closed(schema: unknown): unknown {
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
  if (node['type'] === 'object' && 'properties' in node && !('additionalProperties' in node)) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

const NESTED: ReadonlySet<string> = new Set(['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'not']);

function each(schemas: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas as SchemaNode).map(([name, schema]) => [name, closed(schema)]));
}
