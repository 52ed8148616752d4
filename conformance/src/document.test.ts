/** docs/CONFORMANCE.md has every rule that a run checks, word for word in its chapter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL_CHECKS } from './all-checks.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/CONFORMANCE.md'), 'utf8');

/** Rules of a chapter's table by section; rows begin with a letter and a number. */
function promisesOf(section: string): readonly string[] {
  const chapter = DOCUMENT.split(`## Interface: ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...chapter.matchAll(/^\| [A-Z]\d+ +\| (.+?) +\| /gm)].map(([, promise = '']) => promise);
}

describe('docs', () => {
  test.each([...new Set(ALL_CHECKS.map(({ section }) => section))])(
    'docs: the chapter "Interface: %s" of CONFORMANCE has every rule that a run checks',
    (section) => {
      const promised = new Set(promisesOf(section));
      const rules = ALL_CHECKS.filter((check) => check.section === section).map(({ rule }) => rule);
      expect(new Set(rules).size).toBe(rules.length);
      expect(rules.filter((rule) => !promised.has(rule))).toEqual([]);
    },
  );
});
