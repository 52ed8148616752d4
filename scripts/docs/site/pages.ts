/** The pages of the documents: which Markdown file becomes which page, in the order in which they are read. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { type IndexSection, ROOT, readIndex } from '../generated.ts';
import { anchorOf } from './markdown.ts';

const INDEX = 'docs/README.md';

export interface Page {
  /** Path of the Markdown file from the root of the repository. */
  readonly source: string;
  /** Path of the page from the root of the documents, without its ending. */
  readonly path: string;
  readonly title: string;
  /** Section of the index; empty for the index itself. */
  readonly section: string;
  /** Line of the index. A page that another page lists for it has none. */
  readonly answers: string | null;
}

export const readSource = (source: string): string => readFileSync(join(ROOT, source), 'utf8');

/** All pages, the index first. Throws if a document below `docs/` is listed nowhere. */
export function listPages(sections: readonly IndexSection[] = readIndex()): readonly Page[] {
  const index = { source: INDEX, path: 'index', title: 'Documentation', section: '', answers: null };
  const listed = sections.flatMap(({ title: section, links }) =>
    links.map(({ title, path, answers }): Page => {
      const source = posix.normalize(`docs/${path}`);
      return { source, path: pathOf(source, section, title), title, section, answers };
    }),
  );
  const known = new Set([INDEX, ...listed.map(({ source }) => source)]);
  const others = globSync('docs/**/*.md', { cwd: ROOT }).filter((source) => !known.has(source));
  const homeOf = (source: string): string | undefined =>
    listed.find((page) => dirname(page.source) === dirname(source) && page.source.endsWith('/README.md'))?.source;
  for (const source of others) {
    const list = homeOf(source) ?? INDEX;
    if (list === INDEX || !readSource(list).includes(`](${basename(source)})`)) {
      throw new Error(`${source} is listed neither in ${INDEX} nor in the README.md beside it`);
    }
  }
  const behind = ({ source: list, section }: Page): Page[] =>
    others
      .filter((source) => homeOf(source) === list)
      .sort()
      .map((source) => {
        const title = /^# (.+)$/m.exec(readSource(source))?.[1] ?? basename(source);
        return { source, path: source.slice('docs/'.length, -'.md'.length), title, section, answers: null };
      });
  return [index, ...listed.flatMap((page) => [page, ...behind(page)])];
}

/** Documents in the folder of their section keep their name; all others are named after their title. */
function pathOf(source: string, section: string, title: string): string {
  const folder = anchorOf(section);
  const [, own] = new RegExp(`^docs/(${folder}/[^/]+)\\.md$`).exec(source) ?? [];
  return own ?? `${folder}/${anchorOf(title)}`;
}
