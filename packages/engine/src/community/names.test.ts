/** Table of names: which are accepted, which are refused and with which text, and which count as the same name. */
import { expect, test } from 'vitest';
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import { Shadow } from '../testing/shadow.ts';
import { type AccountId, accountId } from '../units/ids.ts';
import { looksOf } from './look-alikes.ts';
import { nameProblem } from './names.ts';

const INVISIBLE = 'must be one line without invisible characters';
const MIXED = 'must not mix alphabets';
const STYLED = 'must be in plain characters, without styled or compatibility forms';
const CHARACTERS = "must have only letters, digits, spaces and . _ ' ’ · ・ & ! ? # + -";
const MARKS = 'must not pile up marks on a letter';
const RESERVED = 'must not look like one that is reserved for the venue';
const ADDRESS = 'must not look like an address';

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
  ...allWith(MARKS, 'x\u0336', 'Ann\u0488', 'ส\u0e35\u0e48\u0e35\u0e48\u0e35'),
  ['two  spaces', 'must not have two spaces in a row'],
  ['...', 'must have a letter or a digit'],
  ...allWith(ADDRESS, '0xAbCd is me', '0XABCD', 'Oxdead', '0 x1234', 'Ох0000'),
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
