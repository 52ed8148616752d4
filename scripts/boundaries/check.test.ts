/**
 * Proves the boundary rules. Each rule has a fixture that breaks it on the marked lines and on no others. A fixture is
 * a text with `=== path` before each file and `// expect: rule` behind each import that must be refused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBoundaries, GENERAL_RULES } from './check.ts';
import { ROWS } from './table.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = [
  ...['', 'cluster/', 'demo/', 'bench/', 'sim/', 'compatibility/', 'conformance/'],
  ...['packages/contract/', 'packages/engine/', 'packages/sdk/', 'packages/postgres-process/', 'packages/mcp/'],
  ...['packages/exam/', 'packages/sandbox/', 'packages/server/', 'packages/venue-process/', 'packages/web/'],
  ...[
    'packages/exchange/',
    'packages/feeds/',
    'packages/gateway/',
    'packages/ledger/',
    'packages/nodes/',
    'packages/ports/',
  ],
  ...['packages/news/', 'packages/people/', 'packages/read-model/', 'packages/sandbox-venue/', 'packages/stores/'],
  ...['packages/venue/', 'packages/wire/'],
];
const MANIFESTS = PACKAGES.map((folder): [string, string] => [
  `${folder}package.json`,
  readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
]);

const RULES = [...ROWS.map((row) => row.zone), ...GENERAL_RULES];
const nameOf = (rule: string): string => `${rule.replaceAll('/', '-').replace('*', 'x')}.txt`;

function readFixture(name: string): Map<string, string> {
  const parts = readFileSync(join(FIXTURES, name), 'utf8')
    .split(/^=== (.+)\n/m)
    .slice(1);
  const files = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) files.set(parts[at] ?? '', parts[at + 1] ?? '');
  return files;
}

const expectations = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const rule = /\/\/ expect: (\S+)/.exec(line)?.[1];
      return rule === undefined ? [] : [`${path}:${index + 1} ${rule}`];
    }),
  );

test('boundaries: every rule has its fixture and every fixture its rule [H1]', () =>
  expect(readdirSync(FIXTURES).sort()).toEqual(RULES.map(nameOf).sort()));

test.each(RULES)('boundaries: %s refuses exactly the lines of its fixture [H7]', (rule) => {
  const files = readFixture(nameOf(rule));
  const expected = expectations(files);
  expect(expected.some((line) => line.endsWith(` ${rule}`))).toBe(true);
  const found = checkBoundaries(new Map([...MANIFESTS, ...files]));
  expect(found.map((one) => `${one.path}:${one.line} ${one.rule}`).sort()).toEqual(expected.sort());
});
