/**
 * Reads query strings by their schema, strictly: `limit=5x`, `active=yes`, a repeated or unknown field are errors that
 * name the field, never something that is quietly ignored.
 */
import type { FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { badRequest, type Failure } from '../failure.ts';
import type { Read } from './body.ts';
import { safeName } from './validation.ts';

export interface QueryRules {
  readonly aliases?: Readonly<Record<string, string>>;
  /** How an unknown field is refused. */
  readonly unknown: (name: string) => Failure;
  /** How a wrong value is refused. */
  readonly invalid: (detail: string) => Failure;
  /** How a required field that is absent is refused; `invalid` without it. */
  readonly missing?: (name: string) => Failure;
}

type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What of JSON Schema is used for query fields. */
interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: FieldSchema;
  readonly pattern?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

type Value = { readonly value: unknown } | { readonly problem: string };

const INTEGER = /^-?(?:0|[1-9][0-9]{0,15})$/;
const NUMBER = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,18})?$/;

/** Compiles a reader of query strings into values of `schema`, with defaults filled in. */
export function createQueryReader<Values>(schema: TObject, rules: QueryRules): (raw: unknown) => Read<Values> {
  const fields = new Map(Object.entries(schema.properties).map(([name, field]) => [name, fieldOf(field)]));
  const aliases = new Map(Object.entries(rules.aliases ?? {}));
  const required = new Set(schema.required ?? []);
  return (raw) => {
    const values: Record<string, unknown> = {};
    const namedAs = new Map<string, string>();
    for (const [given, text] of Object.entries((raw ?? {}) as RawQuery)) {
      const name = aliases.get(given) ?? given;
      const field = fields.get(name);
      if (field === undefined) return rules.unknown(safeName(given));
      if (namedAs.has(name)) return rules.invalid(`${given} and ${namedAs.get(name)} are the same parameter: send one`);
      namedAs.set(name, given);
      const read = readField(field, text ?? '');
      if ('problem' in read) return rules.invalid(`${given} ${read.problem}`);
      values[name] = read.value;
    }
    for (const [name, field] of fields) {
      if (name in values) continue;
      if (field.default !== undefined) values[name] = field.default;
      else if (required.has(name)) return rules.missing?.(name) ?? rules.invalid(`${name} is required`);
    }
    return { kind: 'read', value: values as Values };
  };
}

/** The refusal of a query on a route that takes none; null when there is none. */
export function unknownField({ query }: Pick<FastifyRequest, 'query'>): Failure | null {
  const [unknown] = Object.keys((query ?? {}) as object);
  return unknown === undefined ? null : badRequest(`unknown parameter: ${safeName(unknown)}`);
}

function fieldOf(schema: TSchema): FieldSchema & { readonly regex: RegExp | null } {
  const field = schema as FieldSchema;
  const pattern = field.pattern ?? field.items?.pattern;
  return { ...field, regex: pattern === undefined ? null : new RegExp(pattern) };
}

function readField(field: FieldSchema & { readonly regex: RegExp | null }, raw: string | readonly string[]): Value {
  if (field.type === 'array') return readList(field, typeof raw === 'string' ? [raw] : raw);
  if (typeof raw !== 'string') return { problem: 'must be given once' };
  if (field.type === 'integer' || field.type === 'number') return readNumber(field, raw);
  if (field.type === 'boolean') {
    return raw === 'true' || raw === 'false' ? { value: raw === 'true' } : { problem: 'must be true or false' };
  }
  if (field.enum !== undefined) {
    return field.enum.includes(raw) ? { value: raw } : { problem: `must be one of ${field.enum.join(', ')}` };
  }
  return readText(field, raw);
}

function readNumber(field: FieldSchema, raw: string): Value {
  const isInteger = field.type === 'integer';
  if (!(isInteger ? INTEGER : NUMBER).test(raw))
    return { problem: isInteger ? 'must be an integer' : 'must be a plain decimal number' };
  const value = Number(raw);
  const { minimum, maximum } = field;
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    return { problem: maximum === undefined ? `must be at least ${minimum}` : `must be in ${minimum}..${maximum}` };
  }
  return { value };
}

function readText(field: FieldSchema & { readonly regex: RegExp | null }, raw: string): Value {
  if (field.minLength !== undefined && raw.length < field.minLength) return { problem: 'must not be empty' };
  if (field.maxLength !== undefined && raw.length > field.maxLength) {
    return { problem: `must have at most ${field.maxLength} characters` };
  }
  if (field.regex !== null && !field.regex.test(raw)) {
    return { problem: `is malformed${field.description === undefined ? '' : `: expected ${field.description}`}` };
  }
  return { value: raw };
}

/** A comma list, the parameter given once or several times. */
function readList(field: FieldSchema & { readonly regex: RegExp | null }, raw: readonly string[]): Value {
  const items = raw.flatMap((text) => text.split(','));
  if (field.maxItems !== undefined && items.length > field.maxItems)
    return { problem: `must name at most ${field.maxItems}` };
  for (const item of items) {
    if (field.regex !== null && !field.regex.test(item))
      return { problem: `is malformed: expected ${field.description}` };
  }
  return { value: items };
}
