/**
 * Of a choice between objects that say which one they are, as `{"kind":"delay"}` does: which one a value means. What is wrong with
 * it is wrong by that one alone; held against the others each of its fields would be unknown. Cold path.
 */
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';

export interface Choice {
  /** Where it stands in the value, as `/do`. */
  readonly path: string;
  /** The field that says which one, and what it may be. */
  readonly tag: string;
  readonly tags: readonly string[];
  /** What stands there, and the schema that it means; null for none of them. */
  readonly value: unknown;
  readonly meant: TSchema | null;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>;
}

/** The outermost choice of that kind which a problem of `value` is in; null where there is none. */
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
  // Of each step down in the schema one leads down in the value as well.
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

/** The field that has a text of its own in each of them. */
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
