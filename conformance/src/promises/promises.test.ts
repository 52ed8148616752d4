/** Checks docs/reference/conformance.md against the promises and the tests that name them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printed, rangesOf, renderDocument } from './document.ts';
import { readChapters } from './promises.ts';
import { readProofs } from './proofs.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/reference/conformance.md'), 'utf8');
const CHAPTERS = readChapters();
const PROMISES = CHAPTERS.flatMap(({ promises }) => promises);
const PROOFS = readProofs();

test('promises: CONFORMANCE is what `npm run promises` writes', () => expect(DOCUMENT).toBe(renderDocument(CHAPTERS)));

test('promises: each id stands once', () => {
  const ids = PROMISES.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('promises: each one is proven by tests or measured by a command, and no test names another', () => {
  const proven = new Set(PROOFS.flatMap(({ ids }) => ids));
  expect(PROMISES.filter(({ id, measuredBy }) => proven.has(id) === (measuredBy !== ''))).toEqual([]);
  expect([...proven.difference(new Set(PROMISES.map(({ id }) => id)))]).toEqual([]);
});

test('promises: one is printed with its limit and the files that prove it, and a letter prints its chapter', () => {
  expect(printed(['E14', 'E999'], CHAPTERS, PROOFS)).toBe(
    'E14 The fast book equals the naive one (prices in 1/10000)\n    packages/engine/src/book/book.prop.test.ts\n',
  );
  const rules = printed(['A'], CHAPTERS, PROOFS);
  expect(rules.match(/^A\d+ /gm)).toHaveLength(PROMISES.filter(({ id }) => id.startsWith('A')).length);
});

test('promises: the rules of a chapter are ranges of ids', () => {
  expect(rangesOf(['A1', 'A2', 'A3', 'A7', 'A9', 'A10'])).toBe('A1–A3, A7, A9–A10');
  expect(rangesOf(['A1'])).toBe('A1');
});
