/** The bootstrap in a scratch repository, with a stand-in for npm: when it installs, when it is silent, how it fails. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Records its arguments and, unless told to fail, creates the files of a real install. */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
if (existsSync('npm-fails')) process.exit(7);
mkdirSync('node_modules/node/bin', { recursive: true });
if (!existsSync('npm-ignores-scripts')) writeFileSync('node_modules/node/bin/node', '');
`;

/** Stand-in for the builder of the page. */
const BUILDER = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('../../builds', process.argv.slice(2).join(' ') + '\\n');
if (existsSync('../../build-fails')) {
  process.stderr.write('button.tsx is broken\\n');
  process.exit(1);
}
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', '');
`;

/** Stand-in for the builder of the documents. */
const DOCUMENTS_BUILDER = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const out = process.argv[3];
appendFileSync('../../document-builds', out + '\\n');
mkdirSync(out, { recursive: true });
writeFileSync(out + '/index.html', '');
`;

/** Stand-in for the bundler: writes an empty program stamped with the current sources. */
const BUNDLER = `
const { mkdirSync, writeFileSync } = require('node:fs');
const { BUILDS, CURRENT, sourcesNow } = require('../../packages/server/bin/built.js');
mkdirSync(BUILDS + '/a', { recursive: true });
writeFileSync(BUILDS + '/a/main.js', '');
writeFileSync(CURRENT, 'a\\n' + sourcesNow());
`;

let root = '';
const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
const linesOf = (name: string): number =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').split('\n').length - 1 : 0;
const calls = (): number => linesOf('calls');
const run = (...words: string[]) => runUnder('', ...words);

const runUnder = (ci: string, ...words: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, CI: ci, npm_execpath: join(root, 'npm.js') },
  });

/** After an install whose Node is the one that runs this. */
const installed = (): void => {
  run();
  rmSync(join(root, 'node_modules/node/bin/node'));
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bellwether-bootstrap-'));
  mkdirSync(join(root, 'scripts'));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'));
  write('package.json', '{ "type": "commonjs" }');
  write('package-lock.json', '{}');
  write('npm.js', NPM);
});
afterEach(() => rmSync(root, { recursive: true }));

test('bootstrap: installs once and is silent afterwards [H3]', () => {
  expect(run().status).toBe(0);
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(calls()).toBe(1);
  expect(readFileSync(join(root, 'calls'), 'utf8')).toMatch(/^install /);
});

test('bootstrap: installs again when package-lock.json has changed', () => {
  run();
  write('package-lock.json', '{ "lockfileVersion": 3 }');
  expect([run().status, calls()]).toEqual([0, 2]);
});

test('bootstrap: says so when npm fails, and tries again the next time', () => {
  write('npm-fails', '');
  const first = run();
  expect(first.status).toBe(1);
  expect(first.stderr).toContain('"npm install" failed (exit 7)');
  expect([run().status, calls()]).toEqual([1, 2]);
});

test('bootstrap: names ignored install scripts when the pinned Node is missing', () => {
  write('npm-ignores-scripts', '');
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toContain('ignore-scripts');
});

describe('clients', () => {
  const installs = (): number => linesOf('compatibility/calls');

  beforeEach(() => {
    mkdirSync(join(root, 'compatibility'));
    write('compatibility/package-lock.json', '{}');
  });

  test('bootstrap: installs the public clients for those who ask for them, and for no one else', () => {
    run();
    expect([run('--page').status, installs()]).toEqual([0, 0]);
    expect(run('--clients').status).toBe(0);
    expect(run('--clients')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect([calls(), installs()]).toEqual([1, 1]);
  });

  test('bootstrap: installs them again when their own lockfile has changed, and leaves the rest alone', () => {
    run('--clients');
    write('compatibility/package-lock.json', '{ "lockfileVersion": 3 }');
    expect([run().stdout, run('--clients').status]).toEqual(['', 0]);
    expect([calls(), installs()]).toEqual([1, 2]);
  });

  test('bootstrap: clients that cannot be installed fail the command that needs them, each time', () => {
    write('compatibility/npm-fails', '');
    expect(run('--clients')).toMatchObject({ status: 1 });
    expect(run('--clients').stderr).toContain('"npm install" failed (exit 7)');
    expect(run().status).toBe(0);
  });

  test('bootstrap: the commands that read the clients install them, and a start does not [H3]', () => {
    const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
    const { scripts, workspaces } = JSON.parse(manifest) as {
      scripts: Record<string, string>;
      workspaces: string[];
    };
    const asking = Object.keys(scripts).filter((name) => scripts[name]?.includes('--clients') === true);
    expect(asking.sort()).toEqual(
      'precheck precompatibility:exam precompatibility:faults pretest:all pretypes'.split(' '),
    );
    expect(workspaces).not.toContain('compatibility');
    expect(readFileSync(join(import.meta.dirname, '../.ci/run'), 'utf8')).toMatch(/bootstrap\.mjs.* --clients\b/);
  });
});

describe('venue', () => {
  const BUILT = 'packages/server/bin/built.js';
  const isBuilt = (): boolean => {
    const ask = `import('./${BUILT}').then(({ builtProgram }) => console.log(builtProgram() !== null))`;
    return spawnSync(process.execPath, ['--eval', ask], { cwd: root, encoding: 'utf8' }).stdout === 'true\n';
  };
  const date = (name: string, seconds: number): void => utimesSync(join(root, name), seconds, seconds);

  beforeEach(() => {
    installed();
    const folders = ['scripts/bundle', 'packages/server/bin', 'packages/feeds/src'];
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
    copyFileSync(join(import.meta.dirname, '..', BUILT), join(root, BUILT));
    write('scripts/bundle/bundle.ts', BUNDLER);
    write('packages/server/package.json', '{ "type": "module" }');
    write('packages/feeds/src/frame.ts', 'one');
    write('packages/feeds/src/frame.test.ts', 'one');
  });

  test('bootstrap: bundles the program for those who ask for it, once', () => {
    run();
    expect(isBuilt()).toBe(false);
    expect(run('--venue')).toMatchObject({ status: 0, stderr: '' });
    expect(isBuilt()).toBe(true);
    rmSync(join(root, 'node_modules/node/bin/node'));
    write('node_modules/node/bin/node', '');
    expect(run('--venue')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  const SOURCE = 'packages/feeds/src/frame.ts';
  const hour = (hours: number): number => Date.now() / 1000 + hours * 3_600;
  test.each<[string, () => void]>([
    ['a source was written', () => write(SOURCE, 'two')],
    ['a source has an earlier time', () => date(SOURCE, hour(-1))],
    ['a source has a later time', () => date(SOURCE, hour(1))],
    ['a source came', () => write('packages/feeds/src/other.ts', '')],
    ['a source went', () => rmSync(join(root, SOURCE))],
    ['the packages are others', () => write('package-lock.json', '{ }')],
  ])('bootstrap: a bundle counts no more when %s', (_what, change) => {
    run('--venue');
    write('packages/feeds/src/frame.test.ts', 'two');
    expect(isBuilt()).toBe(true);
    change();
    expect(isBuilt()).toBe(false);
  });

  test('bootstrap: a program that cannot be bundled is told with its reason, and keeps nothing from starting', () => {
    write('scripts/bundle/bundle.ts', 'throw new Error("no room")');
    expect(run('--venue')).toMatchObject({ status: 0 });
    expect(run('--venue').stderr).toContain('no room');
    expect(run('--venue').stderr).toContain('its sources run');
  });

  test('bootstrap: a check of a change ends where its program cannot be bundled', () => {
    write('scripts/bundle/bundle.ts', 'throw new Error("no room")');
    expect(runUnder('true', '--venue')).toMatchObject({ status: 1, stderr: expect.stringContaining('no room') });
  });
});

describe('page', () => {
  const builds = (): number => linesOf('builds');

  beforeEach(() => {
    installed();
    for (const folder of ['node_modules/vite/bin', 'packages/web/src/ui', 'packages/sdk/src'])
      mkdirSync(join(root, folder), { recursive: true });
    write('packages/web/src/ui/button.tsx', 'one');
    write('packages/sdk/src/index.ts', 'one');
    write('node_modules/vite/bin/vite.js', BUILDER);
  });

  test('bootstrap: builds the page once, and again when a source of it has changed', () => {
    expect(run('--page')).toMatchObject({ status: 0, stderr: '' });
    expect(run('--page')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(builds()).toBe(1);
    for (const name of ['packages/web/src/ui/button.tsx', 'packages/sdk/src/index.ts', 'packages/web/index.html']) {
      write(name, 'two');
      expect(run('--page').status).toBe(0);
    }
    expect(builds()).toBe(4);
  });

  test('bootstrap: builds the documents beside the page, and again when one has changed', () => {
    for (const folder of ['scripts/docs/site', 'docs/start']) mkdirSync(join(root, folder), { recursive: true });
    write('scripts/docs/site/main.ts', DOCUMENTS_BUILDER);
    for (const text of ['one', 'two', 'two']) {
      write('docs/start/first-bot.md', text);
      expect(run('--page')).toMatchObject({ status: 0, stderr: '' });
    }
    expect([builds(), linesOf('document-builds')]).toEqual([1, 2]);
    expect(existsSync(join(root, 'packages/web/dist/docs/index.html'))).toBe(true);
  });

  test('bootstrap: leaves the page alone unless it is asked for, and when only a test of it has changed', () => {
    run('--page');
    write('packages/web/src/ui/button.test.tsx', 'new');
    expect(run('--page').stdout).toBe('');
    write('packages/web/src/ui/button.tsx', 'two');
    expect([run().stdout, builds()]).toEqual(['', 1]);
  });

  test('bootstrap: a page that cannot be built is told with its reason, and keeps nothing from starting', () => {
    write('build-fails', '');
    const { status, stderr } = run('--page');
    expect(status).toBe(0);
    expect(stderr).toContain('button.tsx is broken');
    expect(stderr).toContain('the page could not be built');
    expect(run('--page').stderr).toContain('the page could not be built');
  });
});
