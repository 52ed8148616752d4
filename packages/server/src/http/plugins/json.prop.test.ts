import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

test('json: whatever can be written is read back, however its text looks', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      fc.pre(!text.includes('"constructor"'));
      const hostile = /"__proto__"\s*:/.test(text);
      expect(parseJson(Buffer.from(text)).kind).toBe(hostile ? 'malformed' : 'json');
    }),
  );
});

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
