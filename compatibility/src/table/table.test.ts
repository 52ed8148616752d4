/** Checks the table client × ability against the tests that prove it, and the document against the table. */
import { expect, test } from 'vitest';
import { ANNOUNCED, CLIENT_NAMES, termsOf } from './clients.ts';
import { readVersions, readWritten, WRITTEN } from './files.ts';
import { END, faultsOf, renderTable, START, withBetweenMarks } from './render.ts';
import { readStatements, type Statement, statementsIn } from './statements.ts';

test('table: every ability of every client is proven by a test or explained, and not both [S14]', () =>
  expect(faultsOf(readStatements())).toEqual([]));

test('table: every client of package.json has its row, at an exact version [S14]', () => {
  const versions = readVersions();
  const packages = CLIENT_NAMES.flatMap((client) => [client, ...(termsOf(client).with ?? [])]);
  expect([...packages, ...ANNOUNCED].toSorted()).toEqual(Object.keys(versions).toSorted());
  expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test.each(WRITTEN)(
  'table: $path has what tests and starts make of it; npm run compatibility:table writes it [S14]',
  (file) => expect(readWritten(file)).toBe(file.render()),
);

const client = '@polymarket/client';
const statement = (abilities: Statement['abilities']): Statement => ({ client, abilities, file: 'x' });

const named = `import {} from '${client}';\ntest('a', () => {`;
const anonymous = `test('a', () => {\n`;

test('statements: read where they are written out, over lines too', () => {
  const source = `${named}\n  proves('${client}');\n  proves(\n  '${client}',\n  'limit', 'cancel',\n  );\n`;
  expect(statementsIn(source, 'x')).toEqual([statement([]), statement(['limit', 'cancel'])]);
});

test.each([
  ['written out', `${named} proves(name, 'limit');`],
  ['written out', `${named} proves('${client}', ...ABILITIES);`],
  ['no ability fly', `${named} proves('${client}', 'fly');`],
  ['no client else', `${anonymous} proves('else', 'limit');`],
  ['never names the package', `${anonymous} proves('${client}', 'limit');`],
  ['outside of a test', `import {} from '${client}';\nproves('${client}', 'limit');\n${anonymous}`],
  ['never names the package', `import {} from '${client}-v2';\n${anonymous} proves('${client}', 'limit');`],
  ['does not state', `${named} });\n  test('b', () => {\n  proves('${client}', 'limit');\n`],
])('statements: refused where it is %s: %s', (why, source) => expect(() => statementsIn(source, 'x')).toThrow(why));

test('cells: neither proven nor explained is a fault, and so is both', () => {
  const faults = faultsOf([{ client: 'ccxt', abilities: ['wallets'], file: 'x' }]);
  expect(faults).toContain('ccxt, wallets: a test proves it and noCallFor names it');
  expect(faults).toContain(`${client}, limit: no test proves it and nothing explains it`);
});

test('document: only what stands between the marks is replaced, and a lost mark is said', () => {
  const table = renderTable([statement(['limit'])], { [client]: '1.2.3' });
  expect(table).toContain(`\`${client}\` 1.2.3 `);
  expect(withBetweenMarks(`a\n${START}\nold\n${END}\nb\n`, 'new')).toBe(`a\n${START}\n\nnew\n\n${END}\nb\n`);
  expect(() => withBetweenMarks('a', 'new')).toThrow('marks');
});
