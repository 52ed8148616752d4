/** The table client × ability as Markdown: proven abilities link to their test, missing ones to their reason. */
import { ABILITIES, ABILITY_NAMES, type Ability, CLIENT_NAMES, type ClientName, termsOf } from './clients.ts';
import type { Statement } from './statements.ts';

/** Exact versions by package, from this folder's `package.json`. */
export type Versions = Readonly<Record<string, string>>;

/** Describes the problem with a cell, or null. */
function faultOf(client: ClientName, ability: Ability, statements: readonly Statement[]): string | null {
  const { noCallFor, missing } = termsOf(client);
  const isProven = statements.some((one) => one.client === client && one.abilities.includes(ability));
  const said = [
    isProven && 'a test proves it',
    noCallFor.includes(ability) && 'noCallFor names it',
    missing[ability] !== undefined && 'missing explains it',
  ].filter((one) => one !== false);
  if (said.length === 1) return null;
  return `${client}, ${ability}: ${said.length === 0 ? 'no test proves it and nothing explains it' : said.join(' and ')}`;
}

/** Cells that are neither proven nor explained, or both. */
export const faultsOf = (statements: readonly Statement[]): string[] =>
  CLIENT_NAMES.flatMap((client) => ABILITY_NAMES.map((ability) => faultOf(client, ability, statements))).filter(
    (fault) => fault !== null,
  );

/** Reasons in the order in which cells name them, each once. */
class Footnotes {
  readonly #reasons: string[] = [];

  /** Returns the number of a reason, added if new. */
  numberOf(reason: string): number {
    if (!this.#reasons.includes(reason)) this.#reasons.push(reason);
    return this.#reasons.indexOf(reason) + 1;
  }

  lines(): string[] {
    return this.#reasons.map((reason, index) => `${index + 1}. ${reason[0]?.toUpperCase()}${reason.slice(1)}.`);
  }
}

/**
 * The file that proves an ability. Of several, the one that proves most for the client, so that a row links to few
 * files.
 */
function proofOf(client: ClientName, ability: Ability, statements: readonly Statement[]): string | null {
  const own = statements.filter((one) => one.client === client);
  const provenIn = (file: string): number =>
    new Set(own.filter((one) => one.file === file).flatMap(({ abilities }) => abilities)).size;
  const files = own.filter(({ abilities }) => abilities.includes(ability)).map((one) => one.file);
  return files.toSorted((one, other) => provenIn(other) - provenIn(one))[0] ?? null;
}

function cellOf(client: ClientName, ability: Ability, statements: readonly Statement[], notes: Footnotes): string {
  const file = proofOf(client, ability, statements);
  if (file !== null) return `[yes](../../${file})`;
  const reason = termsOf(client).missing[ability];
  return reason === undefined ? '–' : `no <sup>${notes.numberOf(reason)}</sup>`;
}

/** Rows under a head, in columns of equal width, as the formatter of the documents writes them. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => [...(row[column] ?? '')].length)));
  const line = (row: readonly string[]): string => {
    const cells = widths.map(
      (width, column) => (row[column] ?? '') + ' '.repeat(width - [...(row[column] ?? '')].length),
    );
    return `| ${cells.join(' | ')} |`;
  };
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function tableOf(
  group: 'trading' | 'reading',
  statements: readonly Statement[],
  versions: Versions,
  notes: Footnotes,
): string[] {
  const abilities = ABILITY_NAMES.filter((ability) => ABILITIES[ability].group === group);
  return markdownTable([
    ['client', ...abilities.map((ability) => ABILITIES[ability].heading)],
    ...CLIENT_NAMES.map((client) => {
      const packages = [client, ...(termsOf(client).with ?? [])];
      const name = packages.map((one) => `\`${one}\` ${versions[one]}`).join(', ');
      return [name, ...abilities.map((ability) => cellOf(client, ability, statements, notes))];
    }),
  ]);
}

export const START =
  '<!-- Written by `npm run compatibility:table` from the tests; changes belong into compatibility/src. -->';
export const END = '<!-- End of what `npm run compatibility:table` writes. -->';

/** The text between the two marks of the document. */
export function renderTable(statements: readonly Statement[], versions: Versions): string {
  const notes = new Footnotes();
  const trading = tableOf('trading', statements, versions, notes);
  const reading = tableOf('reading', statements, versions, notes);
  return [
    '### Trading',
    '',
    ...trading,
    '',
    '### Reading and feeds',
    '',
    ...reading,
    '',
    '“yes” leads to the test that proves it; “–”: the client itself has no call for it. “No”, because:',
    '',
    ...notes.lines(),
    '',
    'What each column means:',
    '',
    ...markdownTable([
      ['column', 'what its tests show'],
      ...ABILITY_NAMES.map((ability) => [ABILITIES[ability].heading, ABILITIES[ability].shows]),
    ]),
  ].join('\n');
}

/** Returns `document` with the text between its marks replaced. Throws if a mark is missing. */
export function withBetweenMarks(document: string, text: string, [first, last] = [START, END]): string {
  const start = document.indexOf(first);
  const end = document.indexOf(last);
  if (start === -1 || end < start) throw new Error('a document has lost the marks around what is written into it');
  return `${document.slice(0, start + first.length)}\n\n${text}\n\n${document.slice(end)}`;
}
