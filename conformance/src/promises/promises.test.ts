/** Checks docs/reference/conformance.md against the promises and the tests that name them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { labelsOf, renderDocument } from './document.ts';
import { readChapters } from './promises.ts';
import { readProofs } from './proofs.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/reference/conformance.md'), 'utf8');
const CHAPTERS = readChapters();
const PROMISES = CHAPTERS.flatMap(({ promises }) => promises);
const PROOFS = readProofs();

describe('promises', () => {
  test('promises: CONFORMANCE is what `npm run promises` writes', () => {
    expect(DOCUMENT).toBe(renderDocument(CHAPTERS, PROOFS));
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

  test('promises: a file is called by as many of its folders as tell it from others', () => {
    const files = ['a/fees.test.ts', 'a/book.int.test.ts', 'b/c/names.test.ts', 'a/c/names.test.tsx', 'a/d-suite.ts'];
    expect([...labelsOf(files).values()]).toEqual(['fees', 'book.int', 'b/c/names', 'a/c/names', 'd-suite']);
  });
});
