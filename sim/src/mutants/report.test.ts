/** What a hunt tells of bugs that it did not find: each in its own words, and never as found. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import type { Hunted } from './hunt.ts';
import { huntedLine, isFound, section, summary } from './report.ts';
import { MUTANTS } from './table.ts';

const [first, second, third, fourth] = MUTANTS;
if (first === undefined || second === undefined || third === undefined || fourth === undefined)
  throw new Error('the table is too short');

const HUNTED: readonly Hunted[] = [
  { mutant: first, seconds: 1.25, outcome: { kind: 'found', seeds: 3, rule: 'a | rule', message: 'one\ntwo' } },
  { mutant: second, seconds: 60, outcome: { kind: 'not_found', seeds: 200 } },
  { mutant: third, seconds: 60, outcome: { kind: 'not_loaded' } },
  { mutant: fourth, seconds: 0.5, outcome: { kind: 'spoiled', message: 'x is not defined' } },
];

test('report: a bug that was not found is told with why', () => {
  expect(HUNTED.map(isFound)).toEqual([true, false, false, false]);
  expect(HUNTED.map((hunted) => huntedLine(hunted).split(/\s{2,}|:/)[0])).toEqual([
    'found',
    'NOT FOUND',
    `NOT LOADED ${third.name}`,
    'SPOILED',
  ]);
  expect(summary(HUNTED)).toBe('1 of 4 seeded bugs found, half of them within 3 seeds, the last after 3');
});

test('report: the section has a row for every bug of the table, whole though a rule has a bar in its name', () => {
  const rows = section(HUNTED, 200)
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(MUTANTS.length);
  const cells = rows.map((row) => row.split(' | ').map((cell) => cell.trim()));
  for (const row of cells) expect(row).toHaveLength(5);
  expect(cells[0]?.slice(2)).toEqual(['a / rule', '3', '1.3 |']);
  expect(cells[1]?.slice(2)).toEqual(['**not found**', '200', '60.0 |']);
});

test('report: a section that was written is as the formatter leaves it', () => {
  const input = `${section(HUNTED, 200)}\n`;
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const words = [biome, 'format', '--stdin-file-path=docs/RELIABILITY.md'];
  const { stdout } = spawnSync(process.execPath, words, { input, encoding: 'utf8' });
  expect(stdout).toBe(input);
});
