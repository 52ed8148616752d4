/** Tests that prove promises, read from the sources: a test names its promises in brackets at the end of its name. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, TEST_FILES } from '../../../scripts/tests/test-files.ts';
import { ALL_CHECKS } from '../all-checks.ts';
import type { Check } from '../check.ts';

export interface Proof {
  /** Path from the repository root: a test file, a suite that test files run, or `CONFORMANCE_RUN`. */
  readonly file: string;
  /** The test's name as in its source, with placeholders and brackets. */
  readonly title: string;
  readonly ids: readonly string[];
}

/** The file of all rules of the conformance run. Its proofs are the tests `conformance: SECTION: RULE`. */
const CONFORMANCE_RUN = 'conformance/src/all-checks.ts';

const COMMENT = /^ *(?:\/\/|\/?\*).*$/gm;
const TITLE = /(['"`])((?:\\.|(?!\1).)* \[([A-Z]\d[^\]]*)\])\1,/g;

export const isTestFile = (file: string): boolean => /\.test\.tsx?$/.test(file);

export const proofsIn = (source: string, file: string): readonly Proof[] =>
  [...source.replaceAll(COMMENT, '').matchAll(TITLE)].map(([, , title = '', ids = '']) => ({
    file,
    title,
    ids: ids.split(' '),
  }));

/** Proofs by the rules of the run, which end with their own id. */
export const proofsOfRun = (checks: readonly Check[]): readonly Proof[] =>
  checks.map(({ section, rule }) => ({
    file: CONFORMANCE_RUN,
    title: `conformance: ${section}: ${rule}`,
    ids: [rule.slice(rule.lastIndexOf('[') + 1, -1)],
  }));

export const readProofs = (): readonly Proof[] => [
  ...proofsOfRun(ALL_CHECKS),
  ...[...TEST_FILES, ...globSync('packages/*/src/**/testing/*-suite.ts', { cwd: ROOT }).sort()].flatMap((file) =>
    proofsIn(readFileSync(join(ROOT, file), 'utf8'), file),
  ),
];
