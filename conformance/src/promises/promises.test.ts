/** Checks docs/reference/conformance.md against the promises and the tests that name them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDocument } from './document.ts';
import { readChapters } from './promises.ts';
import { filesProving, readProofs } from './proofs.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/reference/conformance.md'), 'utf8');
const CHAPTERS = readChapters();
const PROMISES = CHAPTERS.flatMap(({ promises }) => promises);
const PROOFS = readProofs();

describe('promises', () => {
  test('promises: CONFORMANCE is what `npm run promises` writes', () => {
    expect(DOCUMENT).toBe(renderDocument(CHAPTERS));
  });

  test('promises: each id stands once', () => {
    const ids = PROMISES.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('promises: each one is proven by tests or measured by a command, and no test names another', () => {
    const proven = new Set(PROOFS.flatMap(({ ids }) => ids));
    expect(PROMISES.filter(({ id, measuredBy }) => proven.has(id) === (measuredBy !== ''))).toEqual([]);
    expect([...proven.difference(new Set(PROMISES.map(({ id }) => id)))]).toEqual([]);
  });

  test('promises: the files that prove some are named once each, and none for an unknown one', () => {
    const [files, none] = [filesProving(['E1', 'V1'], PROOFS), filesProving(['E999'], PROOFS)];
    expect(files).toEqual(['conformance/src/all-checks.ts', 'packages/engine/src/engine.prop.test.ts']);
    expect(none).toEqual([]);
  });
});
