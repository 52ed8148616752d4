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
import { stageSdk } from '../package/stage.ts';
import { readManifest, stageProgram, writeJson } from './program-package.ts';
import { stageSandbox } from './sandbox-package.ts';
import { buildSingleFile } from './single-file.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('--out is missing: it names the folder for what is published');
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
if (readdirSync(out).length > 0) throw new Error(`--out is ${out}; it must be empty`);

const work = mkdtempSync(join(tmpdir(), 'bellwether-release-'));
try {
  const folders = ['program', 'sdk', 'sandbox'].map((name) => join(work, name));
  const [program = '', sdk = '', sandbox = ''] = folders;
  await stageProgram(program);
  stageSdk(sdk);
  await stageSandbox(sandbox);
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out, ...folders]);
  buildSingleFile(program, join(out, `bellwether-${readManifest('.').version}-linux-x64`), join(work, 'single'));
  writeJson(join(out, 'bellwether.cdx.json'), billOfMaterials());
  writeFileSync(join(out, 'SHA256SUMS'), checksums());
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Software bill of materials in CycloneDX form, without the parts that differ from run to run. */
function billOfMaterials(): object {
  const npm = [
    'sbom',
    '--package-lock-only',
    '--omit',
    'dev',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
  ];
  const {
    serialNumber: _,
    metadata,
    ...bill
  } = JSON.parse(run('npm', npm)) as { serialNumber: string; metadata: object };
  const { timestamp: __, ...same } = metadata as { timestamp: string };
  return { ...bill, metadata: same };
}

function checksums(): string {
  const lines = readdirSync(out).sort();
  return lines
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
}
