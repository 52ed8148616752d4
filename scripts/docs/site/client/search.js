/**
 * Search over the sections of all pages. `site.js` loads it together with the sections when someone begins to search,
 * as scripts: pages on a disk may not fetch.
 */
import MiniSearch from 'minisearch';

const HITS_MAX = 20;
const HITS_OF_PAGE_MAX = 3;
/** Letters around the first word that was found. */
const EXCERPT = 160;
/** How much a section counts, by the beginning of its address: readers look for an answer before its proof. */
const WEIGHTS = { start: 1.3, guides: 1.2, internals: 0.5, 'reference/api': 0.4, 'reference/conformance': 0.3 };

/** Words that say nothing about a section. */
const IDLE = new Set(['a', 'an', 'and', 'for', 'in', 'is', 'of', 'on', 'the', 'to']);

/** Returns hits for words, the best first: `{ href, page, heading, excerpt, words }`. */
globalThis.createSearch = (sections) => {
  const beginnings = Object.keys(WEIGHTS);
  const search = new MiniSearch({
    fields: ['page', 'heading', 'text'],
    processTerm: (word) => (IDLE.has(word.toLowerCase()) ? null : word.toLowerCase()),
    searchOptions: {
      boost: { heading: 5, page: 4 },
      prefix: (word) => word.length > 1,
      fuzzy: (word) => (word.length > 5 ? 0.25 : 0),
      combineWith: 'AND',
      boostDocument: (id) => WEIGHTS[beginnings.find((beginning) => sections[id][0].startsWith(beginning))] ?? 1,
    },
  });
  search.addAll(sections.map(([, page, heading, text], id) => ({ id, page, heading, text })));
  return (query) => {
    const ofPage = new Map();
    const hits = search.search(query).filter(({ id }) => {
      const [page] = sections[id][0].split('#');
      const count = (ofPage.get(page) ?? 0) + 1;
      ofPage.set(page, count);
      return count <= HITS_OF_PAGE_MAX;
    });
    return hits.slice(0, HITS_MAX).map(({ id, terms }) => {
      const [href, page, heading, text] = sections[id];
      return { href, page, heading, excerpt: excerptOf(text, terms), words: terms };
    });
  };
};

function excerptOf(text, words) {
  const small = text.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - EXCERPT / 4);
  const start = places.length === 0 || first === 0 ? 0 : text.indexOf(' ', first) + 1;
  const end = start + EXCERPT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
