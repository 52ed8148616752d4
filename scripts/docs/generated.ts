/**
 * Pages that are written from the code's own tables, and the index for language models. `npm run docs:reference` writes
 * them, and a test compares them with what is committed.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { markdownTable } from '../../compatibility/src/table/render.ts';
import { CAPS } from '../../packages/contract/src/caps.ts';
import { ANNOUNCED, DATED, type Difference } from '../../packages/contract/src/profiles/profiles.ts';
import { COMMANDS, type Command } from '../../packages/server/src/commands.ts';
import { SETTING_GROUPS } from '../../packages/venue/src/config/settings.ts';

export const ROOT = join(import.meta.dirname, '../..');
/** Home of the generated pages' links. */
const REFERENCE = 'reference';
export const SUMMARY =
  'A self-hosted prediction-market venue: order books, wallet-signed orders, a verifiable ledger, play money.';

/** Committed files, by their paths from the root of the repository. */
export const GENERATED: readonly { readonly path: string; readonly render: () => string }[] = [
  { path: 'docs/reference/settings.md', render: renderSettings },
  { path: 'docs/reference/commands.md', render: renderCommands },
  {
    path: 'docs/reference/limits.md',
    render: () => withTable('docs/reference/limits.md', 'packages/contract/src/caps.ts', capsTable()),
  },
  {
    path: 'docs/reference/compatibility.md',
    render: () => withTable('docs/reference/compatibility.md', 'packages/contract/src/profiles', differencesTable()),
  },
  { path: 'docs/llms.txt', render: () => renderLlms(readIndex()) },
];

const mark = (table: string): string => `<!-- Written by \`npm run docs:reference\` from ${table}. -->`;
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const cell = (text: string): string => text.replaceAll('|', '\\|');
/** A name that leads from a reference page to a page below `docs/`, if it has one. */
const leading = (name: string, see: string | undefined): string =>
  see === undefined ? `\`${name}\`` : `[\`${name}\`](${posix.relative(REFERENCE, see)})`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable([head, ...rows.map((row) => row.map(cell))]).join('\n');

function renderSettings(): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const rows = settings.map(({ name, fallback, meaning, see }) => [leading(name, see), fallback, meaning]);
    return `## ${title}\n\n${table(['setting', 'default', 'meaning'], rows)}\n`;
  });
  return [
    '# Settings',
    '',
    mark('packages/venue/src/config/settings.ts'),
    '',
    'Settings are environment variables, read once at the start. A wrong value, or an unknown name that begins with',
    '`BELLWETHER_`, stops the process with exit code 2 and one line that names it. All nodes of a venue need the same',
    '[values of the venue itself](#the-venue-itself).',
    '',
    groups.join('\n'),
  ].join('\n');
}

function renderCommands(): string {
  const rows = (COMMANDS as readonly Command[]).map(({ name, takes, does, see }) => [
    leading(`bellwether ${name} ${takes}`.trimEnd(), see),
    `${capitalised(does)}.`,
  ]);
  return [
    '# Commands',
    '',
    mark('packages/server/src/commands.ts'),
    '',
    'In a checkout, run them as `npx bellwether COMMAND` after the first `npm start` or `npm test`. Commands read the',
    '[settings](settings.md) of the venue: `BELLWETHER_DATA_DIR` names the folder. Exit code 0 means success, 1 failure',
    'and 2 wrong usage or a wrong setting.',
    '',
    table(['command', 'what it does'], rows),
    '',
  ].join('\n');
}

const TABLE_END = '<!-- End of what `npm run docs:reference` writes. -->';

/** The page at `path`, with `lines` between the marks of what is written from `source`. */
function withTable(path: string, source: string, lines: string): string {
  const [before, rest] = readFileSync(join(ROOT, path), 'utf8').split(mark(source));
  const [, ...after] = rest?.split(TABLE_END) ?? [];
  if (after.length === 0) throw new Error(`${path} has no marks for its table from ${source}`);
  return [before, mark(source), '\n\n', lines, '\n\n', TABLE_END, after.join(TABLE_END)].join('');
}

function capsTable(): string {
  const rows = Object.entries(CAPS).map(([name, { scope, windows }]) => {
    const spans = windows.map(({ requests, seconds }) => `${requests.toLocaleString('en-US')} in ${seconds} s`);
    return [`\`${name}\``, scope, spans.join(', ')];
  });
  return table(['row', 'counts', 'at most'], rows);
}

function differencesTable(): string {
  const dated = DATED.flatMap<readonly [string, Difference]>(({ date, differences }) =>
    differences.map((each) => [`\`@${date}\``, each] as const),
  );
  const announced = ANNOUNCED.map((each) => ['announced', each] as const);
  const rows = [...dated, ...announced].map(([since, { id, adds, text }]) => [
    since,
    `\`${id}\``,
    adds ? 'yes' : 'no',
    text,
  ]);
  return table(['since', 'difference', 'in `bellwether`', 'change'], rows);
}

export interface IndexLink {
  readonly title: string;
  /** Path from `docs/`. */
  readonly path: string;
  readonly answers: string;
}

export interface IndexSection {
  readonly title: string;
  readonly links: readonly IndexLink[];
}

/** Sections of docs/README.md, each with the pages that it lists. */
export function readIndex(): IndexSection[] {
  const [, ...sections] = readFileSync(join(ROOT, 'docs/README.md'), 'utf8').split(/^## /m);
  return sections.map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    links: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+(?:\n {2}.+)*)/gm)].map(
      ([, title = '', path = '', answers = '']) => ({ title, path, answers: answers.replaceAll(/\n {2}/g, ' ') }),
    ),
  }));
}

/** The index in the form of llmstxt.org. */
export function renderLlms(sections: readonly IndexSection[]): string {
  const lists = sections.map(({ title, links }) =>
    [`## ${title}`, '', ...links.map((link) => `- [${link.title}](${link.path}): ${link.answers}`), ''].join('\n'),
  );
  return [`# Bellwether`, '', `> ${SUMMARY}`, '', lists.join('\n')].join('\n');
}
