/** The documents as static pages. The same sources give the same bytes, and a link that leads nowhere stops the build. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { type IndexLink, type IndexSection, ROOT, renderLlms, SUMMARY } from '../generated.ts';
import { renderApi } from './api.ts';
import { renderMarkdown } from './markdown.ts';
import { listPages, type Page, readSource } from './pages.ts';
import { linkTo, renderMissing, renderPage, type Shown } from './shell.ts';

const CLIENT = join(import.meta.dirname, 'client');
const WEB = join(ROOT, 'packages/web');
/** Where documents say that a venue of this machine describes its API. Pages lead to the description beside them. */
const API_ADDRESS = 'http://127.0.0.1:8080/docs';
/** Addresses that stay as they are: of other hosts, and of the page's own headings. No other scheme is allowed. */
const ELSEWHERE = /^(?:https?:|#)/;
const API: Page = {
  source: 'packages/contract',
  path: 'reference/api',
  title: 'HTTP API',
  section: 'Reference',
  answers: 'Every route with its fields, errors and an example.',
};

export interface Site {
  /** Content by path from the root of the documents. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** Paths of the modules of packages inside. */
  readonly modules: readonly string[];
}

/** Writes the pages into `out`. `base` is the path of `out` on its host with a closing slash, for the links of llms.txt. */
export async function writeSite(out: string, base = ''): Promise<Site> {
  const site = await buildSite(base);
  for (const [path, content] of site.files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  }
  return site;
}

export async function buildSite(base = ''): Promise<Site> {
  const files = new Map<string, string | Buffer>();
  const written = listPages();
  const first = written.findIndex(({ section }) => section === API.section);
  const pages = written.toSpliced(first, 0, API);
  const shown = pages.map((page): Shown => {
    const markdown = page === API ? renderApi() : readSource(page.source);
    return { page, sections: renderMarkdown(markdown, (href) => resolve(page, href, pages, files)) };
  });
  for (const each of shown) files.set(`${each.page.path}.html`, renderPage(each, pages));
  checkLinks(files);
  files.set('site/missing.html', renderMissing());
  const search = await bundleSearch();
  files.set('site/search.js', search.code);
  files.set('site/sections.js', `globalThis.SECTIONS = ${JSON.stringify(shown.flatMap(entriesOf))};\n`);
  const read = (path: string): string => readFileSync(path, 'utf8');
  for (const name of ['site.js', 'pages.css']) files.set(`site/${name}`, read(join(CLIENT, name)));
  files.set('site/bar.css', `${read(join(WEB, 'src/styles/tokens.css'))}\n${read(join(CLIENT, 'bar.css'))}`);
  for (const name of ['favicon.svg', 'theme.js']) files.set(`site/${name}`, readFileSync(join(WEB, 'public', name)));
  files.set('llms.txt', renderLlms(sectionsOf(pages, base)));
  files.set('llms-full.txt', renderFull(written, pages, base));
  return { files, modules: search.modules };
}

/** The address of a link or picture of a page, as its reader follows it. Takes pictures into `files`. */
function resolve(from: Page, href: string, pages: readonly Page[], files: Map<string, string | Buffer>): string | null {
  if (href.startsWith(API_ADDRESS)) return linkTo(from.path, `${API.path}.html`) + href.slice(API_ADDRESS.length);
  if (ELSEWHERE.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const source = posix.join(posix.dirname(from.source), path);
  // The front page of the repository has no page of its own.
  const target = source === 'README.md' ? pages[0] : pages.find((page) => page.source === source);
  if (target !== undefined) {
    return linkTo(from.path, `${target.path}.html`) + (anchor === undefined ? '' : `#${anchor}`);
  }
  if (!existsSync(join(ROOT, source))) throw new Error(`${from.source} links to ${href}, which does not exist`);
  // Readers of the pages do not have the source tree.
  if (!source.startsWith('docs/images/')) return null;
  const image = source.slice('docs/'.length);
  if (!files.has(image)) files.set(image, readFileSync(join(ROOT, source)));
  return linkTo(from.path, image);
}

/** Throws if a page leads to a page or a heading that does not exist. */
export function checkLinks(files: ReadonlyMap<string, string | Buffer>): void {
  const idsOf = new Map(
    [...files].map(([path, html]) => {
      const ids = path.endsWith('.html') ? String(html).matchAll(/ id="([^"]+)"/g) : [];
      return [path, new Set([...ids].map(([, id]) => id))];
    }),
  );
  for (const [path, html] of files) {
    if (!path.endsWith('.html')) continue;
    for (const [, href = ''] of String(html).matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue;
      const [file = '', anchor] = href.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      if (target.startsWith('site/')) continue;
      const ids = idsOf.get(target);
      if (ids === undefined || (anchor !== undefined && !ids.has(anchor))) {
        throw new Error(`${path} links to ${href}, which does not exist`);
      }
    }
  }
}

/** What the search knows of a page: address, page, heading and words of each section. */
function entriesOf({ page, sections }: Shown): readonly (readonly string[])[] {
  return sections.map(({ id, title, depth, text }) => [
    `${page.path}.html${depth > 1 ? `#${id}` : ''}`,
    page.title,
    depth > 1 ? title : '',
    text,
  ]);
}

async function bundleSearch(): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const bundle = await rolldown({ input: join(CLIENT, 'search.js'), logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return { code: output[0].code, modules: output[0].moduleIds };
}

function sectionsOf(pages: readonly Page[], base: string): readonly IndexSection[] {
  const listed = pages.filter(({ answers }) => answers !== null);
  return [...new Set(listed.map(({ section }) => section))].map((title) => ({
    title,
    links: listed
      .filter(({ section }) => section === title)
      .map((page): IndexLink => ({ title: page.title, path: addressOf(page, base), answers: page.answers ?? '' })),
  }));
}

/** Address of a page for a program; that of a venue's API is its description. */
const addressOf = (page: Page, base: string): string =>
  page === API && base !== '' ? '/openapi.json' : `${base}${page.path}.html`;

/** All documents in Markdown, one after another, with links to their pages. */
function renderFull(written: readonly Page[], pages: readonly Page[], base: string): string {
  const texts = written.map((page) => {
    const text = readSource(page.source).replaceAll(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
      const target = ELSEWHERE.test(href) ? null : resolve(page, href, pages, new Map());
      return target === null ? whole : `](${base}${posix.join(posix.dirname(page.path), target)})`;
    });
    return `<!-- ${addressOf(page, base)} -->\n\n${text}`;
  });
  return [`# Bellwether\n\n> ${SUMMARY}\n`, ...texts].join('\n');
}
