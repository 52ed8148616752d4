/** Reading of pasted questions: cells, columns, and what is wrong where. */
import { expect, test } from 'vitest';
import { eventBody } from './draft.ts';
import { cellsOf, type Pasted, ROWS_MAX, readPaste } from './paste.ts';

const NOW_MS = Date.parse('2027-01-01T00:00:00Z');
const HEAD = 'title,rules,source,ends,answers,tags,opens,closes';
const HOUSE_HEAD = `${HEAD},house`;
const rowsOf = (text: string) => {
  const pasted: Pasted = readPaste(text, NOW_MS);
  if (pasted.kind === 'unreadable') throw new Error(pasted.problem);
  return pasted.rows;
};

test.each<[string, ReturnType<typeof cellsOf>]>([
  [
    'a,b\r\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\ufeffa\tb,c\n', [['a', 'b,c']]],
  ['a;b\n', [['a', 'b']]],
  ['"a, ""b""\nc", d\n\n , \n', [['a, "b"\nc', ' d']]],
  ['a "b",c', [['a "b"', 'c']]],
  ['a\n"b', 'The quote that opens in line 2 is not closed.'],
])('paste: the cells of %j', (text, cells) => expect(cellsOf(text)).toEqual(cells));

test.each<[string, RegExp]>([
  ['titel,rules,source,ends\n', /“titel” is no column/],
  ['title,rules,title\n', /“title” is there twice/],
  ['title,rules,source\nx', /“ends” is missing/],
  [`${HEAD}\n`, /there is no question/],
  [`${HEAD}\n${'x,y,z,2030-01-01\n'.repeat(ROWS_MAX + 1)}`, /201 questions; at most 200/],
])('paste: %j is not read', (text, problem) =>
  expect(readPaste(text, NOW_MS)).toMatchObject({ kind: 'unreadable', problem: expect.stringMatching(problem) }),
);

test('paste: a row becomes the body of its event', () => {
  const [first, second] = rowsOf(
    `${HEAD}\nWho wins?,"By points, then goals.",League,2030-05-30 20:00,Lisbon| Porto |Other,"Sports, Cup",2029-01-01,\nRain?,Any.,Office,2030-05-30,,,,`,
  );
  expect(first?.problems).toEqual([]);
  expect(first && eventBody(first.draft)).toMatchObject({
    ...{ title: 'Who wins?', slug: 'who-wins', negRisk: true, tags: ['Sports', 'Cup'] },
    endDate: new Date('2030-05-30T20:00').toISOString(),
    closeTime: new Date('2030-05-30T20:00').toISOString(),
    openTime: new Date('2029-01-01T00:00').toISOString(),
    markets: [{ question: 'Who wins? Lisbon', groupItemTitle: 'Lisbon' }, {}, { groupItemTitle: 'Other' }],
  });
  const body = second && eventBody(second.draft);
  expect(body).toMatchObject({ negRisk: false, endDate: new Date('2030-05-30T23:59').toISOString() });
  expect(body?.['markets']).toMatchObject([{ question: 'Rain?', outcomes: ['Yes', 'No'] }]);
});

test('paste: problems name the column, and a second row with the same address names the first', () => {
  const rows = rowsOf(
    `${HEAD}\nA,,x,soon,one,,,\nB,r,x,2020-01-01,a|a,,,\nC,r,x,2030-01-01,,,2030-02-01,\nC,r,x,2030-01-01,,,,,more`,
  );
  expect(rows.map(({ row, problems }) => [row, ...problems.map((problem) => problem.replace(/: .*/, ''))])).toEqual([
    [2, 'column answers', 'column rules', 'column ends'],
    [3, 'column answers', 'column ends'],
    [4, 'column opens'],
    [5, '9 cells for 8 columns.', 'column title'],
  ]);
  expect(rows[3]?.problems[1]).toBe('column title: Row 4 has the same address.');
});

test('paste: the house makes the market where its column has an amount', () => {
  const row = 'Q,r,x,2030-01-01,,,,';
  const rows = rowsOf(`${HOUSE_HEAD}\n${row},25\n${row.replace('Q', 'R')},\n${row.replace('Q', 'S')},none`);
  expect(rows.map(({ draft }) => eventBody(draft)['houseMaker'])).toEqual([
    { subsidy: '25' },
    undefined,
    { subsidy: '' },
  ]);
  expect(rows.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
  expect(rows[2]?.problems[0]).toMatch(/^column house: Enter a number/);
});
