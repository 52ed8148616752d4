/** The published test helper: the npm package `@bellwether/sandbox`, which starts venues of the package `bellwether`. */
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { PROJECT } from '../bundle/program.ts';
import { compile } from './compile.ts';
import { readManifest, writeJson } from './manifest.ts';

const SOURCE = join(PROJECT, 'packages/sandbox/src/index.ts');
/** Types of an exam's incidents. */
const INCIDENT = join(PROJECT, 'packages/exam/src/incident.ts');
const SDK = '@bellwether/sdk';

/** Writes the package's files into `folder`. */
export async function stageSandbox(folder: string): Promise<void> {
  const { version, license, engines } = readManifest(PROJECT);
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({ input: SOURCE, platform: 'node', external: [SDK], logLevel: 'warn' });
  await bundle.write({ file: join(folder, 'index.js'), format: 'esm' });
  const work = mkdtempSync(join(tmpdir(), 'bellwether-types-'));
  compile([SOURCE, INCIDENT], work, {
    types: ['node'],
    typeRoots: [join(PROJECT, 'node_modules/@types')],
    emitDeclarationOnly: true,
  });
  copyFileSync(join(work, 'out/sandbox/src/index.d.ts'), join(folder, 'index.d.ts'));
  for (const file of globSync('**/*.d.ts', { cwd: join(work, 'out/exam/src') })) {
    const text = readFileSync(join(work, 'out/exam/src', file), 'utf8');
    mkdirSync(dirname(join(folder, 'exam', file)), { recursive: true });
    writeFileSync(join(folder, 'exam', file), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
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
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './exam': { types: './exam/incident.d.ts' } },
    dependencies: { [SDK]: version, bellwether: version },
    publishConfig: { access: 'public' },
  });
}
