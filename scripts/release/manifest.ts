/** Reads and writes the JSON files of packages, and follows their dependencies. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

export function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Version of what is built from the sources in `folder`, with their commit: `0.2.0+1a2b3c4d5`. */
export function builtVersion(folder: string): string {
  const commit = execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return `${readManifest(folder).version}+${commit.trim()}`;
}

/** Folders of the packages `names` and of all that they depend on, as Node finds them from the folder `from`. */
export function packagesOf(names: Manifest['dependencies'], from: string, found: Set<string> = new Set()) {
  const { resolve } = createRequire(join(from, 'package.json'));
  for (const name of Object.keys(names)) {
    const places = (resolve.paths(name) ?? []).map((path) => join(path, name));
    const folder = places.find((path) => existsSync(join(path, 'package.json')));
    if (folder === undefined) throw new Error(`${name}, which ${from} depends on, is not installed`);
    if (found.has(folder)) continue;
    found.add(folder);
    packagesOf(readManifest(folder).dependencies ?? {}, folder, found);
  }
  return found;
}
