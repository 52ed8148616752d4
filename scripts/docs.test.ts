/** Keeps the documents true where a machine can: the README's code is the example's, and every local link leads somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Anchor of a heading as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('docs', () => {
  test('docs: the README shows examples/first-trade.ts as it is', () => {
    const [, ...code] = read('examples/first-trade.ts').split('\n');
    expect(read('README.md')).toContain(`\`\`\`ts\n${code.join('\n')}\`\`\``);
  });

  test.each(DOCUMENTS)('docs: every local link of %s leads somewhere', (path) => {
    const broken: string[] = [];
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : join(dirname(path), file);
      const headings = [
        ...(existsSync(join(ROOT, linked)) && linked.endsWith('.md') ? read(linked) : '').matchAll(/^#+ (.+)$/gm),
      ];
      const found = anchor === undefined || headings.some(([, heading = '']) => anchorOf(heading) === anchor);
      if (!existsSync(join(ROOT, linked)) || !found) broken.push(target);
    }
    expect(broken).toEqual([]);
  });

  test('docs: every npm script that a document names exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = DOCUMENTS.flatMap((path) =>
      [...read(path).matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test('docs: the README lists the settings that the server knows, and no other', () => {
    const known = /const KNOWN = new Set\(\[([^\]]+)\]/.exec(read('packages/server/src/config.ts'))?.[1] ?? '';
    const named = (text: string): string[] => [...new Set(text.match(/BELLWETHER_[A-Z]+(?:_[A-Z]+)*/g))].sort();
    const table = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| `BELLWETHER_'));
    expect(named(table.join('\n'))).toEqual(named(known));
  });

  test('docs: every file and test that CONFORMANCE names exists', () => {
    const text = read('docs/CONFORMANCE.md');
    const paths = [
      ...text.matchAll(/`((?:packages|scripts|examples|compatibility|conformance|demo|bench|docs)\/[^`]+)`/g),
    ].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const proofs = [...text.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)];
    expect(proofs.length).toBeGreaterThan(0);
    const missing = proofs.filter(([, path = '', name = '']) => !read(path).includes(name));
    expect(missing.map(([proof]) => proof)).toEqual([]);
  });
});
