/** Describes what is wrong with a value: which field, and the rule it breaks. Cold path. */
import { allowedValues } from '@bellwether/contract';
import { sameLetters } from '@bellwether/wire/forms/meant-name.ts';
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Errors } from 'typebox/value';

const FIELDS_NAMED_MAX = 5;
/** End of the schema path for the value of an unknown field. */
const UNKNOWN = '/additionalProperties';

/**
 * Describes the first problem that a validation of `value` found, for example `order.maker must be …`. `base`: path of
 * the value.
 */
export function describeInvalid(
  schema: TSchema,
  errors: readonly TLocalizedValidationError[],
  value: unknown,
  base = '',
): string {
  const [first] = errors;
  if (first === undefined) return 'the body is invalid';
  const choice = choiceOf(schema, first, value);
  if (choice !== null) {
    const place = base + choice.path;
    if (choice.meant === null) return `${fieldName(`${place}/${choice.tag}`)} must be one of ${choice.tags.join(', ')}`;
    return describeInvalid(choice.meant, Errors(choice.meant, choice.value), choice.value, place);
  }
  // A misspelt name explains a missing field, so it is reported first. In a choice, none of the branches may be the
  // intended one, so the choice itself is reported.
  const problem =
    errors.find(({ schemaPath }) => schemaPath.endsWith(UNKNOWN)) ??
    errors.find(({ keyword, instancePath }) => isRange(keyword) && instancePath === first.instancePath) ??
    errors.find((error) => error.keyword === 'anyOf' && error.instancePath === first.instancePath) ??
    first;
  const field = fieldName(base + problem.instancePath);
  switch (problem.keyword) {
    case 'required':
      return missing(base + problem.instancePath, problem.params.requiredProperties);
    case 'minimum':
    case 'maximum':
      return `${field} must be ${rangeAt(schema, problem.schemaPath) ?? problem.message.replace(/^must be /, '')}`;
    // A field that the schema does not name is checked against the schema `false`, which nothing fits.
    case 'boolean':
      return unknownField(field, fieldsBeside(schema, problem.schemaPath));
    case 'enum':
      return `${field} must be one of ${problem.params.allowedValues.map(String).join(', ')}`;
    case 'const':
      return `${field} must be ${String(problem.params.allowedValue)}`;
    case 'pattern':
    case 'anyOf':
      return `${field} is malformed: expected ${allowedValues(at(schema, problem.schemaPath) as TSchema)}`;
    default:
      return `${field} ${problem.message}`;
  }
}

const isRange = (keyword: string): boolean => keyword === 'minimum' || keyword === 'maximum';

/** Text of a range, for example `from 1 to 600000`; null if it is open at one end. */
function rangeAt(schema: TSchema, pointer: string): string | null {
  const { minimum, maximum } = (at(schema, pointer) ?? {}) as { readonly minimum?: number; readonly maximum?: number };
  return minimum === undefined || maximum === undefined ? null : `from ${minimum} to ${maximum}`;
}

/** Error text for an unknown field; `known` are the fields that exist at its place. */
export function unknownField(path: string, known: Iterable<string>): string {
  const place = path.slice(0, path.lastIndexOf('.') + 1);
  const meant = sameLetters(path.slice(place.length), known);
  const refusal = `unknown field "${safeName(path)}"`;
  return meant === null ? refusal : `${refusal}; did you mean "${safeName(place) + meant}"?`;
}

function fieldsBeside(schema: TSchema, pointer: string): string[] {
  const parent = at(schema, pointer.slice(0, -UNKNOWN.length));
  const properties = (parent as { readonly properties?: object } | null)?.properties;
  return Object.keys(properties ?? {});
}

function missing(path: string, properties: readonly string[]): string {
  const prefix = path === '' ? '' : `${fieldName(path)}.`;
  const names = properties.slice(0, FIELDS_NAMED_MAX).map((name) => prefix + name);
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} required`;
}

/** `/order/maker` → `order.maker`, `/3/token_id` → `[3].token_id`, '' → `the body`. */
function fieldName(path: string): string {
  if (path === '') return 'the body';
  const parts = path.slice(1).split('/');
  return parts
    .map((part, index) => (/^[0-9]+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
}

/** At most 64 characters of a name, all safe to repeat. */
export function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.\-[\]]/g, '').slice(0, 64);
}

function at(schema: TSchema, pointer: string): object | null {
  let current: unknown = schema;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return null;
    current = (current as Readonly<Record<string, unknown>>)[part];
  }
  return typeof current === 'object' ? current : null;
}

/**
 * A choice of tagged objects such as `{"kind":"delay"}`, or with one object, and the object that a value means in it.
 * Errors are reported against that object alone; against the others, each of its fields would be unknown.
 */
interface Choice {
  /** Place of the choice in the value, for example `/do`. */
  readonly path: string;
  /** The field that names the alternative, and its possible values. */
  readonly tag: string;
  readonly tags: readonly string[];
  /** The value at that place, and the schema it means; null if it means none. */
  readonly value: unknown;
  readonly meant: TSchema | null;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>;
}

/** The outermost such choice that contains a problem of `value`; null if there is none. */
function choiceOf(schema: TSchema, problem: TLocalizedValidationError, value: unknown): Choice | null {
  const pointer = problem.schemaPath.slice(1);
  for (const { index } of pointer.matchAll(/\/anyOf\/[0-9]+(?=\/|$)/g)) {
    const choice = choiceAt(schema, pointer.slice(0, index), problem.instancePath, value);
    if (choice !== null) return choice;
  }
  return null;
}

function choiceAt(schema: TSchema, pointer: string, instancePath: string, value: unknown): Choice | null {
  const keys = pointer.split('/').slice(1);
  // Each of these steps down the schema also leads one level down in the value.
  const depth = keys.filter((key, index) => key === 'items' || keys[index - 1] === 'properties').length;
  const steps = instancePath.split('/').slice(1, depth + 1);
  const chosen = steps.reduce(inside, value);
  const { anyOf: branches } = keys.reduce(inside, schema as unknown) as { readonly anyOf: readonly TSchema[] };
  const tag = tagOf(branches);
  if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) return null;
  const path = steps.map((step) => `/${step}`).join('');
  const [only, ...more] = branches.filter((branch) => 'properties' in branch);
  if (only !== undefined && more.length === 0) return { path, tag: '', tags: [], value: chosen, meant: only };
  if (tag === null) return null;
  const named = (branch: TSchema): unknown => (branch as ObjectSchema).properties?.[tag]?.const;
  return {
    path,
    tag,
    tags: branches.map((branch) => String(named(branch))),
    value: chosen,
    meant: branches.find((branch) => named(branch) === inside(chosen, tag)) ?? null,
  };
}

/** The field that has a different constant text in every branch; null if there is none. */
function tagOf(branches: readonly TSchema[]): string | null {
  const [first] = branches as readonly ObjectSchema[];
  const isOwn = (name: string): boolean => {
    const values = branches.map((branch) => (branch as ObjectSchema).properties?.[name]?.const);
    return values.every((value) => typeof value === 'string') && new Set(values).size === values.length;
  };
  return Object.keys(first?.properties ?? {}).find(isOwn) ?? null;
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
