/**
 * Checks files against the table of imports. Pure: files in, diagnostics out; the command and the fixtures' test supply
 * the files. It must never read the disk, so that a fixture can stand for any place in the repository.
 */
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { circlesOf, type Edge } from './circles.ts';
import { machineUses } from './machine-use.ts';
import { type Import, readImports } from './read-imports.ts';
import { DRIVERS, ENGINE_VERBS, type Grant, ROWS, type Row, TESTING_ZONES, WITHOUT_ENGINE_VERBS } from './table.ts';

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
/** Packages that contain only tests: they may use the test runner. */
const TESTS_ONLY = /^(?:compatibility|packages\/web\/browser)\//;
/** Files that take time, timers and randomness only from the runtime. */
const SERVER = /^packages\/server\/src\//;
/** The runtime of a real process, and the files that may name it: entry points of processes and threads. */
const MACHINE_RUNTIME = 'packages/server/src/runtime/machine.ts';
const ENTRY = /^packages\/server\/src\/(?:main|.+-worker)\.ts$/;
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
    if (SERVER.test(path) && !isTest && placed?.zone !== 'server/runtime') {
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
  for (const { edge, circle } of circlesOf(folderEdges)) {
    diagnostics.push({ path: edge.path, line: edge.line, rule: 'circle', message: `folders in a circle: ${circle}` });
  }
  for (const { edge, circle } of circlesOf(fileEdges)) {
    diagnostics.push({
      path: edge.path,
      line: edge.line,
      rule: 'file-circle',
      message: `files in a circle: ${circle}`,
    });
  }
  return diagnostics.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

type Found = Pick<Diagnostic, 'rule' | 'message'> | null;

interface Place {
  readonly row: Row;
  /** The row's zone with its `*` filled in. */
  readonly zone: string;
}

type Manifests = ReadonlyMap<string, ReadonlySet<string>>;

function checkImport(path: string, from: Place, imported: Import, manifests: Manifests): Found {
  const { specifier } = imported;
  if (specifier === null) return { rule: 'unknown-target', message: 'an import must name its target' };
  const deny = (what: string): Found => ({ rule: from.row.zone, message: `${from.zone} may not import ${what}` });
  if (DRIVERS.includes(specifier) && from.row.node !== 'all') {
    return { rule: 'driver', message: `${from.zone} may not import ${specifier}: only adapters hold a driver` };
  }
  if (isBuiltin(specifier)) return from.row.node === 'none' ? deny(specifier) : null;

  const target = targetOf(path, specifier);
  if (target === null) {
    const name = packageName(specifier);
    const { npm } = from.row;
    if (typeof npm !== 'string' && !npm.includes(name)) return deny(name);
    return checkReach(path, imported, manifests);
  }
  if (TEST.test(target) && !TESTING_ZONES.includes(from.zone))
    return { rule: 'test-code', message: `${specifier} is for tests` };
  const to = placeOf(target);
  if (to === null) return null; // The diagnostic "unplaced" of the target reports it.
  if (from.zone !== to.zone) {
    const grants = from.row.may.filter((grant) => covers(zoneOf(grant), to.zone, target));
    if (grants.length === 0) return deny(to.zone);
    if (grants.every((grant) => typeof grant !== 'string') && !imported.typeOnly) return deny(`values of ${to.zone}`);
  }
  if (target === MACHINE_RUNTIME && from.zone.startsWith('server/') && !ENTRY.test(path)) {
    return {
      rule: 'machine-runtime',
      message: `${specifier} is for entries: take the runtime from who puts it together`,
    };
  }
  const verb = imported.values.find((name) => name === '*' || ENGINE_VERBS.includes(name));
  if (to.zone === 'engine' && WITHOUT_ENGINE_VERBS.includes(from.zone) && verb !== undefined) {
    return { rule: 'engine-verb', message: `${from.zone} may not import ${verb} from the engine` };
  }
  return checkReach(path, imported, manifests);
}

/** Rules for tests too: no bypassing the index of another package, and only imports that package.json declares. */
function checkReach(path: string, { specifier }: Import, manifests: Manifests): Found {
  if (specifier === null || isBuiltin(specifier)) return null;
  const root = PACKAGE_ROOT.exec(path)?.[0] ?? '';
  if (specifier.startsWith('.')) {
    const target = join(dirname(path), specifier);
    const inside = root === 'bench' || (PACKAGE_ROOT.exec(target)?.[0] ?? '') === root;
    return inside ? null : { rule: 'outside-package', message: `${specifier}: import other packages by their name` };
  }
  const name = packageName(specifier);
  const declared =
    manifests.get(root)?.has(name) === true ||
    ((TEST.test(path) || TESTS_ONLY.test(path)) && manifests.get('')?.has(name) === true);
  const manifest = root === '' ? 'package.json' : `${root}/package.json`;
  return declared ? null : { rule: 'undeclared', message: `${name} is not in ${manifest}` };
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

function zoneOf(grant: Grant): string {
  return typeof grant === 'string' ? grant : grant.zone;
}

/**
 * True if a grant covers the target. A grant names a zone, `zone/*` for all below it, or a folder inside a zone such as
 * `server/http/page`.
 */
function covers(granted: string, zone: string, target: string): boolean {
  if (granted.endsWith('/*')) return zone.startsWith(granted.slice(0, -1));
  return (
    zone === granted || (granted.startsWith(`${zone}/`) && target.includes(`/src/${granted.slice('server/'.length)}/`))
  );
}

/** The repository path of a specifier; null for npm packages. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const own = /^@bellwether\/([^/]+)(\/.*)?$/.exec(specifier);
  if (own === null) return null;
  const name = own[1] ?? '';
  const root = name === 'demo' || name === 'bench' || name === 'sim' ? name : `packages/${name}`;
  return `${root}/src${own[2] ?? ''}/index.ts`;
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

/** The folder directly under `src`, with `adapters/x` counted as one; null for files directly in `src`. */
function folderOf(path: string): string | null {
  return /^(?:packages\/[^/]+|demo|bench)\/src\/(?:adapters\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

function readManifests(files: ReadonlyMap<string, string>): Manifests {
  const manifests = new Map<string, ReadonlySet<string>>();
  for (const [path, text] of files) {
    if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
    const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
    const names = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    manifests.set(path === 'package.json' ? '' : dirname(path), new Set(names));
  }
  return manifests;
}
