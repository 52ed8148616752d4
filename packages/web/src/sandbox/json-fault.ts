/**
 * Finds where a text stops being valid JSON and what is expected there. Browsers word it differently or not at all.
 * Pure.
 */

const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON has none as they are.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
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
  const leave = (): Wanted => {
    around.pop();
    at++;
    return around.length === 0 ? 'end' : 'next';
  };
  for (;;) {
    take(SPACE);
    const sign = text[at];
    if (wanted === 'end' && sign === undefined) return null;
    const inner = around.at(-1);
    if (isValue(wanted) && (sign === '{' || sign === '[')) {
      around.push(sign);
      at++;
      wanted = sign === '{' ? 'name or }' : 'value or ]';
    } else if (isValue(wanted) && (take(STRING) || take(SCALAR))) wanted = inner === undefined ? 'end' : 'next';
    else if ((wanted === 'name' || wanted === 'name or }') && take(STRING)) wanted = ':';
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
