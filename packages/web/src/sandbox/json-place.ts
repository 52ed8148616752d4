/** Where in the text of a JSON document a value stands. Pure. */

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g;

interface Container {
  readonly isList: boolean;
  /** Of the member that is being read; null: of an object, before its name. */
  key: string | null;
}

/**
 * Offset at which a value stands, with its name if it has one: `script`, `2`, `at` in the third of a list. Where there is no
 * such value, that of the innermost one around it; null where not even the first name is there. `json` has to be JSON. O(n).
 */
export function offsetOf(json: string, path: readonly string[]): number | null {
  const around: Container[] = [];
  let [offset, depth] = [null as number | null, 0];
  let nameAt = 0;
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    const inner = around.at(-1);
    if (token === '}' || token === ']') {
      around.pop();
      continue;
    }
    if (token === ',') {
      if (inner !== undefined) inner.key = inner.isList ? String(Number(inner.key) + 1) : null;
      continue;
    }
    if (inner !== undefined && inner.key === null) {
      inner.key = JSON.parse(token) as string;
      nameAt = index;
      continue;
    }
    if (around.length > depth && around.every(({ key }, level) => key === path[level])) {
      offset = inner?.isList === true ? index : nameAt;
      depth = around.length;
    }
    if (token === '{' || token === '[') around.push({ isList: token === '[', key: token === '[' ? '0' : null });
  }
  return offset;
}

/** Which line an offset is in, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
