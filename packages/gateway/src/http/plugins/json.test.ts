import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATOR_BODY, parseJson } from './body.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const malformed = (detail: string) => ({ kind: 'malformed', detail: expect.stringContaining(detail) });

test.each([
  '{"a":1,"b":{"a":[{"c":"x:y"},"::",{}]},"":null}',
  '[]',
  '"text with : and \\" and \\\\"',
  '{"\\u0061":1,"quote\\"":{"back\\\\":2}}',
  '{"constructor":"a string is only a string"}',
  ' \n{"price" : "0.5"}\t',
  '{"emoji 🌧":"ä:ö"}',
  '{"a\\\\" \t:\r\n"\\\\\\":\\"","b":"\\\\"}',
  '"a lone string"',
  '["a",":","b"]',
])('json: %s is read as it is', (text) => expect(parse(text)).toEqual({ kind: 'json', value: JSON.parse(text) }));

test.each([
  ['{"a":1,"a":1}', 'a key is repeated'],
  ['[{"x":{"side":"BUY","side":"SELL"}}]', 'a key is repeated'],
  ['{"a":1,"\\u0061":2}', 'a key is repeated'],
  ['{"__proto__":{"postOnly":true}}', '__proto__ is not allowed'],
  ['{"a":[{"__proto__":1}]}', '__proto__ is not allowed'],
  ['{"\\u005f_proto__":1}', '__proto__ is not allowed'],
  ['{"constructor":{"prototype":{"a":1}}}', 'constructor is not allowed'],
  ['', 'empty'],
  ['{', 'not valid JSON'],
  ["{'a':1}", 'not valid JSON'],
  ['{"a":1}garbage', 'not valid JSON'],
  ['\ufeff{}', 'not valid JSON'],
  ['NaN', 'not valid JSON'],
  [`${'['.repeat(70)}${']'.repeat(70)}`, 'nested more than 64 levels'],
])('json: %j is refused [W10]', (text, detail) => expect(parse(text)).toEqual(malformed(detail)));

test('json: bytes that are not UTF-8 are refused instead of being replaced', () =>
  expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual(malformed('UTF-8')));

test.each([
  ['a list of numbers', (count: number) => `[${'1,'.repeat(count - 3)}1]`],
  ['a list of empty objects', (count: number) => `[${'{},'.repeat(count / 2 - 2)}{}]`],
  ['one object of many keys', (count: number) => `{${'"a":1,'.repeat(count - 3)}"b":1}`],
])('json: %s is refused by its width before anything is built from it [R14]', (_name, wide) => {
  const excess = malformed('holds more than 4096 values');
  expect(parse(wide(4_096))).not.toEqual(excess);
  expect(parse(wide(4_098))).toEqual(excess);
  // Within the operator's bounds this body is not excessive.
  expect(parseJson(Buffer.from(wide(4_098)), OPERATOR_BODY)).not.toEqual(excess);
});

test('json: what stands in strings is neither depth nor width', () => {
  const text = JSON.stringify({ 'a{[,:': `${'[{,:'.repeat(50_000)}\\"` });
  expect(parse(text)).toEqual({ kind: 'json', value: JSON.parse(text) });
});

test('json: hostile depth does not exhaust the stack', () =>
  expect(parse(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).toEqual(malformed('nested')));

test('json: whatever can be written is read back, however its text looks', () =>
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      fc.pre(!text.includes('"constructor"'));
      const hostile = /"__proto__"\s*:/.test(text);
      expect(parseJson(Buffer.from(text)).kind).toBe(hostile ? 'malformed' : 'json');
    }),
  ));

test('json: an object that repeats any of its keys is refused [W10]', () => {
  const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
  fc.assert(
    fc.property(object, fc.nat(), (value, pick) => {
      const keys = Object.keys(value);
      const again = keys[pick % keys.length] ?? '';
      const text = `${JSON.stringify(value).slice(0, -1)},${JSON.stringify(again)}:0}`;
      expect(parseJson(Buffer.from(text)).kind).toBe('malformed');
    }),
  );
});
