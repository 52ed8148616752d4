/**
 * Reads request bodies as JSON from their exact bytes. Stricter than `JSON.parse`: a repeated key, `__proto__` and
 * `constructor.prototype` are refused, because two readers of the same body must never see two different things.
 */
import { isUtf8 } from 'node:buffer';
import { type JsonBounds, PUBLIC_BODY, shapeOf } from './json-shape.ts';

export type ParsedJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly detail: string };

/** Parses a whole body within bounds that are checked before anything is built. Never throws. O(n). */
export function parseJson(bytes: Buffer, bounds: JsonBounds = PUBLIC_BODY): ParsedJson {
  if (bytes.length === 0) return malformed('the body is empty');
  if (!isUtf8(bytes)) return malformed('the body is not UTF-8');
  const shape = shapeOf(bytes, bounds);
  if (shape.kind === 'excess') return malformed(shape.detail);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return malformed('the body is not valid JSON');
  }
  const walk = { keys: 0, problem: null as string | null };
  countKeys(value, walk);
  if (walk.problem !== null) return malformed(walk.problem);
  // The parser drops a repeated key; the text still has it.
  if (walk.keys !== shape.keys) return malformed('a key is repeated in one object');
  return { kind: 'json', value };
}

function malformed(detail: string): ParsedJson {
  return { kind: 'malformed', detail };
}

function countKeys(value: unknown, walk: { keys: number; problem: string | null }): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) countKeys(item, walk);
    return;
  }
  for (const key of Object.keys(value)) {
    walk.keys++;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (key === '__proto__' || (key === 'constructor' && isObjectWithPrototype(member))) {
      walk.problem ??= `the key ${key} is not allowed`;
    }
    if (typeof member === 'object') countKeys(member, walk);
  }
}

function isObjectWithPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}
