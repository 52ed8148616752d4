import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CASES, compare, rowOf } from './testing/compare.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/reference/sandbox.md'), 'utf8');
/** The rows of the document, with single blanks. */
const ROWS = PAGE.split('\n').map((line) => line.replace(/ +/g, ' '));

test.each(CASES)(
  'latency: a strategy gets the same fills and profit as in a reference of its own: %s',
  async (name, points) => {
    const { sandbox, reference } = await compare(points);
    expect(sandbox).toEqual(reference);
    expect(ROWS).toContain(rowOf(name, { sandbox, reference }));
  },
);
