/** Licences of the packages that a build took in. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Text of all licences, one section a package, sorted by name. `modules`: paths of the modules in the build. */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((id) => PACKAGE.exec(id.replace('\0', ''))?.[0] ?? []));
  const sections = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string;
    };
    const texts = globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}{,.*,-*}', { cwd: folder }).sort();
    if (license === undefined && texts.length === 0) throw new Error(`${name} has no licence`);
    const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license ?? 'see below'})\n\n${text}`;
  });
  return `${[...new Set(sections)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
