/** The published test helper: the npm package `@bellwether/sandbox`, which starts venues of the package `bellwether`. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { PROJECT } from '../bundle/program.ts';
import { readManifest, writeJson } from './program-package.ts';

const SOURCE = join(PROJECT, 'packages/sandbox/src/index.ts');
const SDK = '@bellwether/sdk';

/** Writes the package's files into `folder`. */
export async function stageSandbox(folder: string): Promise<void> {
  const { version, license } = readManifest('.');
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({ input: SOURCE, platform: 'node', external: [SDK], logLevel: 'warn' });
  await bundle.write({ file: join(folder, 'index.js'), format: 'esm' });
  const work = mkdtempSync(join(tmpdir(), 'bellwether-types-'));
  copyFileSync(declarations(work), join(folder, 'index.d.ts'));
  rmSync(work, { recursive: true });
  copyFileSync(join(PROJECT, 'packages/sandbox/README.md'), join(folder, 'README.md'));
  copyFileSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
  writeJson(join(folder, 'package.json'), {
    name: '@bellwether/sandbox',
    version,
    description: 'Sandboxes of a Bellwether prediction-market venue for the tests of a bot.',
    license,
    type: 'module',
    engines: readManifest('.').engines,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies: { [SDK]: version, bellwether: version },
    publishConfig: { access: 'public' },
  });
}

/** Compiles the declarations that a test sees; returns the path of the file. */
function declarations(work: string): string {
  const config = join(work, 'tsconfig.json');
  writeJson(config, {
    extends: join(PROJECT, 'tsconfig.base.json'),
    compilerOptions: {
      types: ['node'],
      typeRoots: [join(PROJECT, 'node_modules/@types')],
      noEmit: false,
      incremental: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(PROJECT, 'packages'),
      outDir: join(work, 'out'),
    },
    files: [SOURCE],
  });
  execFileSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: 'inherit',
  });
  return join(work, 'out/sandbox/src/index.d.ts');
}
