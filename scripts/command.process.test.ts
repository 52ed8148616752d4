/**
 * The `bellwether` command in a scratch repository: it runs directly under a new Node, and hands over to one under an
 * old Node.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROGRAM } from '@bellwether/venue-process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Preloaded to make this Node report an old version. */
const OLD_NODE = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.9.0' } })`;
/** Preloaded to make this Node report this number of cores. */
const cores = (count: number): string =>
  'data:text/javascript,import os from "node:os"; import { syncBuiltinESMExports } from "node:module"; ' +
  `os.availableParallelism = () => ${count}; syncBuiltinESMExports();`;
const COLLECTORS = /--v8-pool-size=[0-9]+/g;

describe('command', () => {
  let root = '';
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  /** Folder of the command, from the root. */
  let bin = '';
  const runIn = (env: NodeJS.ProcessEnv, ...nodeArgs: string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, [...nodeArgs, join(root, bin, 'bellwether.js'), 'verify', '--now'], {
      encoding: 'utf8',
      env,
    });
  const copyCommand = (folder: string): void => {
    bin = folder;
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of ['bellwether.js', 'built.js'])
      copyFileSync(join(import.meta.dirname, '../packages/server/bin', name), join(root, folder, name));
  };
  // The environment of an operator's shell, without the options that the tests give their venues.
  const { NODE_OPTIONS: _, ...shell } = process.env;
  const run = (...nodeArgs: string[]): SpawnSyncReturns<string> => runIn(shell, ...nodeArgs);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'bellwether-command-'));
    write('package.json', '{ "type": "module" }');
    write(
      'packages/server/src/main.ts',
      "const words: string[] = process.argv.slice(2);\nprocess.stdout.write(words.join(' '));\nprocess.exitCode = 5;\n",
    );
    copyCommand('packages/server/bin');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('command: a new Node runs the TypeScript itself', () =>
    expect(run()).toMatchObject({ status: 5, stdout: 'verify --now', stderr: '' }));

  test.each([
    [1, ['--v8-pool-size=1']],
    [2, ['--v8-pool-size=1']],
    [4, ['--v8-pool-size=3']],
    [5, []],
    [64, []],
  ])('command: with %i cores garbage is collected by %j', (count, options) => {
    write('packages/server/src/main.ts', "process.stdout.write([process.argv[2], ...process.execArgv].join(' '));");
    const { stdout } = run('--import', cores(count));
    expect(stdout).toMatch(/^verify --import /);
    expect(stdout.match(COLLECTORS) ?? []).toEqual(options);
    expect(run('--import', cores(count), '--v8-pool-size=2').stdout.match(COLLECTORS)).toEqual(['--v8-pool-size=2']);
  });

  test('command: memory is bounded, unless the operator says otherwise', () => {
    const environment = '[process.env.MALLOC_MMAP_THRESHOLD_, process.env.MALLOC_TRIM_THRESHOLD_]';
    write('packages/server/src/main.ts', `process.stdout.write([...process.execArgv, ...${environment}].join(' '));`);
    expect(run().stdout).toMatch(/--max-semi-space-size=16 131072 131072$/);
    const { stdout } = run('--max-semi-space-size=64');
    expect(stdout.match(/--max-semi-space-size=[0-9]+/g)).toEqual(['--max-semi-space-size=64']);
    expect(runIn({ ...shell, NODE_OPTIONS: '--max-semi-space-size=64' }).stdout).not.toContain('max-semi');
  });

  test('command: what was compiled is kept with the packages, for threads too; the operator may say where, or not at all', () => {
    const folder = "(process.getBuiltinModule('node:module').getCompileCacheDir() ?? 'none')";
    write(
      'packages/server/src/main.ts',
      `const { Worker } = process.getBuiltinModule('node:worker_threads');
       process.stdout.write(${folder} + '\\n');
       new Worker("process.stdout.write(" + ${JSON.stringify(folder)} + ")", { eval: true });`,
    );
    const folders = (environment: NodeJS.ProcessEnv): string[] => {
      const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
      const { stdout, stderr, status } = runIn({ ...inherited, ...environment });
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      return stdout.split('\n');
    };
    const kept = join(root, 'node_modules/.cache/bellwether');
    const given = join(root, 'given');
    // Without node_modules no folder is created.
    expect(folders({})).toEqual(['none', 'none']);
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
    mkdirSync(join(root, 'node_modules'));
    for (const [environment, expected] of [
      [{}, kept],
      [{ NODE_COMPILE_CACHE: given }, given],
    ] as const) {
      const [main = '', thread] = folders(environment);
      expect(dirname(main)).toBe(expected);
      expect(thread).toBe(main);
      expect(readdirSync(main)).not.toEqual([]);
    }
    expect(folders({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(['none', 'none']);
    // The folder cannot be created.
    rmSync(join(root, 'node_modules/.cache'), { recursive: true });
    write('node_modules/.cache', 'no folder');
    expect(folders({})).toEqual(['none', 'none']);
  });

  test('command: an old Node hands over to the pinned one, arguments and exit code included', () => {
    write('node_modules/node/bin/node', '#!/bin/sh\necho "pinned: $(basename "$1") $2 $3"\nexit 7\n');
    chmodSync(join(root, 'node_modules/node/bin/node'), 0o755);
    expect(run('--import', OLD_NODE)).toMatchObject({ status: 7, stdout: 'pinned: bellwether.js verify --now\n' });
  });

  test('command: an old Node without the pinned one says what to do', () => {
    expect(run('--import', OLD_NODE)).toMatchObject({ status: 1, stdout: '' });
    expect(run('--import', OLD_NODE)).toHaveProperty('stderr', expect.stringContaining('needs Node 24.15 or newer'));
  });

  test('command: an installed package that an old Node runs names the command that gets a newer one, and then uses it', () => {
    copyCommand('node_modules/bellwether/packages/server/bin');
    // Packages that could not be shared are inside.
    mkdirSync(join(root, 'node_modules/bellwether/node_modules'));
    const { stderr } = run('--import', OLD_NODE);
    expect(stderr).toMatch(
      /needs Node 24\.15 or newer, this is v\S+: run "npm install node" beside this package to get one\n/,
    );
    write('node_modules/node/bin/node', '#!/bin/sh\necho "pinned: $2 $3"\n');
    chmodSync(join(root, 'node_modules/node/bin/node'), 0o755);
    expect(run('--import', OLD_NODE)).toMatchObject({ status: 0, stdout: 'pinned: verify --now\n' });
  });
});

test('command: whoever reads what it prints may stop reading', () => {
  const line = `set -o pipefail; ${PROGRAM.map((word) => `"${word}"`).join(' ')} help | true`;
  expect(spawnSync('bash', ['-c', line], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});
