/**
 * Parses query strings strictly by their schema: `limit=5x`, `active=yes`, and repeated or unknown fields are errors
 * that name the field. Nothing is silently ignored.
 */
import { isDeepStrictEqual } from 'node:util';
import { allowedValues, CLAMPED, type Route, readBoolean } from '@bellwether/contract';
import { badRequest, type Failure } from '@bellwether/wire/failure.ts';
import { sameLetters } from '@bellwether/wire/forms/meant-name.ts';
import type { FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Read } from './body.ts';
import { safeName } from './validation.ts';

export interface QueryRules {
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Refusal of an unknown field. By default a bad request that names the field, and `meant`, the field it resembles, if
   * any.
   */
  readonly unknown?: (name: string, meant: string | null) => Failure;
  /** Refusal of a wrong value of a field as it was spelt; by default a bad request with the reason. */
  readonly invalid?: (detail: string, name: string) => Failure;
  /** True if limits above their maximum are taken as the maximum, where the schema allows it. */
  readonly clamps?: boolean;
  /** Refusal of a missing required field; by default `invalid`. */
  readonly missing?: (name: string) => Failure;
}

export type QueryReader<Values> = (raw: unknown) => Read<Values>;

/** The parts of a route that define how its query is read. */
export type QueryRoute = Pick<Route, 'queryAliases'> & { readonly query: TObject };

/** Parameter that clients add to get past a cache; ignored everywhere. */
const CACHE_BUSTER = '_';

type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parts of JSON Schema that are used for query fields. */
interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: FieldSchema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly [CLAMPED]?: boolean;
}

type Value = { readonly value: unknown } | { readonly problem: string };

const INTEGER = /^-?(?:0|[1-9][0-9]{0,15})$/;
/** Clients that leave out the zero before the point are understood: `.1`. */
const NUMBER = /^-?(?:(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,18})?|\.[0-9]{1,18})$/;
/** Texts that would be such numbers if they were shorter. */
const LONG_INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const LONG_NUMBER = /^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)$/;

/** Compiles a reader of query strings into values of `schema`, with defaults filled in. */
export function createQueryReader<Values>(schema: TObject, rules: QueryRules = {}): QueryReader<Values> {
  const { unknown = unknownParameter, invalid = badRequest, missing, clamps = false } = rules;
  const fields = new Map(Object.entries(schema.properties).map(([name, field]) => [name, fieldOf(field, clamps)]));
  const aliases = new Map(Object.entries(rules.aliases ?? {}));
  const required = new Set(schema.required ?? []);
  return (raw) => {
    const values: Record<string, unknown> = {};
    const namedAs = new Map<string, string>();
    for (const [given, text] of Object.entries((raw ?? {}) as RawQuery)) {
      if (given === CACHE_BUSTER) continue;
      const name = aliases.get(given) ?? given;
      const field = fields.get(name);
      if (field === undefined)
        return unknown(safeName(given), sameLetters(given, [...fields.keys(), ...aliases.keys()]));
      const read = readField(field, text ?? '');
      if ('problem' in read) return invalid(`${given} ${read.problem}`, given);
      const other = namedAs.get(name);
      if (other !== undefined && !isDeepStrictEqual(read.value, values[name]))
        return invalid(`${given} and ${other} are the same parameter, here with two values: send one`, given);
      namedAs.set(name, given);
      values[name] = read.value;
    }
    for (const [name, field] of fields) {
      if (name in values) continue;
      if (field.default !== undefined) values[name] = field.default;
      else if (required.has(name)) return missing?.(name) ?? invalid(`${name} is required`, name);
    }
    return { kind: 'read', value: values as Values };
  };
}

/** Does the same for the query of a route, with its aliases. */
export function createRouteQueryReader<Values>(route: QueryRoute, rules: QueryRules = {}): QueryReader<Values> {
  return createQueryReader(route.query, { aliases: route.queryAliases ?? {}, ...rules });
}

/** Refusal of a query with any field besides `known`; null if it has none. */
export function unknownField({ query }: Pick<FastifyRequest, 'query'>, known: readonly string[] = []): Failure | null {
  const unknown = Object.keys((query ?? {}) as object).find((name) => !known.includes(name) && name !== CACHE_BUSTER);
  return unknown === undefined ? null : unknownParameter(safeName(unknown), sameLetters(unknown, known));
}

const unknownParameter = (name: string, meant: string | null): Failure => badRequest(unknownParameterText(name, meant));

/** Error text for an unknown query field; `meant` is the field it resembles, if any. */
export const unknownParameterText = (name: string, meant: string | null): string =>
  `unknown parameter: ${name}${meant === null ? '' : `; did you mean ${meant}?`}`;

function fieldOf(schema: TSchema, clamps: boolean): FieldSchema & { readonly regex: RegExp | null } {
  const field = { ...(schema as FieldSchema), [CLAMPED]: clamps && (schema as FieldSchema)[CLAMPED] === true };
  const pattern = field.pattern ?? field.items?.pattern;
  return { ...field, regex: pattern === undefined ? null : new RegExp(pattern) };
}

function readField(field: FieldSchema & { readonly regex: RegExp | null }, raw: string | readonly string[]): Value {
  if (field.type === 'array') return readList(field, typeof raw === 'string' ? [raw] : raw);
  if (typeof raw !== 'string') return { problem: 'must be given once' };
  if (field.type === 'integer' || field.type === 'number') return readNumber(field, raw);
  if (field.type === 'boolean') {
    const value = readBoolean(raw);
    return value === null ? { problem: 'must be true or false' } : { value };
  }
  if (field.enum !== undefined) {
    return field.enum.includes(raw) ? { value: raw } : { problem: `must be one of ${field.enum.join(', ')}` };
  }
  return readText(field, raw);
}

function readNumber(field: FieldSchema, raw: string): Value {
  const isInteger = field.type === 'integer';
  if (!(isInteger ? INTEGER : NUMBER).test(raw)) return { problem: numberProblem(isInteger, raw) };
  const { minimum, maximum } = field;
  const value = field[CLAMPED] ? Math.min(Number(raw), maximum ?? Number.POSITIVE_INFINITY) : Number(raw);
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    return { problem: maximum === undefined ? `must be at least ${minimum}` : `must be in ${minimum}..${maximum}` };
  }
  return { value };
}

function numberProblem(isInteger: boolean, raw: string): string {
  const kind = isInteger ? 'an integer' : 'a plain decimal number';
  if (!(isInteger ? LONG_INTEGER : LONG_NUMBER).test(raw)) return `must be ${kind}`;
  return `must be ${kind} of at most 16 digits${isInteger ? '' : ', and 18 after the point'}`;
}

function readText(field: FieldSchema & { readonly regex: RegExp | null }, raw: string): Value {
  if (field.minLength !== undefined && raw.length < field.minLength) return { problem: 'must not be empty' };
  if (field.maxLength !== undefined && raw.length > field.maxLength) {
    return { problem: `must have at most ${field.maxLength} characters` };
  }
  if (field.regex !== null && !field.regex.test(raw)) {
    return { problem: malformed(field) };
  }
  return { value: raw };
}

/** Reads a comma-separated list, from a parameter given once or several times. */
function readList(field: FieldSchema & { readonly regex: RegExp | null }, raw: readonly string[]): Value {
  const items = raw.flatMap((text) => text.split(','));
  if (field.maxItems !== undefined && items.length > field.maxItems)
    return { problem: `must name at most ${field.maxItems}` };
  const { enum: choices } = field.items ?? {};
  for (const item of items) {
    if (choices !== undefined && !choices.includes(item)) return { problem: `must be one of ${choices.join(', ')}` };
    if (field.regex !== null && !field.regex.test(item))
      return { problem: `${malformed(field.items ?? {})}; several are separated by commas` };
  }
  return { value: items };
}

const malformed = (field: FieldSchema): string => `is malformed: expected ${allowedValues(field as TSchema)}`;
