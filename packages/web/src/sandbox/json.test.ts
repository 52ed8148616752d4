import { expect, test } from 'vitest';
import { jsonFault, lineOf, offsetOf } from './json.ts';

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

const JSON_TEXT = `{
  "name": "mine, { not: [yours]",
  "traders": [],
  "script": [
    { "at": "1m", "do": { "kind": "disarm" } },
    [1, [2, -3.5e1], null],
    { "at": "2m", "do": { "kind": "belief", "to": 0.5 } }
  ]
}
`;

test.each([
  ['name', '"name"', 2],
  ['script', '"script"', 4],
  ['script.0', '{ "at": "1m"', 5],
  ['script.1.1.1', '-3.5e1', 6],
  ['script.2.do.to', '"to"', 7],
  // For a missing value, the innermost existing container is found.
  ['script.2.do.market', '"do": { "kind": "belief"', 7],
  ['script.7.at', '"script"', 4],
  ['traders.0', '"traders"', 3],
])('json: %s is found', (path, there, line) => {
  const offset = offsetOf(JSON_TEXT, path.split('.'));
  expect(offset).toBe(JSON_TEXT.indexOf(there));
  expect(lineOf(JSON_TEXT, offset ?? 0)).toBe(line);
});

test('json: what is nowhere in it is nowhere', () => {
  expect([offsetOf(JSON_TEXT, ['the']), offsetOf('"name"', ['name'])]).toEqual([null, null]);
  expect(offsetOf('{}', ['name'])).toBeNull();
});
