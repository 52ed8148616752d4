/** The bootstrap in a scratch repository, with a stand-in for npm: when it installs, when it is silent, how it fails. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Writes down how it was called and, unless told to fail, what a real install would leave. */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
if (existsSync('npm-fails')) process.exit(7);
mkdirSync('node_modules/node/bin', { recursive: true });
if (!existsSync('npm-ignores-scripts')) writeFileSync('node_modules/node/bin/node', '');
`;

describe('bootstrap', () => {
  let root = '';
  const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
  const calls = (): number =>
    existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').split('\n').length - 1 : 0;
  const run = (): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: join(root, 'npm.js') },
    });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'bellwether-bootstrap-'));
    mkdirSync(join(root, 'scripts'));
    copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'));
    write('package.json', '{ "type": "commonjs" }');
    write('package-lock.json', '{}');
    write('npm.js', NPM);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('bootstrap: installs once and is silent afterwards', () => {
    expect(run().status).toBe(0);
    const second = run();
    expect(second).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(calls()).toBe(1);
    expect(readFileSync(join(root, 'calls'), 'utf8')).toMatch(/^install /);
  });

  test('bootstrap: installs again when package-lock.json has changed', () => {
    run();
    write('package-lock.json', '{ "lockfileVersion": 3 }');
    expect(run().status).toBe(0);
    expect(calls()).toBe(2);
  });

  test('bootstrap: says so when npm fails, and tries again the next time', () => {
    write('npm-fails', '');
    const first = run();
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('"npm install" failed (exit 7)');
    expect(run().status).toBe(1);
    expect(calls()).toBe(2);
  });

  test('bootstrap: names ignored install scripts when the pinned Node is missing', () => {
    write('npm-ignores-scripts', '');
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('ignore-scripts');
  });
});
