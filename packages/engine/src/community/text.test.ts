import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import { nameProblem } from './names.ts';
import { textProblem } from './text.ts';

const PILE = 'must not pile up marks on a letter';
const ACCENT = '\u0301';

test.each([
  ['one letter and 1,999 accents', `a${ACCENT.repeat(1_999)}`],
  ['marks of several kinds', 'a\u0301\u0489\u20dd\u0316\u0334'],
  ['a pile in the middle of a line', `first\nse${ACCENT.repeat(5)}cond`],
  ['nothing but marks', '\u0301\u0302\u0303\u0304\u0305'],
])('text: %s is refused [E80]', (_what, text) =>
  expect([textProblem(text, 2_000), nameProblem(text, 2_000) === null]).toEqual([PILE, false]),
);

test.each([
  ...[
    'Tie\u0302\u0301ng Vie\u0323\u0302t',
    'क्षि',
    'שָּׁלוֹם',
    'ཧཱུྃ',
    'กำลังใจ',
    '👩🏽\u200d🚀 1\ufe0f\u20e3',
    'a\u0301\u0302\u0303\u0304',
  ],
])('text: %s is spelled as it may be [E80]', (text) => expect(textProblem(text, 2_000)).toBe(null));

test('text: a letter bears up to four marks, wherever and however often [E80]', () => {
  const letter = fc.tuple(fc.constantFrom('a', 'ก', 'क', 'ב', '\n', ' '), fc.nat(6));
  forAll(100, [fc.array(letter, { minLength: 1, maxLength: 20 })], (letters) => {
    const text = letters.map(([base, marks]) => base + ACCENT.repeat(marks)).join('');
    expect(textProblem(text, 2_000)).toBe(letters.some(([, marks]) => marks > 4) ? PILE : null);
  });
});
