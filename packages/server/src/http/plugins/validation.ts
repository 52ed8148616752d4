/** Says what is wrong with a value in words: which field, and the rule it breaks. Cold path. */
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';

const FIELDS_NAMED_MAX = 5;

/** The first problem of a validation, for example `order.maker must be …`. */
export function describeInvalid(schema: TSchema, errors: readonly TLocalizedValidationError[]): string {
  const [first] = errors;
  if (first === undefined) return 'the body is invalid';
  // Of the branches of a choice none may be the one that was meant: the choice itself says it better.
  const problem =
    errors.find((error) => error.keyword === 'anyOf' && error.instancePath === first.instancePath) ?? first;
  const field = fieldName(problem.instancePath);
  switch (problem.keyword) {
    case 'required':
      return missing(problem.instancePath, problem.params.requiredProperties);
    // A field that the schema does not name is checked against the schema `false`, which nothing fits.
    case 'boolean':
      return `${safeName(field)} is not a field here`;
    case 'enum':
      return `${field} must be one of ${problem.params.allowedValues.map(String).join(', ')}`;
    case 'pattern':
    case 'anyOf': {
      const description = descriptionAt(schema, problem.schemaPath);
      return description === null ? `${field} is malformed` : `${field} is malformed: expected ${description}`;
    }
    default:
      return `${field} ${problem.message}`;
  }
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

/** At most 64 characters that are safe to repeat. */
export function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.\-[\]]/g, '').slice(0, 64);
}

function descriptionAt(schema: TSchema, pointer: string): string | null {
  let current: unknown = schema;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return null;
    current = (current as Readonly<Record<string, unknown>>)[part];
  }
  if (typeof current !== 'object' || current === null || !('description' in current)) return null;
  return typeof current.description === 'string' ? current.description : null;
}
