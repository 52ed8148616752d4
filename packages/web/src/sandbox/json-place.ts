/** Finds the position of a value in the text of a JSON document. Pure. */

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g;

interface Container {
  readonly isList: boolean;
  /** Key or index of the current member; null in an object before its name has been read. */
  key: string | null;
}

/**
 * Returns the offset of the value at `path`, including its name if it has one. The path `script`, `2`, `at` is a field
 * of a list's third item. If the value is missing, returns the offset of the innermost existing value around it; null
 * if not even the first name exists. `json` must be valid JSON. O(n).
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

/** Returns the line number of an offset, starting at 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
