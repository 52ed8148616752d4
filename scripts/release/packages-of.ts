import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readManifest } from './manifest.ts';

/** Folders of the packages `names` and of all that they depend on, as Node finds them from the folder `from`. */
export function packagesOf(
  names: Readonly<Record<string, string>>,
  from: string,
  found = new Set<string>(),
): ReadonlySet<string> {
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
