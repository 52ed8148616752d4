/** What stands around a page's text: head, bar with the search, list of pages, headings, neighbours. */
import { posix } from 'node:path';
import { escapeHtml, type Section } from './markdown.ts';
import type { Page } from './pages.ts';

/** A venue sends a stricter policy as a header; this one also holds for files on a disk. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'";
/** A page with more headings lists only those of the upper level. */
const HEADINGS_MAX = 30;

export interface Shown {
  readonly page: Page;
  readonly sections: readonly Section[];
}

/** Path of `to` as seen from `from`; both from the root of the documents. */
export const linkTo = (from: string, to: string): string => posix.relative(posix.dirname(from), to);

export function renderPage({ page, sections }: Shown, pages: readonly Page[]): string {
  const at = pages.indexOf(page);
  const href = (to: string): string => linkTo(page.path, to);
  const neighbour = (offset: number, rel: string, words: string): string => {
    const other = pages[at + offset];
    if (at + offset < 0 || other === undefined) return '<span></span>';
    return `<a rel="${rel}" href="${href(`${other.path}.html`)}"><small>${words}</small>${escapeHtml(other.title)}</a>`;
  };
  return [
    head(page.path === 'index' ? 'Bellwether documentation' : `${page.title} · Bellwether`, page.answers, href('')),
    bar(href('')),
    '<div class="frame">',
    `<nav id="pages" class="side" popover aria-label="Pages">${listOf(page, pages, href)}</nav>`,
    `<main><article>\n${page.section === '' ? '' : `<p class="section">${escapeHtml(page.section)}</p>\n`}`,
    sections.map(({ html }) => html).join(''),
    `</article>\n<nav class="neighbours" aria-label="Previous and next page">`,
    `${neighbour(-1, 'prev', 'Previous')}${neighbour(1, 'next', 'Next')}</nav></main>`,
    headingsOf(sections),
    '</div>\n</body>\n</html>\n',
  ].join('\n');
}

/** Page for an address that has none. The venue puts the way to the documents' root in place of `{root}`. */
export function renderMissing(): string {
  return `${head('No such page · Bellwether', null, '{root}')}\n${bar('{root}')}
<div class="frame"><main><article><h1>There is no such page</h1>
<p>Search above, or begin at <a href="{root}index.html">the list of all pages</a>.</p></article></main></div>
</body>\n</html>\n`;
}

function head(title: string, description: string | null, way: string): string {
  const root = rootOf(way);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>${description === null ? '' : `\n<meta name="description" content="${escapeHtml(description)}">`}
<link rel="icon" href="${root}site/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}site/bar.css">
<link rel="stylesheet" href="${root}site/pages.css">
<script src="${root}site/theme.js"></script>
<script src="${root}site/site.js" defer></script>
</head>
<body>`;
}

/** The bar of every page. The page of the API at `/docs` has the same, written by hand. */
function bar(way: string): string {
  const root = rootOf(way);
  return `<header class="bar">
<a class="brand" href="${root}index.html"><img src="${root}site/favicon.svg" alt="" width="24" height="24"> Bellwether <span>docs</span></a>
<div class="search" hidden></div>
<a class="api" href="${root}reference/api.html">API</a>
<button type="button" class="menu" popovertarget="pages">Pages</button>
</header>`;
}

const rootOf = (way: string): string => (way === '' || way.endsWith('}') ? way : `${way}/`);

function listOf(current: Page, pages: readonly Page[], href: (to: string) => string): string {
  // A page that only another one lists stands under that one.
  const isListed = ({ answers }: Page): boolean => answers !== null;
  const shown = isListed(current) ? current : pages.slice(0, pages.indexOf(current)).findLast(isListed);
  const listed = pages.filter(isListed);
  return [...new Set(listed.map(({ section }) => section))]
    .map((section) => {
      const items = listed.filter((page) => page.section === section);
      const links = items.map((page) => {
        const mark = page === shown ? ` aria-current="${page === current ? 'page' : 'true'}"` : '';
        return `<li><a href="${href(`${page.path}.html`)}"${mark}>${escapeHtml(page.title)}</a></li>`;
      });
      return `<h2>${escapeHtml(section)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function headingsOf(sections: readonly Section[]): string {
  const all = sections.filter(({ depth }) => depth > 1);
  const shown = all.length > HEADINGS_MAX ? all.filter(({ depth }) => depth === 2) : all;
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ id, title, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="side headings" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul></nav>`;
}
