/**
 * Looks over a JSON text before anything is built from it: how deep it goes, how many values it holds, how many keys it
 * writes. One pass over the bytes that ends at the first bound it meets; it does not say whether the text is JSON.
 */

/** How large a text may be beside its bytes. */
export interface JsonBounds {
  /** Levels of nesting. */
  readonly depthMax: number;
  /** Members of all objects and lists together, and the objects and lists themselves. */
  readonly valuesMax: number;
}

/** Anyone's body. The widest that a route takes, a list of 1,000 order ids or of 500 tokens and sides, has half of it. */
export const PUBLIC_BODY: JsonBounds = { depthMax: 64, valuesMax: 4_096 };
/** The operator's, whose token has been checked by then: catalogs are as wide as their bytes allow. */
export const OPERATOR_BODY: JsonBounds = { depthMax: 64, valuesMax: Number.POSITIVE_INFINITY };
/** A message to a live feed: 2,000 tokens, and where the client stands in each. */
export const FEED_MESSAGE: JsonBounds = { depthMax: 64, valuesMax: 6_144 };

export type JsonShape =
  /** `keys`: how many the text writes, repeated ones included; true only of valid JSON. */
  { readonly kind: 'shape'; readonly keys: number } | { readonly kind: 'excess'; readonly detail: string };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** O(n), some nanoseconds a byte at most. */
export function shapeOf(bytes: Uint8Array, { depthMax, valuesMax }: JsonBounds): JsonShape {
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
