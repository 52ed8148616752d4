/**
 * Makes `npm start`, `npm test` and the other scripts work straight after `git clone`. It installs the packages of
 * package-lock.json, and installs again when that file changes.
 * With `--page` it also builds the page and the documents if their sources have changed, and with `--venue` the program. With `--clients`
 * it also installs the public clients that `compatibility/` tests; nothing else needs these.
 * Runs under the machine's own Node (20 or newer), so it is plain JavaScript without dependencies. It must be silent
 * and quick when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 20;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENTS = join(ROOT, 'compatibility');
const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');
const BUNDLE = join(ROOT, 'scripts', 'bundle', 'bundle.ts');
const PAGE = join(ROOT, 'packages', 'web');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const DOCUMENTS = join(ROOT, 'scripts', 'docs', 'site', 'main.ts');
/** Everything that `--page` builds: the page, and the documents that a venue serves beside it. */
const BUILT = [
  {
    name: 'the page',
    builder: VITE,
    args: ['build', '--logLevel', 'warn'],
    folder: join(PAGE, 'dist'),
    sources: [
      ...['src', 'public', 'build', 'index.html', 'vite.config.ts', 'package.json'].map(
        (path) => `packages/web/${path}`,
      ),
      ...['packages/sdk/src', 'packages/contract/src'],
    ],
  },
  {
    name: 'the documents',
    builder: DOCUMENTS,
    args: ['--out', join(PAGE, 'dist', 'docs'), '--base', '/docs/'],
    folder: join(PAGE, 'dist', 'docs'),
    sources: [
      ...['docs', 'CHANGELOG.md', 'CONTRIBUTING.md', 'deploy/README.md', 'scripts/docs'],
      ...['sdk/README.md', 'sandbox/README.md', 'contract/src', 'web/public', 'web/src/styles'].map(
        (path) => `packages/${path}`,
      ),
    ],
  },
];

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  fail(`needs Node ${NODE_MAJOR_MIN} or newer to set itself up, this is ${process.version}.`);
}
if (!isInstalled(ROOT) || !existsSync(NODE)) {
  install(ROOT, 'dependencies (once; takes about half a minute)', () => {
    if (existsSync(NODE)) return;
    fail('"npm install" did not set up the pinned Node. Is "ignore-scripts" set in your npm configuration?');
  });
}
if (process.argv.includes('--clients') && existsSync(CLIENTS) && !isInstalled(CLIENTS)) {
  install(CLIENTS, 'the public clients that the tests use (once; takes about a minute)');
}
if (process.argv.includes('--page') && existsSync(PAGE)) for (const part of BUILT) update(part);
if (process.argv.includes('--venue') && existsSync(BUNDLE)) await updateVenue();

function isInstalled(project) {
  const stamp = stampOf(project);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(project);
}

function stampOf(project) {
  return join(project, 'node_modules', '.bellwether-installed');
}

function lockHash(project) {
  return createHash('sha256')
    .update(readFileSync(join(project, 'package-lock.json')))
    .digest('hex');
}

/**
 * Installs the packages in the lockfile of the folder `project`. If `check` then fails, the installation does not count
 * as done.
 */
function install(project, what, check = () => {}) {
  process.stdout.write(`bellwether: installing ${what}\n`);
  // --no-save: older versions of npm would rewrite package-lock.json. --include: the pinned Node is a development
  // dependency, which NODE_ENV=production would leave out.
  const words = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const [command, ...args] = npm?.endsWith('.js') ? [process.execPath, npm, ...words] : ['npm', ...words];
  const { status, error } = spawnSync(command, args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) fail(`cannot run npm: ${error.message}`);
  if (status !== 0) fail(`"npm install" failed (exit ${status}); its message is above. Is the npm registry reachable?`);
  check();
  writeFileSync(stampOf(project), lockHash(project));
}

/** Builds a part unless it is up to date with its sources. A failed build does not keep the venue from starting. */
function update({ name, builder, args, folder, sources }) {
  if (!existsSync(builder)) return;
  const stamp = join(folder, '.built-from');
  const hash = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  process.stdout.write(`bellwether: building ${name} (takes a few seconds)\n`);
  const { status, stdout, stderr, error } = spawnSync(NODE, [builder, ...args], {
    cwd: PAGE,
    encoding: 'utf8',
    // Any other value, such as that of a test run, would build React's development version.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (error === undefined && status === 0) return writeFileSync(stamp, hash);
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error === undefined ? '' : `${error.message}\n`}`);
  const rest = existsSync(join(folder, 'index.html')) ? ', and the last build is shown' : '';
  process.stderr.write(`bellwether: ${name} could not be built, see above; the API works${rest}\n`);
}

/** Bundles the program unless the bundle is up to date with its sources. Without a bundle the sources run. */
async function updateVenue() {
  const { builtProgram } = await import('../packages/server/bin/built.js');
  if (builtProgram() !== null) return;
  const { status, stderr, error } = spawnSync(NODE, [BUNDLE], { encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(
    `${stderr ?? error?.message ?? ''}\nbellwether: the program could not be bundled; its sources run\n`,
  );
  // A change is checked with the program that ships.
  if (process.env.CI === 'true') process.exit(1);
}

function hashOf(sources) {
  const hash = createHash('sha256').update(lockHash(ROOT));
  const add = (path) => {
    if (!existsSync(path)) return;
    hash.update(`\0${path.slice(ROOT.length)}\0`).update(readFileSync(path));
  };
  for (const source of sources.map((path) => join(ROOT, path))) {
    if (/\.[a-z]+$/.test(source)) add(source);
    else for (const name of filesBelow(source)) if (!/\.test\.tsx?$/.test(name)) add(join(source, name));
  }
  return hash.digest('hex');
}

/** Paths of all files below a folder, sorted. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((name) => join(entry.name, name)) : [entry.name],
    )
    .sort();
}

function fail(message) {
  process.stderr.write(`bellwether: ${message}\n`);
  process.exit(1);
}
