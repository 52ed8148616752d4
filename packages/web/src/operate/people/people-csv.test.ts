import { expect, test } from 'vitest';
import { cellsOf } from '../paste.ts';
import { csvOf, readPeople } from './people-csv.ts';

test.each<[string, unknown]>([
  ['email,name\nann@a.example,Ann\n,Ben', [{ email: 'ann@a.example', name: 'Ann' }, { name: 'Ben' }]],
  ['Name;Group;Role\n"Doe, Jo";"Team A";editor', [{ name: 'Doe, Jo', group: 'Team A', role: 'editor' }]],
  ['email\n', 'Below the row of names there is nobody.'],
  ['mail\na@b.c', expect.stringContaining('“mail” is none of them')],
  ['', expect.stringContaining('Row 1 names the columns')],
  ['email\nann', 'Row 2: “ann” is no e-mail address.'],
  ['email\nAnn@a.example\nann@A.example', 'Row 3: Row 2 has the same e-mail address.'],
  ['name,role\nAnn,owner', expect.stringContaining('Row 2: “owner” is no role')],
  ['name\n"Ann', 'The quote that opens in line 2 is not closed.'],
  [`name\n${'Ann\n'.repeat(1_001)}`, '1001 people; at most 1000 at a time.'],
])('people csv: %j', (text, expected) => expect(readPeople(text)).toEqual(expected));

test('people csv: what is written is read again, and no cell is a formula', () => {
  const rows = [
    ['name', 'email'],
    ['Doe, "Jo"\nII', 'jo@a.example'],
    ['=1+1', null],
    ['-2', '@x'],
  ];
  const text = csvOf(rows);
  expect(cellsOf(text)).toEqual([rows[0], rows[1], ["'=1+1", ''], ["'-2", "'@x"]]);
});
