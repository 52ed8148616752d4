/** Reads and writes the JSON files of packages. */
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
