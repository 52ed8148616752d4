/** The packages of others that are inside what is published: their licences, and a bill of materials. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

export interface Inside {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
}

/** Packages at or around `paths`, files or folders in `node_modules`; sorted by name and version, each once. */
export function packagesAt(paths: readonly string[]): readonly Inside[] {
  const folders = new Set(paths.flatMap((path) => PACKAGE.exec(path.replace('\0', ''))?.[0] ?? []));
  const all = [...folders].map((folder): Inside => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<Inside>;
    const { name = '', version = '', license } = manifest;
    if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence`);
    return { folder, name, version, license };
  });
  const byTitle = new Map(all.map((one) => [titleOf(one), one]));
  return [...byTitle.values()].sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
}

const titleOf = ({ name, version }: Inside): string => `${name} ${version}`;

/** Text of all licences, one section a package. */
export function licencesOf(inside: readonly Inside[]): string {
  const sections = inside.map((one) => {
    const files = globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}{,.*,-*}', { cwd: one.folder }).sort();
    const texts = files.map((file) => readFileSync(join(one.folder, file), 'utf8').trim());
    return [`${titleOf(one)} (${one.license})`, ...texts].join('\n\n');
  });
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Bill of materials in CycloneDX form. */
export function billOf(version: string, inside: readonly Inside[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'bellwether', version } },
    components: inside.map(({ name, version: own, license }) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${own}`;
      return { type: 'library', 'bom-ref': purl, name, version: own, purl, licenses: [{ expression: license }] };
    }),
  };
}
