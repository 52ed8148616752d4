/**
 * Builds the published SDK into a folder: JavaScript and declarations of the SDK with the contract inside, and a
 * package.json that points at them. In the repository everything runs from source instead.
 */
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PROJECT } from '../bundle/program.ts';
import { compile } from './compile.ts';
import { type Manifest, readManifest, writeJson } from './manifest.ts';

const SDK = join(PROJECT, 'packages/sdk');
const CONTRACT = join(PROJECT, 'packages/contract');
const CONTRACT_NAME = '@bellwether/contract';

/** Writes `dist`, package.json, README.md and LICENSE into `folder`. */
export function stageSdk(folder: string): void {
  mkdirSync(folder, { recursive: true });
  build(join(folder, 'dist'));
  writeJson(join(folder, 'package.json'), publishedManifest(readManifest(SDK), readManifest(CONTRACT)));
  copyFileSync(join(SDK, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Points at the compiled files, and replaces the dependency on the contract, which is inside, with the contract's own. */
export function publishedManifest<Own extends Pick<Manifest, 'dependencies'>>(
  manifest: Own,
  contract: Pick<Manifest, 'dependencies'>,
): object {
  const { [CONTRACT_NAME]: _contract, ...others } = manifest.dependencies;
  return {
    ...manifest,
    private: undefined,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: { ...others, ...contract.dependencies },
    publishConfig: { access: 'public' },
  };
}

function build(out: string): void {
  const work = mkdtempSync(join(tmpdir(), 'bellwether-sdk-build-'));
  try {
    compile([join(SDK, 'src/index.ts'), join(CONTRACT, 'src/index.ts')], work, {
      lib: ['ESNext', 'WebWorker'],
      target: 'es2024',
      rewriteRelativeImportExtensions: true,
      paths: { [CONTRACT_NAME]: [join(CONTRACT, 'src/index.ts')] },
    });
    cpSync(join(work, 'out/sdk/src'), out, { recursive: true });
    cpSync(join(work, 'out/contract/src'), join(out, 'contract'), { recursive: true });
    for (const file of globSync('**/*.{js,d.ts}', { cwd: out })) link(out, file);
  } finally {
    rmSync(work, { recursive: true });
  }
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
