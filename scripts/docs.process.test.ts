/** Checks statements of the documents that need git to verify. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Returns the unique matches of the first group of `pattern`, sorted. */
const named = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

test('docs: what their commands leave in this folder, keys among it, is never committed', () => {
  const text = globSync(['README.md', 'docs/{start,guides}/*.md'], { cwd: ROOT }).map(read).join('\n');
  const backups = named(text, /bellwether backup ([^\s`]+)/g).filter((name) => /^[\w-]*[0-9]/.test(name));
  const requests = named(text, /^npm run -s sign .*> (\S+)/gm);
  const keys = named(text, /([a-z]+\.key)\b/g);
  expect([backups.length, requests.length, keys.length].map((count) => count > 1)).toEqual([true, true, true]);
  const left = [
    ...backups.map((folder) => `${folder}/master.key`),
    ...requests,
    ...keys,
    'tape.jsonl',
    'data/admin-token',
    'sandbox/admin-token',
  ];
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...left], { cwd: ROOT, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual(left);
});
