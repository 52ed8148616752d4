/** Markdown as HTML, one piece a heading. HTML in Markdown is shown as text, and its comments are left out. */
import { Marked, type Token } from 'marked';

export interface Section {
  /** Anchor of the heading; empty for what stands before the first one. */
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly html: string;
  /** The section's words, without markup. */
  readonly text: string;
}

/** Resolves the address of a link or picture; null for a target that readers of the pages do not have. */
export type Resolve = (href: string) => string | null;

/** Headings below this depth begin no section. */
const DEPTH_MAX = 3;
/** A heading that names its own anchor. */
const OWN_ANCHOR = / \{#(\S+)\}$/;

/** The anchor that GitHub generates for a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text of HTML that this module has written. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(lt|gt|quot|amp);/g, (_, name: 'lt') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name])
    .replace(/\s+/g, ' ')
    .trim();
}

export function renderMarkdown(markdown: string, resolve: Resolve): readonly Section[] {
  const marked = createMarked(resolve);
  const pieces: Token[][] = [[]];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token['depth'] <= DEPTH_MAX) pieces.push([]);
    pieces.at(-1)?.push(token);
  }
  const taken = new Map<string, number>();
  return pieces
    .filter((tokens) => tokens.length > 0)
    .map((tokens) => {
      const [first] = tokens;
      if (first?.type !== 'heading') {
        const html = marked.parser(tokens);
        return { id: '', title: '', depth: 0, html, text: textOf(html) };
      }
      const body = marked.parser(tokens.slice(1));
      const { text: heading, depth } = first as Token & { text: string; depth: number };
      const named = anchorOf(heading);
      const times = taken.get(named) ?? 0;
      taken.set(named, times + 1);
      const id = OWN_ANCHOR.exec(heading)?.[1] ?? (times === 0 ? named : `${named}-${times}`);
      const inline = marked.parseInline(heading.replace(OWN_ANCHOR, '')) as string;
      const link = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      const html = `<h${depth} id="${id}">${inline}${link}</h${depth}>\n${body}`;
      return { id, title: textOf(inline), depth, html, text: textOf(body) };
    });
}

function createMarked(resolve: Resolve): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => (/^\s*<!--/.test(text) ? '' : escapeHtml(text)),
      code({ text, lang }) {
        const language = escapeHtml(/^\w*/.exec(lang ?? '')?.[0] ?? '');
        return `<pre tabindex="0" data-language="${language}"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token) {
        const cells = (row: readonly { tokens: Token[] }[], tag: string): string =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('');
        return `<div class="table" tabindex="0"><table>\n<thead>${cells(token.header, 'th')}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const target = resolve(href);
        const inside = this.parser.parseInline(tokens);
        return target === null ? inside : `<a href="${escapeHtml(target)}">${inside}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(resolve(href) ?? '')}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
    },
  });
}
