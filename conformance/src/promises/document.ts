/** The page of promises as Markdown: one compact table per chapter. */
import type { Chapter, VenuePromise } from './promises.ts';

const INTRODUCTION = `# Conformance

<!-- Written by \`npm run promises\`; changes belong into conformance/src/promises and the tests' names. -->

Every promise of Bellwether and its limit. A test fails for a promise without a proof. \`npm run promises -- E1\` prints the
files that prove E1, \`npx vitest run -t '\\bE1\\b'\` runs the proofs.

## How the interface is checked

\`npm run conformance\` checks a venue over plain HTTP, rule by rule, and prints pass, FAIL with the expected and the actual
answer, or – where the venue does not offer it. It exits with 1 if a rule failed.

\`\`\`sh
npm run conformance                                                          # a venue of its own, demo on
npm run conformance -- --url https://venue.example                           # reads, and wallets of its own
npm run conformance -- --url https://venue.example --admin-token TOKEN       # trades in an event of its own
\`\`\`

The run is safe beside live trading. It makes three wallets, and with the token a tag, a series, play money and two events,
which it archives. Modes and full caps are tried only on a venue of its own or with \`--exclusive\`. As a limit, “wallet” is a
wallet with money, “token” the admin token, and “own” a venue of the run's own: the rule needs it.
`;

function rowOf({ id, text, limit, measuredBy }: VenuePromise): string {
  return `|${[id, text, [limit, measuredBy].filter(Boolean).join('; ')].join('|')}|`;
}

/** The whole page. */
export function renderDocument(chapters: readonly Chapter[]): string {
  const tables = chapters.map(({ title, promises }) =>
    [`## ${title}\n`, '|#|promise|limit|', '|---|---|---|', ...promises.map(rowOf)].join('\n'),
  );
  return `${[INTRODUCTION.trim(), ...tables].join('\n\n')}\n`;
}
