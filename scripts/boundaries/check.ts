/**
 * Checks files against the table of imports. Pure: files in, diagnostics out; the command and the fixtures' test supply
 * the files. It must never read the disk, so that a fixture can stand for any place in the repository.
 */
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { circlesOf, type Edge } from './circles.ts';
import { machineUses } from './machine-use.ts';
import { type Import, readImports } from './read-imports.ts';
import {
  DRIVERS,
  ENGINE_VERBS,
  LOADERS,
  ROWS,
  type Row,
  TESTING_ZONES,
  VENUE_PACKAGES,
  WITHOUT_ENGINE_VERBS,
} from './table.ts';

/** General rules, besides one for each row of the table. */
export const GENERAL_RULES = [
  'circle',
  'driver',
  'engine-verb',
  'file-circle',
  'machine',
  'machine-runtime',
  'outside-package',
  'test-code',
  'undeclared',
  'unknown-target',
  'unplaced',
] as const;

interface Diagnostic {
  readonly path: string;
  readonly line: number;
  /** A zone of the table, or one of GENERAL_RULES. */
  readonly rule: string;
  readonly message: string;
}

const SOURCE =
  /^(?:(?:packages\/[^/]+\/src|packages\/web\/browser|demo|bench|cluster|sim|compatibility|conformance)\/.*|examples\/.*)\.tsx?$/;
const TEST = /\.(?:test|testing)\.tsx?$|\/(?:testing|scenarios|fixtures|fuzz)\//;
/** Folders that are no part of a product: they may use the test runner and the repository's own packages. */
const TESTS_ONLY = /^(?:compatibility|examples|packages\/web\/browser)\//;
/** The runtime of a real process, and the files that may name it: entry points of processes and threads. */
const RUNTIME = 'packages/venue/src/runtime/';
const MACHINE_RUNTIME = `${RUNTIME}machine.ts`;
const ENTRY = /^packages\/(?:server\/src\/main|venue\/src\/.+-worker)\.ts$/;
const PACKAGE_ROOT = /^(?:packages\/[^/]+|demo|bench|cluster|sim|compatibility|conformance)(?=\/)/;

/**
 * Checks `files`, a map from repository path to text, with all sources and package.json files. Diagnostics are sorted
 * by path and line.
 */
export function checkBoundaries(files: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const manifests = readManifests(files);
  const diagnostics: Diagnostic[] = [];
  const folderEdges: Edge[] = [];
  const fileEdges: Edge[] = [];
  for (const [path, source] of files) {
    if (!SOURCE.test(path)) continue;
    const isTest = TEST.test(path);
    const placed = placeOf(path);
    if (placed === null && !isTest) {
      diagnostics.push({ path, line: 1, rule: 'unplaced', message: 'has no row in scripts/boundaries/table.ts' });
      continue;
    }
    const imports = readImports(path, source);
    if (VENUE_PACKAGES.test(path) && !isTest && !path.startsWith(RUNTIME)) {
      for (const { line, what } of machineUses(path, source, imports)) {
        diagnostics.push({ path, line, rule: 'machine', message: `${what}: take it from the runtime` });
      }
    }
    for (const imported of imports) {
      const found =
        placed === null || isTest
          ? checkReach(path, imported, manifests)
          : checkImport(path, placed, imported, manifests);
      if (found !== null) diagnostics.push({ path, line: imported.line, ...found });
      const edge = isTest ? null : folderEdge(path, imported);
      if (edge !== null) folderEdges.push(edge);
      const { specifier, line } = imported;
      // Packages import one another by name, and the table rules out cycles.
      if (specifier?.startsWith('.')) fileEdges.push({ from: path, to: join(dirname(path), specifier), path, line });
    }
  }
  for (const [rule, of, edges] of [
    ['circle', 'folders', folderEdges],
    ['file-circle', 'files', fileEdges],
  ] as const)
    for (const { edge, circle } of circlesOf(edges))
      diagnostics.push({ path: edge.path, line: edge.line, rule, message: `${of} in a circle: ${circle}` });
  return diagnostics.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

type Found = Pick<Diagnostic, 'rule' | 'message'> | null;

interface Place {
  readonly row: Row;
  /** The row's zone with its `*` filled in. */
  readonly zone: string;
}

/** Names in each package.json, by its folder: what the product may use, and what tests may. */
type Manifests = ReadonlyMap<string, Readonly<Record<'dependencies' | 'all', ReadonlySet<string>>>>;

function checkImport(path: string, { row, zone }: Place, imported: Import, manifests: Manifests): Found {
  const { specifier } = imported;
  if (specifier === null)
    return LOADERS.includes(path) ? null : { rule: 'unknown-target', message: 'an import must name its target' };
  const deny = (what: string): Found => ({ rule: row.zone, message: `${zone} may not import ${what}` });
  if (DRIVERS.includes(specifier) && row.node !== 'all')
    return { rule: 'driver', message: `${zone} may not import ${specifier}: only adapters hold a driver` };
  if (isBuiltin(specifier)) return row.node === 'none' ? deny(specifier) : null;

  const target = targetOf(path, specifier);
  const name = packageName(specifier);
  const isGiven =
    row.may === null
      ? specifier.startsWith('.') || isDeclared(path, name, manifests)
      : target !== null || row.npm.includes('*') || row.npm.includes(name);
  if (!isGiven) return deny(name);
  if (target === null) return checkReach(path, imported, manifests);
  if (TEST.test(target) && !TESTING_ZONES.includes(zone))
    return { rule: 'test-code', message: `${specifier} is for tests` };
  const to = placeOf(target);
  if (to === null) return null; // The diagnostic "unplaced" of the target reports it.
  // A whole package may use the adapters in it.
  const isOther = specifier.startsWith('.') && !to.zone.startsWith('adapters/');
  if (zone !== to.zone && (row.may !== null || isOther)) {
    const grants = (row.may ?? []).filter((grant) => covers(grant.replace(/:types$/, ''), to.zone));
    if (grants.length === 0) return deny(to.zone);
    if (grants.every((grant) => grant.endsWith(':types')) && !imported.typeOnly) return deny(`values of ${to.zone}`);
  }
  if (target === MACHINE_RUNTIME && VENUE_PACKAGES.test(path) && !ENTRY.test(path)) {
    const message = `${specifier} is for entries: take the runtime from who puts it together`;
    return { rule: 'machine-runtime', message };
  }
  const verb = imported.values.find((value) => value === '*' || ENGINE_VERBS.includes(value));
  if (to.zone === 'engine' && WITHOUT_ENGINE_VERBS.includes(zone) && verb !== undefined)
    return { rule: 'engine-verb', message: `${zone} may not import ${verb} from the engine` };
  return checkReach(path, imported, manifests);
}

/** Rules for tests too: no bypassing the index of another package, and only imports that package.json declares. */
function checkReach(path: string, { specifier }: Import, manifests: Manifests): Found {
  if (specifier === null || isBuiltin(specifier)) return null;
  const root = rootOf(path);
  if (specifier.startsWith('.')) {
    const isInside = root === 'bench' || rootOf(join(dirname(path), specifier)) === root;
    return isInside ? null : { rule: 'outside-package', message: `${specifier}: import other packages by their name` };
  }
  const name = packageName(specifier);
  const message = `${name} is not in ${join(root, 'package.json')}`;
  return isDeclared(path, name, manifests) ? null : { rule: 'undeclared', message };
}

/** True if the file's package.json names a package. Tests may also use the repository's own packages. */
function isDeclared(path: string, name: string, manifests: Manifests): boolean {
  const own = manifests.get(rootOf(path));
  if (!TEST.test(path) && !TESTS_ONLY.test(path)) return own?.dependencies.has(name) === true;
  return own?.all.has(name) === true || manifests.get('')?.all.has(name) === true;
}

/** The row with the longest matching path; null if none matches. */
function placeOf(path: string): Place | null {
  let best: Place | null = null;
  let bestLength = 0;
  for (const row of ROWS) {
    for (const pattern of row.paths) {
      const expression = new RegExp(
        `^${pattern.replaceAll('.', '\\.').replaceAll('*', '([^/]+)')}${pattern.endsWith('/') ? '' : '$'}`,
      );
      const match = expression.exec(path);
      if (match !== null && match[0].length > bestLength) {
        best = { row, zone: row.zone.replace('*', match[1] ?? '') };
        bestLength = match[0].length;
      }
    }
  }
  return best;
}

/** True if a grant, a zone or `zone/*` for all below it, covers the zone. */
const covers = (granted: string, zone: string): boolean =>
  granted.endsWith('/*') ? zone.startsWith(granted.slice(0, -1)) : zone === granted;

const rootOf = (path: string): string => PACKAGE_ROOT.exec(path)?.[0] ?? '';

/** The repository path of a specifier; null for npm packages. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const own = /^@bellwether\/([^/]+)(\/.*)?$/.exec(specifier);
  if (own === null) return null;
  const [, name, below = ''] = own;
  const folder = `${rootOf(`${name}/`) === name ? name : `packages/${name}`}/src${below}`;
  return folder.endsWith('.ts') ? folder : `${folder}/index.ts`;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function folderEdge(path: string, { specifier, line }: Import): Edge | null {
  if (!specifier?.startsWith('.')) return null;
  const from = folderOf(path);
  const to = folderOf(join(dirname(path), specifier));
  return from === null || to === null || from === to ? null : { from, to, path, line };
}

/** Packages whose folders are areas, which name one another; their order is that of layers, or of files alone. */
const OF_AREAS = /^packages\/(?:feeds|read-model|wire)\//;

/** The folder directly under `src`, with `adapters/x` counted as one; null for files directly in `src`, and for areas. */
function folderOf(path: string): string | null {
  if (OF_AREAS.test(path)) return null;
  return /^(?:packages\/[^/]+|demo|bench)\/src\/(?:adapters\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

function readManifests(files: ReadonlyMap<string, string>): Manifests {
  const texts = [...files].filter(([path]) => /(?:^|\/)package\.json$/.test(path));
  return new Map(
    texts.map(([path, text]) => {
      const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
      const dependencies = new Set(Object.keys(manifest['dependencies'] ?? {}));
      const all = dependencies.union(new Set(Object.keys(manifest['devDependencies'] ?? {})));
      return [path === 'package.json' ? '' : dirname(path), { dependencies, all }];
    }),
  );
}
