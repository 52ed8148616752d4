/**
 * Converts schemas of the contract into schemas of the API description: shared ones become references to components,
 * and constructs that client generators do not understand are written in the usual way. Never changes what a schema
 * accepts.
 */
import type { Json, JsonObject } from '../json.ts';
import * as SCHEMAS from '../schemas/index.ts';

const COMPONENTS = '#/components/schemas/';
/** Key pattern of a record with arbitrary keys in JSON Schema. */
const ANY_KEY = '^.*$';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const OF_ONE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains']);
const OF_MANY: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

export interface SchemaWriter {
  /** Returns the schema with named schemas replaced by references to components. */
  write(schema: object): JsonObject;
  /** Returns the schema with everything written out, for parameters. */
  inline(schema: object): JsonObject;
  /** All components referred to so far. Call it last. */
  components(): JsonObject;
}

export function createSchemaWriter(): SchemaWriter {
  const names = namedSchemas();
  const components = new Map<string, JsonObject>();

  const refer = (name: string, schema: JsonObject): JsonObject => {
    if (!components.has(name)) {
      // Registered before it is written: a schema may contain itself.
      components.set(name, {});
      components.set(name, body(schema, true));
    }
    return { $ref: COMPONENTS + name };
  };

  const write = (schema: JsonObject, shared: boolean): JsonObject => {
    const { $defs, $ref } = schema;
    if (isObject($defs)) {
      for (const [name, definition] of Object.entries($defs)) if (isObject(definition)) refer(name, definition);
    }
    if (typeof $ref === 'string') return { $ref: $ref.startsWith('#') ? $ref : COMPONENTS + $ref };
    const name = shared ? names.get(JSON.stringify(schema)) : undefined;
    return name === undefined ? body(schema, shared) : refer(name, schema);
  };

  const body = (schema: JsonObject, shared: boolean): JsonObject => {
    const written: Record<string, Json> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$id' || keyword === '$defs') continue;
      if (OF_ONE.has(keyword) && isObject(value)) written[keyword] = write(value, shared);
      else if (OF_MANY.has(keyword) && Array.isArray(value)) {
        written[keyword] = value.map((each: Json) => (isObject(each) ? write(each, shared) : each));
      } else if (BY_NAME.has(keyword) && isObject(value)) {
        const entries = Object.entries(value);
        written[keyword] = Object.fromEntries(
          entries.map(([name, each]) => [name, isObject(each) ? write(each, shared) : each]),
        );
      } else written[keyword] = value;
    }
    return usual(written);
  };

  /** Many routes share a schema; it is written once. */
  const once = (shared: boolean): ((schema: object) => JsonObject) => {
    const known = new Map<object, JsonObject>();
    return (schema) => {
      const written = known.get(schema) ?? write(plain(schema), shared);
      known.set(schema, written);
      return written;
    };
  };

  return {
    write: once(true),
    inline: once(false),
    components: () => Object.fromEntries([...components].sort(([first], [second]) => (first < second ? -1 : 1))),
  };
}

/** Writes arbitrary keys as `additionalProperties`, and adds the type to a choice of strings. */
function usual({ patternProperties, ...schema }: Readonly<Record<string, Json>>): JsonObject {
  const choices = schema['enum'];
  const isTexts = Array.isArray(choices) && choices.every((choice) => typeof choice === 'string');
  const typed = isTexts && schema['type'] === undefined ? { type: 'string', ...schema } : schema;
  if (patternProperties === undefined) return typed;
  const any = isObject(patternProperties) ? patternProperties[ANY_KEY] : undefined;
  return any === undefined ? { ...typed, patternProperties } : { ...typed, additionalProperties: any };
}

/** A schema as plain JSON. Cast: the contract's schemas are plain JSON, as a test of the table proves. */
function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Shown inline, as parameters. */
const OF_PARAMETERS = /(?:Query|Params|Parameters)$/;
const SCHEMA_NAME = /^[A-Z][A-Za-z0-9]*$/;
/** A schema without any of these keywords says too little to deserve a name. */
const TELLING = ['properties', 'items', 'pattern', 'description', 'enum', 'patternProperties'];

/**
 * Names of the schemas that become components, which are the names under which the contract exports them, by the
 * schema's JSON text: optional copies of a schema have the same text. Among equal schemas the first counts.
 */
function namedSchemas(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries<unknown>(SCHEMAS)) {
    if (!SCHEMA_NAME.test(name) || OF_PARAMETERS.test(name)) continue;
    if (typeof schema !== 'object' || schema === null || !TELLING.some((keyword) => keyword in schema)) continue;
    const text = JSON.stringify(schema);
    if (!names.has(text)) names.set(text, name);
  }
  return names;
}
