/** The table follows the code: whoever changes a line that a seeded bug replaces is told to mend the table. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, test } from 'vitest';
import { type Mutant, mutated } from './mutant.ts';
import { MUTANTS, mutantNamed } from './table.ts';

const sourceOf = ({ file }: Mutant): string =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), { encoding: 'utf8' });

describe('seeded bugs', () => {
  test.each(MUTANTS)('$name: its piece of source is there once, and what replaces it is TypeScript', (mutant) => {
    const source = sourceOf(mutant);
    const changed = mutated(source, mutant);
    expect(changed).not.toBe(source);
    // Throws where it cannot be parsed.
    expect(stripTypeScriptTypes(changed).length).toBeGreaterThan(0);
  });

  test('seeded bugs: no two have one name or make the same change, and all say what they break', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(70);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    expect(new Set(MUTANTS.map((mutant) => mutated(sourceOf(mutant), mutant))).size).toBe(MUTANTS.length);
    for (const { name, breaks, file } of MUTANTS) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(breaks).toMatch(/^[A-Z][^|\n]{20,160}\.$/);
      expect(file).toMatch(/^packages\/(engine|server)\/src\/[^.]+\.ts$/);
      expect(mutantNamed(name).name).toBe(name);
    }
  });

  test('seeded bugs: a piece that is gone, or there twice, and a name that is not in the table are refused', () => {
    const [mutant] = MUTANTS;
    if (mutant === undefined) throw new Error('the table is empty');
    const source = sourceOf(mutant);
    expect(() => mutated('', mutant)).toThrow(/occurs 0 times/);
    expect(() => mutated(source + source, mutant)).toThrow(/occurs 2 times/);
    expect(() => mutantNamed('no-such-bug')).toThrow(/no seeded bug no-such-bug/);
  });
});
