import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import { forAll } from '../testing/runs.ts';
import { Shadow } from '../testing/shadow.ts';
import { type AccountId, accountId } from '../units/units.ts';
import { looksOf } from './look-alikes.ts';
import { nameProblem } from './names.ts';
import { looksLikePseudonym, pseudonym } from './pseudonym.ts';
import { hidesCharacters, textProblem, withoutHidden } from './text.ts';

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

/** Hidden characters of a text, and invisible characters that are part of its spelling. */
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

/** Table of names: which are accepted, which are refused and with which text, and which count as the same name. */
const INVISIBLE = 'must be one line without invisible characters';
const MIXED = 'must not mix alphabets';
const STYLED = 'must be in plain characters, without styled or compatibility forms';
const CHARACTERS = "must have only letters, digits, spaces and . _ ' ’ · ・ & ! ? # + -";
const RESERVED = 'must not look like one that is reserved for the venue';

test.each([
  ...['', 'Ann', 'R2-D2', "O'Brien", 'O’Brien', 'Anne-Marie L.', 'Zoë', 'Nguyễn Thị', 'Łukasz', 'Straße', '007'],
  ...['Анна', 'Ελένη', 'דוד', 'محمد', 'रामकृष्ण', 'ศรีสุดา', '이수진', '田中さくら', 'Sony ソニー'],
  ...['王小明', 'ანა', 'Արամ', '王 Wang', '김 Kim', 'மாலா'],
  ...['Badminton', 'House of Cards', 'Model', 'Modest Mouse', 'Systematic', 'Oxford', 'Team Rain', 'Supporter', 'Bell'],
])('names: %j is a name', (name) => expect(nameProblem(name, 40)).toBeNull());

const allWith = (problem: string, ...names: readonly string[]) => names.map((name) => [name, problem] as const);

test.each<readonly [string, string | null]>([
  ...allWith(INVISIBLE, 'two\nlines', 'zero\u200bwidth', 'joined\u200dup', 'turned\u202eback', 'isolated\u2066'),
  ...allWith(INVISIBLE, 'soft\u00adhyphen', 'blank\u3164', 'blank\u2800', 'byte\ufefforder', 'tag\u{e0041}'),
  ...allWith(INVISIBLE, 'variant\ufe0f', 'private\ue000'),
  ['half \ud83d', 'must be well-formed Unicode'],
  ...allWith(MIXED, 'Аnn', 'Αnn', 'Аδα', 'Annא', 'Ann\u0627', 'Яさ', 'さ이'),
  ...allWith(STYLED, 'ａnn', '𝐀nn', 'ﬁn', 'Ⅳ', 'e\u0301', 'no\u00a0break'),
  ...allWith(CHARACTERS, 'ʀaven', 'ꓐob', 'Ꭺnn', 'Ann ✅', 'Ann | Bob', '<b>'),
  ...allWith('must not pile up marks on a letter', 'x\u0336', 'Ann\u0488', 'ส\u0e35\u0e48\u0e35\u0e48\u0e35'),
  ['two  spaces', 'must not have two spaces in a row'],
  ['...', 'must have a letter or a digit'],
  ...allWith('must not look like an address', '0xAbCd is me', '0XABCD', 'Oxdead', '0 x1234', 'Ох0000'),
  ...allWith(RESERVED, 'admin', 'Admin', 'a d m i n', 'ADMlN', '4dm1n', 'The Administrator', 'AdminAnn', 'admin_2'),
  ...allWith(RESERVED, 'rnoderator', 'гоот', 'moderat0r', 'Mod', 'mod 7'),
  ['Ноusе', MIXED],
  ...allWith(RESERVED, 'H0USE', 'hous3', 'System', '5ystem', 'Official Ann', 'Bellwether', 'BeIlvvether Support'),
  ...allWith(RESERVED, 'Bell-Wether 1', 'x Bellwether x', 'Operator', 'suppórt'),
  ['тор', null],
  ['х'.repeat(41), 'must have at most 40 characters'],
])('names: %j: %s [E26]', (name, problem) => expect(nameProblem(name, 40)).toBe(problem));

const isOne = (one: string, other: string): boolean => [...looksOf(one)].some((look) => looksOf(other).has(look));

test.each([
  ...Object.entries({ Ann: 'ANN', Zoë: 'zoe', Straße: 'STRASSE', Bill: 'BIII', Bob: 'B0b', Corn: 'Com' }),
  ...Object.entries({ Wall: 'VVaII', 'Ann Lee': 'ann_lee', Cope: 'Соре', Hot: 'НОТ', TEXT: 'ТЕХТ' }),
  ...Object.entries({ NATO: 'ΝΑΤΟ', no: 'ηο', ΗΛΙΟΣ: 'ηλιος'.replace('ς', 'σ'), Łukasz: 'Lukasz', ニ: '二' }),
  ...Object.entries({ lo: 'וס' }),
])('names: %j and %j are one name [E26]', (one, other) => expect(isOne(one, other) && isOne(other, one)).toBe(true));

test.each([...Object.entries({ Ann: 'Anna', Anne: 'Ann3', राम: 'रोम', か: 'が', Ivan: 'Иван' })])(
  'names: %j and %j are two names',
  (one, other) => expect(isOne(one, other)).toBe(false),
);

const [ANN, BOB, MEG] = [0, 1, 2].map(accountId) as [AccountId, AccountId, AccountId];

test('names: look-alikes are folded, and the name is free when the last of them gives it up [E26]', () => {
  const { state } = Shadow.opened();
  const told = (account: AccountId, name: string): void => {
    const stamp = { sequence: state.sequence, timeMs: state.timeMs };
    apply(state, { kind: 'ProfileUpdated', account, changes: { name } }, stamp);
  };
  const asks = (): string => {
    const command = { kind: 'UpdateProfile', account: MEG, changes: { name: 'COPE' } } as const;
    const decision = decide(state, command, { sequence: state.sequence + 1, timeMs: state.timeMs });
    return decision.kind === 'reject' ? decision.code : decision.kind;
  };
  told(ANN, 'Cope');
  told(BOB, 'Соре');
  expect(asks()).toBe('name_taken');
  told(ANN, '');
  expect(asks()).toBe('name_taken');
  told(BOB, 'admin\u200b');
  expect(asks()).toBe('accepted');
});

test('pseudonym: these names are promised for ever; a change would rename every account', () => {
  expect(pseudonym('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe('Keen-Pebble');
  expect(pseudonym('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')).toBe('Daring-Ivy');
  expect(pseudonym(`0x${'0'.repeat(40)}`)).toBe('Just-Walnut');
});

test('pseudonym: neighbouring addresses get names of two words, well spread over both lists', () => {
  const adjectives = new Set<string>();
  const nouns = new Set<string>();
  const names = new Set<string>();
  for (let index = 0; index < 5_000; index += 1) {
    const name = pseudonym(`0x${index.toString(16).padStart(40, '0')}`);
    expect(name).toMatch(/^[A-Z][a-z]+-[A-Z][a-z]+$/);
    const [adjective = '', noun = ''] = name.split('-');
    adjectives.add(adjective);
    nouns.add(noun);
    names.add(name);
  }
  expect(adjectives.size).toBeGreaterThanOrEqual(128);
  expect(nouns.size).toBeGreaterThanOrEqual(128);
  // 5,000 random picks out of about 33,000 names give some 4,600 different ones.
  expect(names.size).toBeGreaterThan(4_400);
});

test('pseudonym: a name that looks like any of them is recognised, but for the own one', () => {
  const [own, other] = ['Just-Walnut', 'Keen-Pebble'];
  for (const name of ['Keen-Pebble', 'keenpebble', 'Keen Pebble!', 'KEEN_PEBBLE', 'Кeen-Pebble', 'C1ever Narwhal'])
    expect([name, looksLikePseudonym(name, own)]).toEqual([name, true]);
  expect([looksLikePseudonym('Keen-Pebble', other), looksLikePseudonym('just walnut', own)]).toEqual([false, false]);
  const others = ['Keen', 'Pebble', 'Keen Pebbles', 'Pebble-Keen', 'Keen-Keen', 'Very-Keen-Pebble', 'Alice', ''];
  for (const name of others) expect([name, looksLikePseudonym(name, other)]).toEqual([name, false]);
  for (let index = 0; index < 5_000; index += 1)
    expect(looksLikePseudonym(pseudonym(`0x${index.toString(16).padStart(40, '0')}`), '')).toBe(true);
});
