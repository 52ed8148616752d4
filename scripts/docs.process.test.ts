/** Checks statements of the documents that need git to verify. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Returns the unique matches of the first group of `pattern`, sorted. */
const named = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

test('docs: what their commands leave in this folder, keys among it, is never committed', () => {
  const backups = named(read('docs/guides/operating.md'), /bellwether backup ([^\s`]+)/g).filter((name) =>
    /[0-9]/.test(name),
  );
  const requests = named(read('README.md'), /^npm run -s sign .*> (\S+)/gm);
  expect([backups.length, requests.length]).toEqual([1, 2]);
  const left = [
    ...backups.map((folder) => `${folder}/master.key`),
    ...requests,
    'wallet.key',
    'tape.jsonl',
    'data/admin-token',
  ];
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...left], { cwd: ROOT, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual(left);
});
