/**
 * `npm run release -- --out DIR`: makes everything that is published, in a new or empty folder. The same commit gives
 * the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../bundle/program.ts';
import { buildDebianPackage } from './debian-package.ts';
import { billOf } from './inside.ts';
import { readManifest, writeJson } from './manifest.ts';
import { stageProgram } from './program-package.ts';
import { stageSandbox } from './sandbox-package.ts';
import { stageSdk } from './sdk-package.ts';
import { buildSingleFile } from './single-file.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('--out is missing: it names the folder for what is published');
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
if (readdirSync(out).length > 0) throw new Error(`--out is ${out}; it must be empty`);

// A page for development is another one.
process.env['NODE_ENV'] = 'production';
const work = mkdtempSync(join(tmpdir(), 'bellwether-release-'));
try {
  const { version } = readManifest(PROJECT);
  const folders = ['program', 'sdk', 'sandbox'].map((name) => join(work, name));
  const [program = '', sdk = '', sandbox = ''] = folders;
  const inside = await stageProgram(program);
  stageSdk(sdk);
  await stageSandbox(sandbox);
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  execFileSync('npm', [...pack, ...folders], { stdio: ['ignore', 'ignore', 'inherit'] });
  const single = join(out, `bellwether-${version}-linux-x64`);
  buildSingleFile(program, single, join(work, 'single'));
  buildDebianPackage(join(out, `bellwether_${version}_amd64.deb`), single, program, version, work);
  writeFileSync(join(out, 'RELEASE-NOTES.md'), notesOf(version));
  writeJson(join(out, 'bellwether.cdx.json'), billOf(version, inside));
  writeFileSync(join(out, 'SHA256SUMS'), readdirSync(out).sort().map(checksumOf).join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Part of the changelog about this version. Throws if there is none. */
function notesOf(version: string): string {
  const changes = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const notes = changes.find((part) => part.startsWith(`## ${version}\n`));
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  return notes;
}

function checksumOf(name: string): string {
  const digest = createHash('sha256').update(readFileSync(join(out, name)));
  return `${digest.digest('hex')}  ${name}\n`;
}
