/** The published test helper: the npm package `@bellwether/sandbox`, which starts venues of the package `bellwether`. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { PROJECT } from '../bundle/program.ts';
import { compile } from './compile.ts';
import { readManifest, writeJson } from './manifest.ts';

const SOURCE = join(PROJECT, 'packages/sandbox/src/index.ts');
const SDK = '@bellwether/sdk';

/** Writes the package's files into `folder`. */
export async function stageSandbox(folder: string): Promise<void> {
  const { version, license, engines } = readManifest(PROJECT);
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({ input: SOURCE, platform: 'node', external: [SDK], logLevel: 'warn' });
  await bundle.write({ file: join(folder, 'index.js'), format: 'esm' });
  const work = mkdtempSync(join(tmpdir(), 'bellwether-types-'));
  compile([SOURCE], work, {
    types: ['node'],
    typeRoots: [join(PROJECT, 'node_modules/@types')],
    emitDeclarationOnly: true,
  });
  copyFileSync(join(work, 'out/sandbox/src/index.d.ts'), join(folder, 'index.d.ts'));
  rmSync(work, { recursive: true });
  copyFileSync(join(PROJECT, 'packages/sandbox/README.md'), join(folder, 'README.md'));
  copyFileSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
  writeJson(join(folder, 'package.json'), {
    name: '@bellwether/sandbox',
    version,
    description: 'Sandboxes of a Bellwether prediction-market venue for the tests of a bot.',
    license,
    type: 'module',
    engines,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies: { [SDK]: version, bellwether: version },
    publishConfig: { access: 'public' },
  });
}
