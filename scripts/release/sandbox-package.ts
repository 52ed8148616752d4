/** The published test helper: the npm package `@bellwether/sandbox`, which starts venues of the package `bellwether`. */
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { PROJECT } from '../bundle/program.ts';
import { compile } from './compile.ts';
import { readManifest, writeJson } from './manifest.ts';

const PACKAGE = join(PROJECT, 'packages/sandbox');
/** Entries by the name under which they are imported. */
const ENTRIES = { '.': 'index', './vitest': 'fixtures/vitest', './node-test': 'fixtures/node-test' };
/** Types of an exam's incidents. */
const INCIDENT = join(PROJECT, 'packages/exam/src/incident.ts');
const SDK = '@bellwether/sdk';

/** Writes the package's files into `folder`. */
export async function stageSandbox(folder: string): Promise<void> {
  const { version, license, engines } = readManifest(PROJECT);
  mkdirSync(folder, { recursive: true });
  const names = Object.values(ENTRIES);
  const sources = names.map((name) => join(PACKAGE, `src/${name}.ts`));
  const input = Object.fromEntries(names.map((name, index) => [name, sources[index] ?? '']));
  const bundle = await rolldown({ input, platform: 'node', external: [SDK, 'vitest'], logLevel: 'warn' });
  await bundle.write({ dir: folder, format: 'esm' });
  const work = mkdtempSync(join(tmpdir(), 'bellwether-types-'));
  compile([...sources, INCIDENT], work, {
    types: ['node'],
    typeRoots: [join(PROJECT, 'node_modules/@types')],
    emitDeclarationOnly: true,
  });
  for (const name of names) {
    const types = readFileSync(join(work, `out/sandbox/src/${name}.d.ts`), 'utf8');
    writeFileSync(join(folder, `${name}.d.ts`), types.replaceAll("index.ts'", "index.js'"));
  }
  for (const file of globSync('**/*.d.ts', { cwd: join(work, 'out/exam/src') })) {
    const text = readFileSync(join(work, 'out/exam/src', file), 'utf8');
    mkdirSync(dirname(join(folder, 'exam', file)), { recursive: true });
    writeFileSync(join(folder, 'exam', file), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
  rmSync(work, { recursive: true });
  cpSync(join(PACKAGE, 'pytest'), join(folder, 'pytest'), { recursive: true });
  copyFileSync(join(PACKAGE, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
  writeJson(join(folder, 'package.json'), {
    name: '@bellwether/sandbox',
    version,
    description: 'Sandboxes of a Bellwether prediction-market venue for the tests of a bot.',
    license,
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([entry, name]) => [entry, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
      ),
      './exam': { types: './exam/incident.d.ts' },
    },
    dependencies: { [SDK]: version, bellwether: version },
    // The first with fixtures of a worker.
    peerDependencies: { vitest: '>=3.2.0' },
    peerDependenciesMeta: { vitest: { optional: true } },
    publishConfig: { access: 'public' },
  });
}
