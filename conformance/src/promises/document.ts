/** The page of promises as Markdown: one compact table per chapter, with links to the tests in the last column. */
import type { Chapter, VenuePromise } from './promises.ts';
import { CONFORMANCE_RUN, type Proof } from './proofs.ts';

const INTRODUCTION = `# Conformance

<!-- Written by \`npm run promises\` from the tests; changes belong into conformance/src/promises and the tests' names. -->

Every promise of Bellwether, its limit, and the tests that prove it. \`npx vitest run -t '\\bE1\\b'\` runs the proofs of E1. A
test fails for a promise without a proof.

The last column names test files; \`run\` is the conformance run. \`.process\` files start programs, \`.browser\` files drive
Chromium: \`npm run test:all\` runs these, \`npm test\` all others. A \`-suite\` runs for each implementation of its port.

## How the interface is checked

\`npm run conformance\` checks a venue over plain HTTP, rule by rule, and prints pass, FAIL with the expected and the actual
answer, or – where the venue does not offer it. It exits with 1 if a rule failed.

\`\`\`sh
npm run conformance                                                          # a venue of its own, demo on
npm run conformance -- --url https://venue.example                           # reads, and wallets of its own
npm run conformance -- --url https://venue.example --admin-token TOKEN       # trades in an event of its own
\`\`\`

The run is safe beside live trading. It makes three wallets, and with the token a tag, a series, two events, which it closes
and archives at the end, and play money. Modes and full caps are tried only on a venue of its own or with \`--exclusive\`.
In the column of limits, “wallet” is a wallet with money, “token” the admin token, and “own” a venue of the run's own: the rule needs it.
`;

/** The last part of a path with this many folders, without the extension of test files. */
const endOf = (path: string, folders: number): string =>
  path
    .split('/')
    .slice(-1 - folders)
    .join('/')
    .replace(/(?:\.test)?\.tsx?$/, '');

/** Names of files: for each path its shortest unique ending. */
export function labelsOf(files: Iterable<string>): ReadonlyMap<string, string> {
  const namesakes = [...Map.groupBy(new Set(files), (file) => endOf(file, 0)).values()];
  const label = (file: string, others: readonly string[], folders = 0): string => {
    const rest = others.filter((other) => other !== file && endOf(other, folders) === endOf(file, folders));
    return rest.length === 0 ? endOf(file, folders) : label(file, rest, folders + 1);
  };
  return new Map(namesakes.flatMap((same) => same.map((file) => [file, label(file, same)])));
}

function rowOf(
  { id, text, limit, measuredBy }: VenuePromise,
  proofs: readonly Proof[],
  labels: ReadonlyMap<string, string>,
): string {
  const files = new Set(proofs.filter(({ ids }) => ids.includes(id)).map(({ file }) => file));
  const links = [...files].map((file) => (file === CONFORMANCE_RUN ? 'run' : `[${labels.get(file)}]`));
  return `|${[id, text, limit, links.join(',') || measuredBy].join('|')}|`;
}

/** The whole page. */
export function renderDocument(chapters: readonly Chapter[], proofs: readonly Proof[]): string {
  const labels = labelsOf(proofs.map(({ file }) => file).filter((file) => file !== CONFORMANCE_RUN));
  const tables = chapters.map(({ title, promises }) =>
    [
      `## ${title}\n`,
      '|#|promise|limit|proven by|',
      '|---|---|---|---|',
      ...promises.map((promise) => rowOf(promise, proofs, labels)),
    ].join('\n'),
  );
  const links = [...labels].map(([file, label]) => `[${label}]:../../${file}`);
  return `${[INTRODUCTION.trim(), ...tables, links.join('\n')].join('\n\n')}\n`;
}
