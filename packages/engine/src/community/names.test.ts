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

test.each([
  ['two\nlines', INVISIBLE],
  ['zero\u200bwidth', INVISIBLE],
  ['joined\u200dup', INVISIBLE],
  ['turned\u202eback', INVISIBLE],
  ['isolated\u2066', INVISIBLE],
  ['soft\u00adhyphen', INVISIBLE],
  ['blank\u3164', INVISIBLE],
  ['blank\u2800', INVISIBLE],
  ['byte\ufefforder', INVISIBLE],
  ['tag\u{e0041}', INVISIBLE],
  ['variant\ufe0f', INVISIBLE],
  ['private\ue000', INVISIBLE],
  ['half \ud83d', 'must be well-formed Unicode'],
  ['Аnn', MIXED],
  ['Αnn', MIXED],
  ['Аδα', MIXED],
  ['Annא', MIXED],
  ['Ann\u0627', MIXED],
  ['Яさ', MIXED],
  ['さ이', MIXED],
  ['ａnn', STYLED],
  ['𝐀nn', STYLED],
  ['ﬁn', STYLED],
  ['Ⅳ', STYLED],
  ['e\u0301', STYLED],
  ['no\u00a0break', STYLED],
  ['ʀaven', CHARACTERS],
  ['ꓐob', CHARACTERS],
  ['Ꭺnn', CHARACTERS],
  ['Ann ✅', CHARACTERS],
  ['Ann | Bob', CHARACTERS],
  ['<b>', CHARACTERS],
  ['x\u0336', MARKS],
  ['Ann\u0488', MARKS],
  ['ส\u0e35\u0e48\u0e35\u0e48\u0e35', MARKS],
  ['two  spaces', 'must not have two spaces in a row'],
  ['...', 'must have a letter or a digit'],
  ['0xAbCd is me', ADDRESS],
  ['0XABCD', ADDRESS],
  ['Oxdead', ADDRESS],
  ['0 x1234', ADDRESS],
  ['Ох0000', ADDRESS],
  ['admin', RESERVED],
  ['Admin', RESERVED],
  ['a d m i n', RESERVED],
  ['ADMlN', RESERVED],
  ['4dm1n', RESERVED],
  ['The Administrator', RESERVED],
  ['AdminAnn', RESERVED],
  ['admin_2', RESERVED],
  ['rnoderator', RESERVED],
  ['гоот', RESERVED],
  ['moderat0r', RESERVED],
  ['Mod', RESERVED],
  ['mod 7', RESERVED],
  ['Ноusе', MIXED],
  ['H0USE', RESERVED],
  ['hous3', RESERVED],
  ['System', RESERVED],
  ['5ystem', RESERVED],
  ['Official Ann', RESERVED],
  ['Bellwether', RESERVED],
  ['BeIlvvether Support', RESERVED],
  ['Bell-Wether 1', RESERVED],
  ['x Bellwether x', RESERVED],
  ['Operator', RESERVED],
  ['suppórt', RESERVED],
  ['тор', null],
  ['х'.repeat(41), 'must have at most 40 characters'],
])('names: %j: %s [E26]', (name, problem) => expect(nameProblem(name, 40)).toBe(problem));

const isOne = (one: string, other: string): boolean => [...looksOf(one)].some((look) => looksOf(other).has(look));

test.each([
  ['Ann', 'ANN'],
  ['Zoë', 'zoe'],
  ['Straße', 'STRASSE'],
  ['Bill', 'BIII'],
  ['Bob', 'B0b'],
  ['Corn', 'Com'],
  ['Wall', 'VVaII'],
  ['Ann Lee', 'ann_lee'],
  ['Cope', 'Соре'],
  ['Hot', 'НОТ'],
  ['TEXT', 'ТЕХТ'],
  ['NATO', 'ΝΑΤΟ'],
  ['no', 'ηο'],
  ['ΗΛΙΟΣ', 'ηλιος'.replace('ς', 'σ')],
  ['Łukasz', 'Lukasz'],
  ['ニ', '二'],
  ['lo', 'וס'],
])('names: %j and %j are one name [E26]', (one, other) => expect(isOne(one, other) && isOne(other, one)).toBe(true));

test.each([
  ['Ann', 'Anna'],
  ['Anne', 'Ann3'],
  ['राम', 'रोम'],
  ['か', 'が'],
  ['Ivan', 'Иван'],
])('names: %j and %j are two names', (one, other) => expect(isOne(one, other)).toBe(false));

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
