/**
 * Builds the published SDK into a folder: JavaScript and declarations of the SDK with the contract inside, and a
 * package.json that points at them. In the repository everything runs from source instead.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SDK = join(ROOT, 'packages/sdk');
const CONTRACT = join(ROOT, 'packages/contract');
const CONTRACT_NAME = '@bellwether/contract';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly publishConfig: { readonly exports: unknown };
  readonly scripts?: unknown;
  readonly exports: unknown;
}

/** Writes `dist`, package.json, README.md and LICENSE into `folder`. */
export function stageSdk(folder: string): void {
  mkdirSync(folder, { recursive: true });
  build(join(folder, 'dist'));
  const [manifest, contract] = [readManifest(SDK), readManifest(CONTRACT)];
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest, contract), null, 2)}\n`);
  if (folder !== SDK) copyFileSync(join(SDK, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Replaces the dependency on the contract, which is bundled, with the contract's own dependencies. */
export function publishedManifest(manifest: Manifest, contract: Pick<Manifest, 'dependencies'>): object {
  const { scripts: _scripts, publishConfig, dependencies, ...rest } = manifest;
  const { exports, ...config } = publishConfig;
  const { [CONTRACT_NAME]: _contract, ...others } = dependencies;
  return { ...rest, exports, dependencies: { ...others, ...contract.dependencies }, publishConfig: config };
}

function build(out: string): void {
  const work = mkdtempSync(join(tmpdir(), 'bellwether-sdk-build-'));
  try {
    const config = join(work, 'tsconfig.json');
    writeFileSync(config, JSON.stringify(buildConfig(work)));
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
    rmSync(out, { recursive: true, force: true });
    cpSync(join(work, 'out/sdk/src'), out, { recursive: true });
    cpSync(join(work, 'out/contract/src'), join(out, 'contract'), { recursive: true });
    for (const file of globSync('**/*.{js,d.ts}', { cwd: out })) link(out, file);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function buildConfig(work: string): object {
  return {
    extends: join(SDK, 'tsconfig.json'),
    compilerOptions: {
      rootDir: join(ROOT, 'packages'),
      outDir: join(work, 'out'),
      target: 'es2024',
      noEmit: false,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      paths: { [CONTRACT_NAME]: [join(CONTRACT, 'src/index.ts')] },
    },
    include: [],
    files: [join(SDK, 'src/index.ts'), join(CONTRACT, 'src/index.ts')],
  };
}

/**
 * Replaces imports of the contract's package name with the path of its bundled file; declarations name the compiled
 * file.
 */
function link(out: string, file: string): void {
  const path = join(out, file);
  const target = relative(dirname(path), join(out, 'contract/index.js')).replaceAll('\\', '/');
  const specifier = target.startsWith('.') ? target : `./${target}`;
  const text = readFileSync(path, 'utf8');
  const linked = text
    .replaceAll(/(['"])@bellwether\/contract\1/g, `'${specifier}'`)
    .replaceAll(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
  writeFileSync(path, linked);
}
