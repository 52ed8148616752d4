import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';

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
  expect(() => parseAddress(text)).toThrow('BELLWETHER_JOURNAL must be');
  expect(() => parseAddress(text)).not.toThrow('secret');
});
