/**
 * Rules for test files, so that a result depends on the code and never on the machine's load. The quick lane starts no
 * programs, binds no port by number, sleeps nowhere and sets no upper bound on elapsed time. In all lanes, no test has
 * its own time limit.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from '../boundaries/read-imports.ts';
import { isQuick, ROOT, TEST_FILES, VENUE_PROCESS } from './test-files.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Packages and folders that only tests use. */
const SUPPORT = /\/testing\/|\.testing\.ts$/;
const PROGRAMS = /^(?:node:child_process|@bellwether\/(?:venue|postgres)-process)/;
const importsOf = (path: string, text: string): readonly string[] =>
  readImports(path, text).flatMap(({ specifier, typeOnly }) => (typeOnly || specifier === null ? [] : [specifier]));

interface Source {
  readonly text: string;
  readonly imports: readonly string[];
}

/**
 * The files of the quick lane and the test support that they import, by path. This file is left out, because it
 * contains the forbidden examples.
 */
function quickSources(): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  const add = (path: string): void => {
    if (sources.has(path) || path === 'scripts/tests/rules.test.ts') return;
    const text = read(path);
    const imports = importsOf(path, text);
    sources.set(path, { text, imports });
    for (const specifier of imports) {
      const to = specifier.startsWith('.') ? join(dirname(path), specifier) : '';
      if (SUPPORT.test(to) && !to.endsWith('.json')) add(to);
    }
  };
  for (const path of TEST_FILES) if (isQuick(path) && path !== VENUE_PROCESS) add(path);
  return sources;
}

interface Rule {
  readonly forbids: string;
  readonly isBroken: (source: Source) => boolean;
  /** Lines that break the rule, so that the rule itself stays tested. */
  readonly broken: readonly string[];
  readonly kept: readonly string[];
}

const matches =
  (pattern: RegExp) =>
  ({ text }: Source): boolean =>
    pattern.test(text);

const RULES: readonly Rule[] = [
  {
    forbids: 'a program',
    isBroken: ({ imports }) => imports.some((specifier) => PROGRAMS.test(specifier)),
    broken: ["import { spawn } from 'node:child_process';", "await import('@bellwether/venue-process');"],
    kept: ["import type { ChildProcess } from 'node:child_process';"],
  },
  {
    forbids: 'a port by number',
    isBroken: matches(/\bfreePorts?\(|\.listen\([1-9]|\bport: [1-9]\d{3,}.*listen/),
    broken: ['const port = await freePort();', 'server.listen(8080);'],
    kept: ['server.listen(0);', "await app.listen({ host: '127.0.0.1', port: 0 });"],
  },
  {
    forbids: 'a sleep',
    isBroken: matches(/\bsetTimeout\((?:\(?\w*\)?, )?[1-9][\d_]*\)|(?<!\.)\b(?:sleep|delay|pause)\([\d_]+\)/),
    broken: ['await setTimeout(20);', 'new Promise((resolve) => setTimeout(resolve, 50));', 'await sleep(1_000);'],
    kept: ['await setTimeout(0);', 'process.pause(100);'],
  },
  {
    // A lower bound holds at any load.
    forbids: 'an upper bound of wall time',
    isBroken: matches(/expect\([^;]*\b(?:performance|Date)\.now\(\)[^;]*\)\s*\.toBeLess/),
    broken: ['expect(Date.now() - began).toBeLessThan(5);'],
    kept: ['expect(performance.now() - began).toBeGreaterThan(45);'],
  },
];

const sourceOf = (text: string): Source => ({ text, imports: importsOf('line.ts', text) });

const sources = quickSources();

test.each(RULES)('rules: $forbids is found where it stands, and nowhere else', ({ isBroken, broken, kept }) => {
  expect(broken.filter((line) => !isBroken(sourceOf(line)))).toEqual([]);
  expect(kept.filter((line) => isBroken(sourceOf(line)))).toEqual([]);
});

test.each(RULES)('rules: no quick test has $forbids', ({ isBroken }) =>
  expect([...sources].filter(([, source]) => isBroken(source)).map(([path]) => path)).toEqual([]),
);

/**
 * Matches limits after the function of a test or hook, the `timeout` option, and `vi.waitFor`, which gives up after a
 * second.
 */
const LIMITS = /^ *\}, [0-9_]+\);$|\btimeout: [0-9_]+|\bvi\.wait(?:For|Until)\(/m;

test('rules: a time limit of a test’s own is found', () =>
  expect(
    '}, 5_000);\n    }, 20);\n  { timeout: 1_000, interval: 5 }, 7);'.split('\n').every((line) => LIMITS.test(line)),
  ).toBe(true));

test('rules: no test has a time limit of its own', () => {
  const limited = TEST_FILES.filter((path) => path !== 'scripts/tests/rules.test.ts' && LIMITS.test(read(path)));
  expect(limited).toEqual([]);
});
