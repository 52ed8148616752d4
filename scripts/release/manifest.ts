/** Reads and writes the JSON files of packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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
