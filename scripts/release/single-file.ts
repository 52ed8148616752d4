/** The single-file executable: Node with the program inside, for Linux on x64. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PROJECT } from '../bundle/program.ts';
import { readManifest, writeJson } from './manifest.ts';
import { packagesOf } from './packages-of.ts';

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 12 } };
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
  const node = join(work, 'node');
  const { error } = spawnSync('strip', ['-o', node, realpathSync(process.execPath)], { stdio: 'inherit' });
  if (error !== undefined) throw new Error(`strip, a part of binutils, cannot be run: ${error.message}`);
  const config = join(work, 'single-file.json');
  const main = join(PROJECT, 'packages/server/bin/unpack.cjs');
  writeJson(config, { main, executable: node, output: file, disableExperimentalSEAWarning: true, assets });
  execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function filesOf(folder: string): readonly string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true, exclude: ['**/node_modules'] })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
