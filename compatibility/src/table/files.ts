/** Where the table comes from and where it goes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS } from './clients.ts';
import { renderTable, type Versions, withTable } from './render.ts';
import { readStatements } from './statements.ts';

const FOLDER = join(import.meta.dirname, '..', '..');
const DOCUMENT = join(FOLDER, '..', 'docs', 'COMPATIBILITY.md');

/** Clients among the dependencies of this folder, with their versions. */
export function readVersions(): Versions {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
    readonly dependencies: Versions;
  };
  const isClient = (name: string): boolean => !name.startsWith('@bellwether/') && !TOOLS.includes(name);
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isClient(name)));
}

export const readDocument = (): string => readFileSync(DOCUMENT, 'utf8');

/** The document as it should be. */
export const renderDocument = (): string => withTable(readDocument(), renderTable(readStatements(), readVersions()));

export const writeDocument = (): void => writeFileSync(DOCUMENT, renderDocument());
