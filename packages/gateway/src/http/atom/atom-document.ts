/** Atom 1.0 (RFC 4287) of news. Every text that is not the venue's own passes through `escapeXml`. */
import type { NewsItem } from '@bellwether/read-model/catalog/answer/news.ts';

interface AtomFeed {
  /** Name of the venue, the author of everything. */
  readonly venue: string;
  readonly title: string;
  /** Origin of the venue as the reader knows it. */
  readonly origin: string;
  /** Path and query of the feed itself. */
  readonly path: string;
  /** Permanent id of an item, or of the feed by ''. */
  readonly idOf: (item: string) => string;
  readonly items: readonly NewsItem[];
}

export function atomDocument({ venue, title, origin, path, idOf, items }: AtomFeed): string {
  // Times are ISO 8601 in UTC with or without a fraction, so the text is compared by its time.
  const latest = items.reduce((last, { updated }) => (Date.parse(updated) > Date.parse(last) ? updated : last), EPOCH);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${idOf('')}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${latest}</updated>`,
    `<author><name>${escapeXml(venue)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/app/`)}"/>`,
    ...items.map((item) => entry(item, origin, idOf)),
    '</feed>',
    '',
  ].join('\n');
}

const EPOCH = '1970-01-01T00:00:00Z';

function entry({ id, title, text, event, published, updated, tags }: NewsItem, origin: string, idOf: AtomFeed['idOf']) {
  return [
    '<entry>',
    `<id>${idOf(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<published>${published}</published>`,
    `<updated>${updated}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/app/event/${encodeURIComponent(event)}`)}"/>`,
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    `<content type="text">${escapeXml(text)}</content>`,
    '</entry>',
  ].join('');
}

/** Characters that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text so that it is safe in XML, inside and outside of quotes. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
