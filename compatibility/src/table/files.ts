/** Generated files: their content comes from the tests and the starts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPageData, renderStarts } from '../starts/render.ts';
import { TOOLS } from './clients.ts';
import { renderTable, type Versions, withBetweenMarks } from './render.ts';
import { readStatements } from './statements.ts';

const FOLDER = join(import.meta.dirname, '..', '..');
const ROOT = join(FOLDER, '..');

/** Clients among the dependencies of this folder, with their versions. */
export function readVersions(): Versions {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
    readonly dependencies: Versions;
  };
  const isClient = (name: string): boolean => !name.startsWith('@bellwether/') && !TOOLS.includes(name);
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isClient(name)));
}

/** A generated file: its path from the repository root, and its intended content. */
interface WrittenFile {
  readonly path: string;
  readonly render: () => string;
}

export const readWritten = ({ path }: WrittenFile): string => readFileSync(join(ROOT, path), 'utf8');

/** The document at `path` with `text` between its marks. */
const document = (path: string, text: () => string): WrittenFile => ({
  path,
  render: () => withBetweenMarks(readFileSync(join(ROOT, path), 'utf8'), text()),
});

export const WRITTEN: readonly WrittenFile[] = [
  document('docs/reference/compatibility.md', () => renderTable(readStatements(), readVersions())),
  document('docs/guides/bring-your-bot.md', renderStarts),
  { path: 'packages/web/src/bring-your-bot/starts.json', render: renderPageData },
];

/** Cells of a table that a document at `path` has between two marks, without its head. */
export function readRows(path: string, [first, last]: readonly [string, string]): readonly (readonly string[])[] {
  const text = readFileSync(path, 'utf8');
  const lines = text.slice(text.indexOf(first), text.indexOf(last)).split('\n');
  const [, , ...rows] = lines.filter((line) => line.startsWith('| '));
  return rows.map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));
}

export function writeFiles(): void {
  for (const { path, render } of WRITTEN) writeFileSync(join(ROOT, path), render());
}
