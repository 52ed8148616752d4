import { expect, test } from 'vitest';
import { jsonFault } from './json-fault.ts';

test.each(['{}', ' [ ] ', '"a\\u00e9\\n"', '-0.5e+3', '{"a": [1, {"b": null}, "x"], "c": true}\n'])(
  'json: %j is some',
  (text) => {
    expect(jsonFault(text)).toBeNull();
    expect(() => JSON.parse(text)).not.toThrow();
  },
);

test.each([
  ['', 0, 'a value'],
  ['{ "name": }', 10, 'a value'],
  ['{ name: 1 }', 2, 'a name in double quotes or }'],
  ['{ "a": 1, }', 10, 'a name in double quotes'],
  ['{ "a" 1 }', 6, 'a colon'],
  ['[1 2]', 3, 'a comma, or the end of the list or object'],
  ['[1, ]', 4, 'a value'],
  ['[1}', 2, 'a comma, or the end of the list or object'],
  ['[01]', 1, 'a value or ]'],
  ['"a\nb"', 0, 'a value'],
  ['{} x', 3, 'the end'],
  ['[[1]', 4, 'a comma, or the end of the list or object'],
])('json: %j is none', (text, offset, wanted) => {
  expect(jsonFault(text)).toEqual({ offset, wanted });
  expect(() => JSON.parse(text)).toThrow();
});
