import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { checkSettings, unsafeSettings } from './settings.ts';

const SAFE: Readonly<Record<string, string>> = {
  server_version_num: '150010',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: 'ANY 1 (b)',
};
const settings = (changes: Readonly<Record<string, string>> = {}) => new Map(Object.entries({ ...SAFE, ...changes }));

test('settings: what is durable is taken', () => {
  expect(unsafeSettings(settings())).toEqual([]);
  expect(checkSettings('here', settings({ synchronous_commit: 'remote_apply' }), false)).toEqual([]);
});

const UNSAFE: [string, string, boolean][] = [
  ['fsync', 'off', true],
  ['full_page_writes', 'off', true],
  ['synchronous_standby_names', '', true],
  ['synchronous_standby_names', ' ', true],
  ['synchronous_commit', 'remote_write', false],
  ['synchronous_commit', 'local', false],
  ['synchronous_commit', 'off', false],
  ['server_version_num', '140012', false],
];
test.each(UNSAFE)('settings: %s = "%s" is refused by name; a test may have it: %s', (name, value, mayBeTest) => {
  const unsafe = settings({ [name]: value });
  expect(() => checkSettings('db:5432', unsafe, false)).toThrow(name);
  if (mayBeTest) expect(checkSettings('db:5432', unsafe, true)).toEqual([expect.stringContaining(name)]);
  else expect(() => checkSettings('db:5432', unsafe, true)).toThrow(name);
});

test('settings: all that is wrong is said at once, and what is not said counts as wrong', () => {
  expect(() => checkSettings('here', settings({ fsync: 'off', synchronous_commit: 'off' }), false)).toThrow(
    /synchronous_commit is off.*fsync is off/,
  );
  expect(unsafeSettings(new Map())).toHaveLength(5);
});

test('address: one server, several, a socket; never a password in what is shown', () => {
  expect(parseAddress('postgres://me:se%40cret@db:5433/venue')).toEqual({
    urls: ['postgres://me:se%40cret@db:5433/venue'],
    shown: 'db:5433, database venue',
  });
  expect(parseAddress('postgresql://me:secret@a,b:5433/venue?sslmode=require')).toEqual({
    urls: ['postgresql://me:secret@a/venue?sslmode=require', 'postgresql://me:secret@b:5433/venue?sslmode=require'],
    shown: 'a, b:5433, database venue',
  });
  expect(parseAddress('postgres:///venue?host=/run/postgresql').shown).toBe('/run/postgresql, database venue');
});

test.each([
  'mysql://me:secret@db/venue',
  'postgres://me:secret@db',
  'postgres://me:secret@db/venue?statement_timeout=5&password=secret',
  'postgres://me:secret@db:port/venue',
  'postgres://me:sec/ret@db/venue',
])('address: %s is refused without repeating it', (text) => {
  expect(() => parseAddress(text)).toThrow('the address of a journal must be');
  expect(() => parseAddress(text)).not.toThrow('secret');
});
