/** The rules for names as documented in docs/reference/comments.md. */
import { readFileSync } from 'node:fs';
import { LOOK_ALIKES, RESERVED_ANYWHERE, RESERVED_NAMES, RESERVED_WORDS } from '@bellwether/engine';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('../../../../docs/reference/comments.md', import.meta.url), 'utf8');

test('names: the tables of the documents are the engine’s [E26]', () => {
  const table = document.split(/^\| reads as .*\n\|.*\n/m)[1]?.split('\n\n')[0] ?? '';
  const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  const written = rows.map(([, look, characters]) => [look, [...(characters ?? '')].toSorted()]);
  const known = Object.entries(LOOK_ALIKES).map(([look, characters]) => [look, [...new Set(characters)].toSorted()]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(known));
});

test.each([
  ['in no part of a name', RESERVED_ANYWHERE],
  ['no word of a name', RESERVED_WORDS],
  ['not the whole name', RESERVED_NAMES],
])('names: reserved %s', (place, words) => {
  const list = document.split(`- ${place}:`)[1]?.split('.')[0] ?? '';
  expect(list.split(',').map((word) => word.trim().replace(/\s+/g, ' '))).toEqual(words);
});
