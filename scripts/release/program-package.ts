/**
 * The published program: the npm package `bellwether`. Its tree is the part of the repository that a bundled venue
 * reads, at the same paths, so that it runs by the same rules in both.
 */
import { copyFileSync, cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { bundleProgram, LEFT_OUT, PROJECT } from '../bundle/program.ts';
import { writeSite } from '../docs/site/build.ts';
import { type Inside, licencesOf, packagesAt } from './inside.ts';
import { builtVersion, packagesOf, readManifest, writeJson } from './manifest.ts';

/** Files and folders of the repository that a bundled venue or its user reads. */
const FILES = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs',
  'examples',
  'packages/venue/src/ops/report/document.ts',
  'packages/server/bin/bellwether.js',
  'packages/server/bin/built.js',
  'packages/server/package.json',
  'packages/gateway/src/http/docs',
  'packages/sandbox-venue/src/scenario/ready',
];
/** Manifests of the packages that the program is bundled from. */
const OURS = globSync('packages/*/package.json', { cwd: PROJECT });
/** Packages that stay packages: native code, and files that are read at run time. */
const PACKAGES = [...LEFT_OUT, '@fontsource/inter'];

/** Writes the package's files into `folder`, the page, the documents and the program newly built. Returns the packages inside. */
export async function stageProgram(folder: string): Promise<readonly Inside[]> {
  const { version, license, description, engines } = readManifest(PROJECT);
  const all = Object.assign({}, ...OURS.map((path) => readManifest(dirname(join(PROJECT, path))).dependencies));
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, all[name] ?? '']).sort());
  for (const path of FILES) copy(path, folder);
  const server = join(folder, 'packages/server');
  writeJson(join(server, 'package.json'), { ...readManifest(server), version: builtVersion(PROJECT) });
  const modules = [
    ...(await bundleProgram(join(folder, 'packages/server/dist', version), version)),
    ...(await buildPage(join(folder, 'packages/web/dist'))),
    ...(await writeSite(join(folder, 'packages/web/dist/docs'), '/docs/')).modules,
  ];
  writeFileSync(join(folder, 'packages/server/dist/current'), `${version}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(packagesAt(modules)));
  writeJson(join(folder, 'package.json'), {
    name: 'bellwether',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { bellwether: 'packages/server/bin/bellwether.js' },
    dependencies,
    // One of them depends on a package that reports each installation.
    scarfSettings: { enabled: false },
  });
  return packagesAt([...modules, ...packagesOf(dependencies, PROJECT)]);
}

/** Builds the page into an empty folder, and returns the paths of all modules in it. */
async function buildPage(outDir: string): Promise<readonly string[]> {
  const built = await build({
    configFile: join(PROJECT, 'packages/web/vite.config.ts'),
    define: { BELLWETHER_VERSION: JSON.stringify(builtVersion(PROJECT)) },
    build: { outDir, emptyOutDir: true },
    logLevel: 'warn',
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
}

function copy(path: string, folder: string): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  if (extname(path) !== '' || path === 'LICENSE') copyFileSync(join(PROJECT, path), target);
  else cpSync(join(PROJECT, path), target, { recursive: true });
}
