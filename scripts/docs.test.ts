/**
 * Checks statements of the documents that a machine can verify: code, links, paths, commands, settings and lists match
 * the sources.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../packages/server/src/commands.ts';
import { SETTING_NAMES } from '../packages/venue/src/config/settings.ts';
import { blocksOf } from './docs/blocks.testing.ts';
import { GENERATED, readIndex } from './docs/generated.ts';
import { anchorOf } from './docs/site/markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'deploy/*.md', 'packages/*/README.md'], { cwd: ROOT });
const ALL_TEXT = DOCUMENTS.map(read).join('\n');
const MANIFESTS = globSync(['package.json', '*/package.json', 'packages/*/package.json'], { cwd: ROOT });

/** Returns the unique matches of the first group of `pattern`, sorted. */
const named = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
const SETTING = /(BELLWETHER_[A-Z]+(?:_[A-Z0-9]+)*)/g;
const SETTINGS = [...SETTING_NAMES].sort();
const REMOVED_SETTINGS = named(/const REMOVED[^;]+;/.exec(read('packages/venue/src/config.ts'))?.[0] ?? '', SETTING);

/** Benchmarks in `text`, with or without `npm run`, that do not exist or lack the option shown. */
function benchesNamedWrongly(text: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return named(text, /(bench:[a-z]+(?: -- --[a-z-]+)?)/g).filter((use) => {
    const [name = '', option = null] = use.split(' -- --');
    const program = scripts[name]?.split(' ').at(-1);
    if (program === undefined) return true;
    // Options appear as keys in the program's source or in the harness.
    const source = read(program) + read('bench/src/shared/bench.ts');
    return option !== null && !new RegExp(`\\b${option}: '(?:boolean|string)'`).test(source);
  });
}

test.each([
  ['README.md', 'first-order.ts'],
  ['docs/start/first-bot.md', 'first-trade.ts'],
])('docs: %s shows examples/%s as it is [H5]', (path, example) => {
  const [, ...code] = read(`examples/${example}`).split('\n');
  expect(read(path)).toContain(`\`\`\`ts file=${example}\n${code.join('\n')}\`\`\``);
});

test.each(GENERATED)('docs: $path is what `npm run docs:reference` writes', ({ path, render }) =>
  expect(read(path)).toBe(render()),
);

test('docs: the index lists every page once', () => {
  const listed = readIndex().flatMap(({ links }) => links.map(({ path }) => join('docs', path)));
  const pages = DOCUMENTS.filter((path) => !/^(?:docs\/)?README\.md$|\/adr\/\d/.test(path));
  expect(listed.sort()).toEqual(pages.sort());
});

test('docs: all documents together have at most 46,000 words', () => {
  // A word has a letter; words of code count.
  const words = ALL_TEXT.match(/[A-Za-z0-9'’.-]*[A-Za-z][A-Za-z0-9'’.-]*/g) ?? [];
  expect(words.length).toBeLessThanOrEqual(46_000);
});

test('docs: the fences of start and guides have no words but those that the test of their blocks knows', () => {
  const pages = globSync(['README.md', 'docs/{start,guides}/*.md'], { cwd: ROOT });
  expect(pages.flatMap((path) => blocksOf(read(path))).length).toBeGreaterThan(50);
  expect(() => blocksOf('```sh needs=luck\ntrue\n```\n')).toThrow('needs=luck');
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

test.each(DOCUMENTS)('docs: no mark of a merge is left in %s', (path) =>
  expect(read(path).match(/^\W*(?:<{7}|>{7}|(?:> ){6}>|={7}).*$/gm)).toBeNull(),
);

test('docs: every path that a document names exists', () => {
  const folders = 'packages|scripts|examples|compatibility|conformance|demo|deploy|bench|cluster|sim|docs';
  const paths = named(ALL_TEXT, new RegExp(`\`((?:${folders})/[^\`]+)\``, 'g'));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'docs/ARCHITECTURE.md'])('docs: every path that %s shortens exists', (path) => {
  const exists = (short: string): boolean =>
    [short, `packages/${short.replace('/', '{/,/src/}')}`, `packages/*/src/**/${short}`].some(
      (one) => globSync(one, { cwd: ROOT }).length > 0,
    );
  const paths = named(read(path), /`([\w.<>*-]+\/[\w.<>*/-]+)`/g).map((name) => name.replaceAll(/<\w+>/g, '*'));
  expect(paths.filter((short) => !exists(short))).toEqual([]);
});

test('docs: every npm script that a document names exists, and CONTRIBUTING names them all', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const used = named(ALL_TEXT, /npm run (?:-s )?([a-z][a-z:]*)/g);
  expect(used.filter((name) => scripts[name] === undefined)).toEqual([]);
  const isHook = (name: string): boolean => scripts[/^(?:pre|post)(.+)$/.exec(name)?.[1] ?? ''] !== undefined;
  // Shown as a command, or in code font in a row of commands: a script may have any word as its name.
  const text = read('CONTRIBUTING.md');
  const shown = new Set([
    ...named(text, /npm (?:run )?(?:-s )?([a-z][a-z:]*)/g),
    ...named(text, /`([a-z]+(?::[a-z]+)?)(?: -- [^`]*)?`/g),
  ]);
  expect(Object.keys(scripts).filter((name) => !isHook(name) && !shown.has(name))).toEqual([]);
});

test('docs: every benchmark that a document names exists, and takes the options that it is named with', () => {
  const wrong = benchesNamedWrongly('`bench:orders -- --path`, `npm run bench:orders -- --smoke`, `bench:none`');
  expect(wrong).toEqual(['bench:none', 'bench:orders -- --path']);
  expect(benchesNamedWrongly(ALL_TEXT)).toEqual([]);
});

test('docs: every command that a document names exists, and the page of commands has them all', () => {
  const commands = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))].sort();
  const pattern = /(?:npx |`)bellwether ([a-z]+)/g;
  expect(named(ALL_TEXT, pattern).filter((name) => !commands.includes(name))).toEqual([]);
  expect(named(read('docs/reference/commands.md'), pattern)).toEqual(commands);
});

test('docs: the page of settings has those that the server knows, and no document names another', () => {
  expect(named(read('docs/reference/settings.md'), /^\| \[?`(BELLWETHER_\w+)`/gm)).toEqual(SETTINGS);
  expect(named(ALL_TEXT, SETTING).filter((name) => !REMOVED_SETTINGS.includes(name))).toEqual(SETTINGS);
});

test('docs: the defaults on the page of settings are those of the server', () => {
  const source = read('packages/venue/src/config.ts');
  const stated = [...read('docs/reference/settings.md').matchAll(/^\| \[?`(BELLWETHER_\w+)`\S* +\| `(\d+)`/gm)];
  expect(stated.length).toBeGreaterThan(5);
  for (const [, name = '', value = ''] of stated) {
    const inCode = new RegExp(`'${name}',[^)]*?([0-9_]+)`).exec(source)?.[1]?.replaceAll('_', '');
    if (name !== 'BELLWETHER_STARTING_BALANCE') expect([name, value]).toEqual([name, inCode]);
  }
});

test('docs: DEPENDENCIES has each package that a package.json names, and no other', () => {
  const declared = MANIFESTS.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(read(path)) as Record<string, object | undefined>;
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const rows = read('docs/internals/dependencies.md').matchAll(/^\| (`[^|]+) \|/gm);
  const listed = [...rows].flatMap(([, names = '']) => named(names, /`([^`]+)`/g));
  expect(listed.sort()).toEqual([...new Set(declared)].filter((name) => !name.startsWith('@bellwether/')).sort());
});

test('docs: ARCHITECTURE names every folder of the repository, and of the packages that consist of parts', () => {
  const folders = /^## Folders\n(.*?)^## /ms.exec(read('docs/ARCHITECTURE.md'))?.[1] ?? '';
  const places = ['packages/*/', 'packages/{engine,gateway,ledger,venue}/src/*/', '*/src/', '{examples,scripts}/'];
  const names = globSync(places, { cwd: ROOT }).map((path) => basename(path.replace(/\/src$/, '')));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !new RegExp(`\\b${name}/`).test(folders))).toEqual([]);
});

test('docs: every path that CONTRIBUTING names exists, with one of its areas where it has none', () => {
  const paths = named(
    read('CONTRIBUTING.md'),
    /`((?:contract|engine|gateway|ledger|read-model|sdk|server|venue|web)\/[^`]+)`/g,
  );
  expect(paths.length).toBeGreaterThan(25);
  const patternOf = (path: string): string => path.replace(/<\w+>/g, '*');
  expect(paths.filter((path) => globSync(`packages/${patternOf(path)}`, { cwd: ROOT }).length === 0)).toEqual([]);
});
