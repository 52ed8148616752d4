/**
 * Checks answers against the schemas that the ecosystem publishes for the second data interface: names, types and bounds,
 * kept here as data.
 */
import type { TSchema } from 'typebox';
import { compileStrict } from '../../testing/answer-check.ts';
import markets from './published-markets.json' with { type: 'json' };
import wallets from './published-wallets.json' with { type: 'json' };

interface Published {
  /** Components by name. */
  readonly schemas: Readonly<Record<string, object>>;
  /** Answers by path. */
  readonly answers: Readonly<Record<string, object>>;
}

const PUBLISHED: readonly Published[] = [wallets, markets];
const SCHEMAS: Readonly<Record<string, object>> = Object.assign({}, ...PUBLISHED.map(({ schemas }) => schemas));
const ANSWERS: Readonly<Record<string, object>> = Object.assign({}, ...PUBLISHED.map(({ answers }) => answers));

export const WALLET_PATHS = Object.keys(wallets.answers);

const checks = new Map<string, (value: unknown) => string | null>();

/** Place and rule that an answer of a path breaks, or an error of any path; null if it breaks none. */
export function publishedProblem(path: string, body: unknown, isError = false): string | null {
  const schema = isError ? SCHEMAS['ErrorResponse'] : ANSWERS[path];
  if (schema === undefined) return `nothing is published for ${path}`;
  const name = isError ? 'error' : path;
  const check = checks.get(name) ?? compileStrict(resolved(schema) as TSchema);
  checks.set(name, check);
  return check(body);
}

/** A copy with components in place of references, and choices in place of lists of types. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = schema as Readonly<Record<string, unknown>>;
  const reference = node['$ref'];
  if (typeof reference === 'string') return resolved(SCHEMAS[reference.split('/').at(-1) ?? '']);
  const { type } = node;
  if (Array.isArray(type)) return { anyOf: type.map((each: unknown) => ({ ...node, type: each })) };
  return Object.fromEntries(Object.entries(node).map(([keyword, value]) => [keyword, resolved(value)]));
}
