/** Query and path parameters of a route in the API description, including aliases. */
import type { RouteExample } from '../examples/examples.ts';
import { isWrite } from '../idempotency.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Route } from '../routes/route.ts';
import type { SchemaWriter } from './schemas.ts';

/** A way to call a route: the only one, or one of several that share a path. */
export interface RouteForm {
  readonly route: Route;
  /** Set only if there are several forms. */
  readonly name?: string;
}

/** Turns `/markets/:condition_id` into `/markets/{condition_id}`. */
export function templatePath(path: string): string {
  return path.replace(/:([A-Za-z_]+)/g, '{$1}');
}

export function parametersOf(
  forms: readonly RouteForm[],
  examples: RouteExample['parameters'],
  schemas: SchemaWriter,
): JsonObject[] {
  const [first] = forms;
  const path = Object.entries(first?.route.params?.properties ?? {}).map(([name, schema]) =>
    parameter('path', name, schemas.inline(schema), true, examples),
  );
  const byName = new Map<string, { readonly form: RouteForm; readonly written: JsonObject }[]>();
  for (const form of forms) {
    for (const written of queryOf(form, examples, schemas)) {
      const name = String(written['name']);
      byName.set(name, [...(byName.get(name) ?? []), { form, written }]);
    }
  }
  const key = first !== undefined && isWrite(first.route) ? [KEY_HEADER] : [];
  return [...path, ...[...byName.values()].map((found) => merged(found, forms.length)), ...key];
}

const KEY_HEADER: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the request, so that it is carried out once however often it is sent: the same key with the same method, path and body gets the first answer for a day, with another 422. 1 to 128 visible ASCII characters, for example a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
  example: '5f0c2c4e-7d7e-4d0b-9a58-0d1f5a2f9c11',
};

function queryOf(form: RouteForm, examples: RouteExample['parameters'], schemas: SchemaWriter): JsonObject[] {
  const { query, queryAliases = {} } = form.route;
  const required: readonly string[] = query?.required ?? [];
  const isRequired = (name: string, schema: JsonObject): boolean =>
    required.includes(name) && schema['default'] === undefined;
  const named = Object.entries(query?.properties ?? {}).map(([name, schema]): [string, JsonObject] => [
    name,
    schemas.inline(schema),
  ]);
  const aliased = Object.keys(queryAliases).length > 0 ? new Set(Object.values(queryAliases)) : new Set();
  return [
    // A field with an alias may be given under either name, so neither is required by itself.
    ...named.map(([name, schema]) =>
      parameter('query', name, schema, isRequired(name, schema) && !aliased.has(name), examples),
    ),
    ...Object.entries(queryAliases).map(([alias, name]) => {
      const { description: _description, ...schema } = named.find(([each]) => each === name)?.[1] ?? {};
      return parameter('query', alias, { ...schema, description: `another name of \`${name}\`; send one` }, false, {});
    }),
  ];
}

function parameter(
  place: 'path' | 'query',
  name: string,
  { description, ...schema }: JsonObject,
  required: boolean,
  examples: RouteExample['parameters'] = {},
): JsonObject {
  const example = examples[name];
  const isList = schema['type'] === 'array';
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    ...(isList && { style: 'form', explode: false }),
    schema,
    // The description shows values, not their encoding in a query.
    ...(example !== undefined && { example: isList ? String(example).split(',') : example }),
  };
}

/** Merges a parameter of several forms: the same schema, or a choice that says which form each part belongs to. */
function merged(
  found: readonly { readonly form: RouteForm; readonly written: JsonObject }[],
  formCount: number,
): JsonObject {
  const [first] = found;
  if (first === undefined || formCount === 1) return first?.written ?? {};
  const { written, form } = first;
  const description = written['description'];
  const isWhole = found.length === formCount;
  const where = isWhole ? '' : `${form.name} only`;
  const said = [where, ...(typeof description === 'string' ? [description] : [])].filter((part) => part !== '');
  const choices = found.map((each): Json => ({ title: each.form.name ?? '', ...object(each.written['schema']) }));
  const isSame = new Set(found.map((each) => JSON.stringify(each.written['schema']))).size === 1;
  return {
    ...written,
    required: isWhole && written['required'] === true,
    ...(said.length > 0 && { description: said.join(': ') }),
    schema: isSame ? object(written['schema']) : { anyOf: choices },
  };
}

function object(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
