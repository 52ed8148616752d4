/** Damages the text of a command in accidental and malicious ways. Tests only. */
import type { Dice } from './dice.ts';

/** Values for fields that should hold something else. */
const VALUES: readonly string[] = [
  ...'null true "" [] {} -0 -1 0 1 0.5 1e999 -1e999 4294967296 9007199254740991'.split(' '),
  ...['9007199254740993', '1e300', '"BUY"', '"\\ud800"', '"__proto__"', '[[[[]]]]', '{"__proto__":{"kind":"SetMode"}}'],
  ...['{"length":3}', '[null,null]', '[0,10000]', '"0x"', '"\\u0000"', '1000000000000000'],
];

const FIELD = /"[^"\\]*":(?:"[^"\\]*"|-?[0-9.]+|true|false|null|\[\]|\{\})/g;

export function damagedJson(dice: Dice, json: string, others: readonly string[]): string {
  const drawn = dice.below(8);
  if (drawn === 0) return withFlippedBit(dice, json);
  if (drawn === 1) return json.slice(0, dice.below(json.length));
  if (drawn === 2) return json + dice.pick(['}', ' ', '\u0000', json, '\ud800']);
  if (drawn === 3) return spliced(dice, json, dice.pick(others));
  if (drawn === 4)
    return withField(dice, json, (field) => `${field.slice(0, field.indexOf(':'))}:${dice.pick(VALUES)}`);
  if (drawn === 5) return withField(dice, json, () => '"extra":1');
  if (drawn === 6) return withField(dice, json, (field) => `${field},${field}`);
  return dice.pick(VALUES);
}

function withFlippedBit(dice: Dice, json: string): string {
  const at = dice.below(json.length);
  return json.slice(0, at) + String.fromCharCode(json.charCodeAt(at) ^ (1 << dice.below(16))) + json.slice(at + 1);
}

const spliced = (dice: Dice, json: string, other: string): string =>
  json.slice(0, dice.below(json.length)) + other.slice(dice.below(other.length));

function withField(dice: Dice, json: string, change: (field: string) => string): string {
  const fields = [...json.matchAll(FIELD)];
  if (fields.length === 0) return json;
  const { 0: field, index } = dice.pick(fields);
  return json.slice(0, index) + change(field) + json.slice(index + field.length);
}
