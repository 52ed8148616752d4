/** A result is believed for the same bug and the same simulator, and when it says as much as is asked for. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptResults } from './kept-results.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './table.ts';

const [first, second] = MUTANTS as readonly [Mutant, Mutant];
const FROM_ONE = { firstSeed: 1, budget: 100 };

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'results.jsonl');
}

test('kept results: a hunt that was ended goes on with what it has found out', () => {
  const path = file();
  const found = {
    mutant: first,
    seconds: 2,
    outcome: { kind: 'found', seeds: 7, rule: 'a rule', message: 'why' },
  } as const;
  const missed = { mutant: second, seconds: 90, outcome: { kind: 'not_found', seeds: 100 } } as const;
  const before = new KeptResults(path);
  expect(before.find(first, FROM_ONE)).toBeNull();
  before.keep(found, 1);
  before.keep(missed, 1);
  const after = new KeptResults(path);
  expect(after.find(first, FROM_ONE)).toEqual(found);
  expect(after.find(second, FROM_ONE)).toEqual(missed);
});

test('kept results: what says less, of other seeds or of another bug, is not believed', () => {
  const path = file();
  const results = new KeptResults(path);
  results.keep({ mutant: first, seconds: 2, outcome: { kind: 'found', seeds: 7, rule: 'a rule', message: '' } }, 1);
  results.keep({ mutant: second, seconds: 2, outcome: { kind: 'not_found', seeds: 100 } }, 1);
  expect(results.find(first, { firstSeed: 2, budget: 100 })).toBeNull();
  expect(results.find(first, { firstSeed: 1, budget: 6 })).toBeNull();
  expect(results.find(second, { firstSeed: 1, budget: 101 })).toBeNull();
  expect(results.find({ ...first, by: `${first.by} ` }, FROM_ONE)).toBeNull();
});

test('kept results: a file that is damaged is not read past', () => {
  const path = file();
  appendFileSync(path, '{"key":\n');
  expect(() => new KeptResults(path)).toThrow(SyntaxError);
});
