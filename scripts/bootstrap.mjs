/**
 * Makes `npm start`, `npm test` and the other scripts work straight after `git clone`: installs what package-lock.json
 * names, once, and again when that file changes. Runs under the machine's own Node (20 or newer), so it is plain
 * JavaScript without dependencies. It must be silent and quick when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 20;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(ROOT, 'node_modules', '.bellwether-installed');
const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  fail(`needs Node ${NODE_MAJOR_MIN} or newer to set itself up, this is ${process.version}.`);
}
if (!isInstalled()) install();

function isInstalled() {
  return existsSync(STAMP) && existsSync(NODE) && readFileSync(STAMP, 'utf8') === lockHash();
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function install() {
  process.stdout.write('bellwether: installing dependencies (once; takes about half a minute)\n');
  // --no-save: older versions of npm would rewrite package-lock.json. --include: the pinned Node is a development
  // dependency, which NODE_ENV=production would leave out.
  const words = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm, ...words] : ['npm', ...words];
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) fail(`cannot run npm: ${error.message}`);
  if (status !== 0) fail(`"npm install" failed (exit ${status}); its message is above. Is the npm registry reachable?`);
  if (!existsSync(NODE)) {
    fail('"npm install" did not set up the pinned Node. Is "ignore-scripts" set in your npm configuration?');
  }
  writeFileSync(STAMP, lockHash());
}

function fail(message) {
  process.stderr.write(`bellwether: ${message}\n`);
  process.exit(1);
}
