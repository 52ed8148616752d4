/**
 * Reads request bodies as JSON from their exact bytes. Stricter than `JSON.parse`: a repeated key, `__proto__` and
 * `constructor.prototype` are refused, because two readers of the same body must never see two different things.
 */
import { isUtf8 } from 'node:buffer';

export type ParsedJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly detail: string };

/** Levels of nesting; real bodies have fewer than ten. */
const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Parses a whole body. Never throws. O(n). */
export function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) return malformed('the body is empty');
  if (!isUtf8(bytes)) return malformed('the body is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return malformed('the body is not valid JSON');
  }
  const walk = { keys: 0, problem: null as string | null };
  countKeys(value, walk, 0);
  if (walk.problem !== null) return malformed(walk.problem);
  // Every key in the text is followed by a colon outside of strings; a repeated one was dropped by the parser.
  if (walk.keys !== countColons(bytes)) return malformed('a key is repeated in one object');
  return { kind: 'json', value };
}

function malformed(detail: string): ParsedJson {
  return { kind: 'malformed', detail };
}

function countKeys(value: unknown, walk: { keys: number; problem: string | null }, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_MAX) {
    walk.problem ??= `the body is nested more than ${DEPTH_MAX} levels deep`;
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) countKeys(item, walk, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    walk.keys++;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (key === '__proto__' || (key === 'constructor' && isObjectWithPrototype(member))) {
      walk.problem ??= `the key ${key} is not allowed`;
    }
    if (typeof member === 'object') countKeys(member, walk, depth + 1);
  }
}

function isObjectWithPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/** Colons outside of strings; the text is valid JSON. */
function countColons(bytes: Buffer): number {
  let colons = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COLON) colons++;
  }
  return colons;
}
