/**
 * Proves the lint rules that keep the engine pure and the style strict: each refuses the marked lines and no others.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

/** Lints one file as if it were at `path` in this repository; returns `line rule`, sorted by line. */
function lint(path: string, files: Readonly<Record<string, string>>): string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'bellwether-lint-'));
  try {
    cpSync(join(ROOT, 'biome.json'), join(scratch, 'biome.json'));
    cpSync(join(ROOT, 'scripts/lint'), join(scratch, 'scripts/lint'), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(scratch, name)), { recursive: true });
      writeFileSync(join(scratch, name), text);
    }
    const args = [BIOME, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', path];
    const { stdout } = spawnSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { path: string; start: { line: number } } }[];
    };
    return diagnostics.map(({ category, location }) => `${location.start.line} ${category.split('/').at(-1)}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const expectations = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const rule = /\/\/ expect: (\S+)/.exec(line)?.[1];
    return rule === undefined ? [] : [`${index + 1} ${rule}`];
  });

function check(path: string, fixture: string): void {
  const text = readFileSync(join(import.meta.dirname, fixture), 'utf8');
  expect(lint(path, { [path]: text }).sort()).toEqual(expectations(text).sort());
}

test('lint: the engine has no clock, randomness, timers, I/O or threads [H2]', () =>
  check('packages/engine/src/fixture.ts', 'engine.txt'));

test('lint: every global denied to the engine stands in the fixture', () => {
  const config = readFileSync(join(ROOT, 'biome.json'), 'utf8');
  const denied = /"deniedGlobals": (\{[^}]*\})/.exec(config)?.[1] ?? '{}';
  const fixture = readFileSync(join(import.meta.dirname, 'engine.txt'), 'utf8');
  for (const name of Object.keys(JSON.parse(denied) as object)) expect(fixture).toMatch(new RegExp(`\\b${name}\\b`));
});

test('lint: the style that types cannot hold', () => check('packages/server/src/fixture.ts', 'style.txt'));

test('lint: files that import one another in a circle are refused', () => {
  const a = 'packages/gateway/src/http/a.ts';
  const b = 'packages/gateway/src/http/b.ts';
  const files = {
    [a]: "import { b } from './b.ts';\n\nexport const a = (): number => b();\n",
    [b]: "import { a } from './a.ts';\n\nexport const b = (): number => a();\n",
  };
  expect(lint(a, files)).toEqual(['1 noImportCycles']);
});
