/**
 * Parses request bodies as JSON from their exact bytes. Stricter than `JSON.parse`: repeated keys, `__proto__` and
 * `constructor.prototype` are refused, because two readers of the same body must never see two different things.
 */
import { isUtf8 } from 'node:buffer';

/** Bounds of a text in addition to its length in bytes. */
export interface JsonBounds {
  /** Maximum levels of nesting. */
  readonly depthMax: number;
  /** Maximum members of all objects and lists together, plus the objects and lists themselves. */
  readonly valuesMax: number;
}

/**
 * Bounds for any client's body. The widest body that a route accepts, 1,000 order ids or 500 tokens and sides, needs
 * half of this.
 */
export const PUBLIC_BODY: JsonBounds = { depthMax: 64, valuesMax: 4_096 };
/** Bounds for the operator, whose token has been checked by then: catalogs are as wide as their bytes allow. */
export const OPERATOR_BODY: JsonBounds = { depthMax: 64, valuesMax: Number.POSITIVE_INFINITY };
/** Bounds for a message to a live feed: 2,000 tokens, each with the client's position. */
export const FEED_MESSAGE: JsonBounds = { depthMax: 64, valuesMax: 6_144 };

type JsonShape =
  /** `keys`: number of keys in the text, repeated ones included; correct only for valid JSON. */
  { readonly kind: 'shape'; readonly keys: number } | { readonly kind: 'excess'; readonly detail: string };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type ParsedJson =
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
  // The parser drops a repeated key; the text still contains it.
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

/**
 * Scans a text before anything is built: one pass that stops at the first exceeded bound. Does not check whether the
 * text is JSON. O(n), at most a few nanoseconds per byte.
 */
function shapeOf(bytes: Uint8Array, { depthMax, valuesMax }: JsonBounds): JsonShape {
  let depth = 0;
  let values = 1;
  let keys = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case COLON:
        keys++;
        break;
      case COMMA:
        values++;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values++;
        depth++;
        if (depth > depthMax) return excess(`the body is nested more than ${depthMax} levels deep`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
    }
    if (values > valuesMax) return excess(`the body holds more than ${valuesMax} values`);
  }
  return { kind: 'shape', keys };
}

function excess(detail: string): JsonShape {
  return { kind: 'excess', detail };
}

/** Index of the quote that ends the string which begins at `open`, or of the last byte. */
function endOfString(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
