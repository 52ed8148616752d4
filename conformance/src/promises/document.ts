/** The page of promises as Markdown: one compact table per chapter. */
import type { Chapter, VenuePromise } from './promises.ts';
import type { Proof } from './proofs.ts';

const INTRODUCTION = `# Conformance

<!-- Written by \`npm run promises\`; changes belong into conformance/src/promises and the tests' names. -->

Every promise of Bellwether and its limit. \`npm run promises -- E1 A\` prints E1 and all promises under A, with the files that
prove them; \`npx vitest run -t '\\bE1\\b'\` runs the proofs of E1. A test fails for a promise without a proof. Rules that the
run below checks and prints have only their ids, above the tables.

## How the interface is checked

\`npm run conformance\` checks a venue over plain HTTP, rule by rule, and prints pass, FAIL with the expected and the actual
answer, or – where the venue does not offer it. It exits with 1 if a rule failed.

\`\`\`sh
npm run conformance                                                          # a venue of its own, demo on
npm run conformance -- --url https://venue.example                           # reads, and wallets of its own
npm run conformance -- --url https://venue.example --admin-token TOKEN       # trades in an event of its own
\`\`\`

The run is safe beside live trading. It makes three wallets, and with the token a tag, a series, play money and three events,
which it archives. Modes and full caps are tried only on a venue of its own or with \`--exclusive\`.
`;

function rowOf({ id, text, limit, measuredBy }: VenuePromise): string {
  return `|${[id, text, [limit, measuredBy].filter(Boolean).join('; ')].join('|')}|`;
}

/** Ids of one letter in ascending order, with runs of them as ranges: `A1–A3, A7`. */
export function rangesOf(ids: readonly string[]): string {
  const follows = (one: string, other: string): boolean => Number(other.slice(1)) === Number(one.slice(1)) + 1;
  const starts = ids.filter((id, at) => at === 0 || !follows(ids[at - 1] ?? '', id));
  const ends = ids.filter((id, at) => at === ids.length - 1 || !follows(id, ids[at + 1] ?? ''));
  return starts.map((start, at) => (ends[at] === start ? start : `${start}–${ends[at]}`)).join(', ');
}

/** A chapter: ids of its rules, then a table of its other promises. */
function renderChapter({ title, promises }: Chapter): string {
  const rules = promises.filter(({ isRule }) => isRule).map(({ id }) => id);
  const others = promises.filter(({ isRule }) => !isRule).map(rowOf);
  const parts = [
    `## ${title.replace('Interface: ', '')}`,
    ...(rules.length === 0 ? [] : [rangesOf(rules)]),
    ...(others.length === 0 ? [] : [['|#|promise|limit|', '|---|---|---|', ...others].join('\n')]),
  ];
  return parts.join('\n\n');
}

export const renderDocument = (chapters: readonly Chapter[]): string =>
  `${[INTRODUCTION.trim(), ...chapters.map(renderChapter)].join('\n\n')}\n`;

/** Promises by id, or by letter all of a chapter: text and limit, then the files that prove it. */
export function printed(asked: readonly string[], chapters: readonly Chapter[], proofs: readonly Proof[]): string {
  const found = chapters
    .flatMap(({ promises }) => promises)
    .filter(({ id }) => asked.includes(id) || asked.includes(id.charAt(0)));
  const lines = found.flatMap(({ id, text, limit, measuredBy }) => {
    const files = new Set(proofs.filter(({ ids }) => ids.includes(id)).map(({ file }) => file));
    return [
      `${id} ${text}${limit === '' ? '' : ` (${limit})`}`,
      ...[...files, measuredBy].filter(Boolean).map((proof) => `    ${proof}`),
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}
