/** Places in a JSON text: where it stops being valid, and where a value is. Pure. */

/** Part of the space between values. A pattern needs stack for each character of a repetition, hence the bounds. */
const SPACE = /[ \t\r\n]{1,4096}/y;
/** Part of a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON has none as they are.
const PART = /[^"\\\u0000-\u001f]{1,4096}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])/y;

const WANTED = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotes',
  'name or }': 'a name in double quotes or }',
  ':': 'a colon',
  next: 'a comma, or the end of the list or object',
  end: 'the end',
} as const;
type Wanted = keyof typeof WANTED;

interface JsonFault {
  readonly offset: number;
  readonly wanted: string;
}

/** Offset after the string that begins at `from`; `from` if there is none. */
function endOfString(text: string, from: number): number {
  if (text[from] !== '"') return from;
  PART.lastIndex = from + 1;
  for (let at = from + 1; ; at = PART.lastIndex) {
    if (text[at] === '"') return at + 1;
    if (!PART.test(text)) return from;
  }
}

/** Returns the first error; null if the text is valid JSON. O(n). */
export function jsonFault(text: string): JsonFault | null {
  const around: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const takeString = (): boolean => {
    const from = at;
    at = endOfString(text, at);
    return at > from;
  };
  const leave = (): Wanted => {
    around.pop();
    at++;
    return around.length === 0 ? 'end' : 'next';
  };
  for (;;) {
    while (take(SPACE));
    const sign = text[at];
    if (wanted === 'end' && sign === undefined) return null;
    const inner = around.at(-1);
    if (isValue(wanted) && (sign === '{' || sign === '[')) {
      around.push(sign);
      at++;
      wanted = sign === '{' ? 'name or }' : 'value or ]';
    } else if (isValue(wanted) && (takeString() || take(SCALAR))) wanted = inner === undefined ? 'end' : 'next';
    else if ((wanted === 'name' || wanted === 'name or }') && takeString()) wanted = ':';
    else if (wanted === ':' && sign === ':') {
      at++;
      wanted = 'value';
    } else if (wanted === 'next' && sign === ',') {
      at++;
      wanted = inner === '{' ? 'name' : 'value';
    } else if (sign === '}' && (wanted === 'name or }' || (wanted === 'next' && inner === '{'))) wanted = leave();
    else if (sign === ']' && (wanted === 'value or ]' || (wanted === 'next' && inner === '['))) wanted = leave();
    else return { offset: at, wanted: WANTED[wanted] };
  }
}

const isValue = (wanted: Wanted): boolean => wanted === 'value' || wanted === 'value or ]';

const TOKEN = /[{}[\],"]|[^\s{}[\],:"]+/g;

function* tokensOf(json: string): Generator<readonly [token: string, index: number]> {
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(json); found !== null; found = TOKEN.exec(json)) {
    if (found[0] === '"') TOKEN.lastIndex = Math.max(endOfString(json, found.index), TOKEN.lastIndex);
    yield [json.slice(found.index, TOKEN.lastIndex), found.index];
  }
}

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
  for (const [token, index] of tokensOf(json)) {
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
