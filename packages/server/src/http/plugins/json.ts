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

const SPACE = 0x20;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Parses a whole body. Never throws. O(n). */
export function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) return malformed('the body is empty');
  if (!isUtf8(bytes)) return malformed('the body is not UTF-8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('the body is not valid JSON');
  }
  const walk = { keys: 0, problem: null as string | null };
  countKeys(value, walk, 0);
  if (walk.problem !== null) return malformed(walk.problem);
  // The parser drops a repeated key; the text still has it.
  if (walk.keys !== countKeysInText(text)) return malformed('a key is repeated in one object');
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

/** Strings that a colon follows: the keys, repeated ones included. The text is valid JSON. Jumps from quote to quote. */
function countKeysInText(text: string): number {
  let keys = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    let close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let next = close + 1;
    while (text.charCodeAt(next) <= SPACE) next++;
    if (text.charCodeAt(next) === COLON) keys++;
    open = text.indexOf('"', next);
  }
  return keys;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - 1 - before) % 2 === 1;
}
