import { describe, expect, test } from 'vitest';
import { parseJson } from './json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const malformed = (detail: string) => ({ kind: 'malformed', detail: expect.stringContaining(detail) });

describe('json', () => {
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
  ])('json: %s is read as it is', (text) => {
    expect(parse(text)).toEqual({ kind: 'json', value: JSON.parse(text) });
  });

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
  ])('json: %j is refused', (text, detail) => {
    expect(parse(text)).toEqual(malformed(detail));
  });

  test('json: bytes that are not UTF-8 are refused instead of being replaced', () => {
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual(malformed('UTF-8'));
  });

  test('json: hostile depth does not exhaust the stack', () => {
    expect(parse(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).toEqual(malformed('nested'));
  });
});
