/** Hidden characters of a text, and invisible characters that are part of its spelling. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import { hidesCharacters, withoutHidden } from './text.ts';

test.each([
  ...Object.entries({ 'hid\u200bden': 'hidden', 'a\u200db': 'ab', 'a\u200cb': 'ab' }),
  ...Object.entries({ 'turned \u202eback\u202c': 'turned back', '\u2066isolated\u2069': 'isolated' }),
  ...Object.entries({ '\u200emarks\u200f\u061c': 'marks', 'soft\u00adhyphen': 'softhyphen' }),
  ...Object.entries({ '\ufeffbyte order': 'byte order', '\u3164blank\u115f\u1160\uffa0': 'blank' }),
  ...Object.entries({ 'lines\u2028and\u2029paragraphs': 'linesandparagraphs' }),
  ...Object.entries({ 'tags \u{e0041}\u{e0042}\u{e007f}': 'tags ', 'a\ufe0f\u{e0100}': 'a', '🐢\u200d': '🐢' }),
  ...Object.entries({ 'می\u200c\u200d\u200cخ': 'می\u200cخ', '🏴\u{e0067}\u{e0062}': '🏴' }),
  // Removing hidden characters also removes the characters that depend on them.
  ...Object.entries({ '\ufe0f\u200d❤': '❤', '\u061c\u200cx': 'x', 'a\u180b\u200cb': 'ab' }),
  ...Object.entries({ 'a\u17b4\u200db': 'ab', '\u1820\u180b\u180b\u180b\u180b': '\u1820\u180b\u180b' }),
  ...Object.entries({ [`🏴${'\u{e0067}'.repeat(7)}\u{e007f}`]: '🏴' }),
])('hidden: %j becomes %j', (text, shown) => expect(withoutHidden(text)).toBe(shown));

test.each([
  ...['plain', 'two\nlines', '👩\u200d🚀', '👩🏽\u200d🚀', '🏳\ufe0f\u200d🌈', '👨\u200d👩\u200d👧\u200d👦'],
  ...['❤\ufe0f\u200d🔥', '1\ufe0f\u20e3', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ...['می\u200cخواهم', 'ශ්\u200dරී', 'क्\u200dष', '葛\u{e0100}', '\u1820\u180b\u200d'],
  ...['\u1828\u180e\u1820', 'שלום', 'e\u0301'],
])('hidden: nothing in %j', (text) => expect(hidesCharacters(text)).toBe(false));

test('hidden: what was taken out stays out [E26]', () => {
  const parts = [
    ...'a🐢❤1یक葛🏴🏽\u1820\n\u200b\u200c\u200d\ufe0f\u202e\u061c\u180b\u180e\u17b4\u{e0067}\u{e007f}\u{e0100}\u3164',
  ];
  forAll(2_000, [fc.array(fc.constantFrom(...parts), { maxLength: 24 })], (list) => {
    expect(hidesCharacters(withoutHidden(list.join('')))).toBe(false);
  });
});

test('hidden: a body of the largest size is read once, whatever it is made of', () => {
  for (const hidden of ['\u180b', '\u180e', '\u061c\u200d', '\u17b5\u200d', '\ufe0f\u200d', '🏴\u{e0067}', '\u200d']) {
    const many = hidden.repeat(87_000);
    expect(withoutHidden(`a${many}b`)).toBe(`a${many.replace(/[^🏴]/gu, '')}b`);
  }
});
