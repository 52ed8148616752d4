/**
 * Finds which object a value means in a choice of tagged objects such as `{"kind":"delay"}`. Errors are reported
 * against that object alone; against the others, each of its fields would be unknown. Cold path.
 */
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';

export interface Choice {
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
export function choiceOf(schema: TSchema, problem: TLocalizedValidationError, value: unknown): Choice | null {
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
  if (tag === null || typeof chosen !== 'object' || chosen === null) return null;
  const named = (branch: TSchema): unknown => (branch as ObjectSchema).properties?.[tag]?.const;
  return {
    path: steps.map((step) => `/${step}`).join(''),
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
