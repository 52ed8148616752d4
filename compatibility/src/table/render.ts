/** Clients and their abilities as Markdown: proven abilities beside a link to their test, missing ones with the reason. */
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

/** Abilities of `client` with a proof: each test file once, then the headings that it proves. */
function provenCell(client: ClientName, statements: readonly Statement[]): string {
  const proven = ABILITY_NAMES.flatMap((ability) => {
    const file = proofOf(client, ability, statements);
    return file === null ? [] : [{ ability, file }];
  });
  return [...Map.groupBy(proven, ({ file }) => file)]
    .map(([file, of]) => {
      const name = /([^/]+)\.process\.test\.ts$/.exec(file)?.[1] ?? file;
      return `[${name}](../../${file}): ${of.map(({ ability }) => ABILITIES[ability].heading).join(', ')}`;
    })
    .join('; ');
}

/** Abilities that `client` has a call for without a proof, by their reason. */
function missingCell(client: ClientName): string {
  const { missing } = termsOf(client);
  const reasons = ABILITY_NAMES.filter((ability) => missing[ability] !== undefined);
  return [...Map.groupBy(reasons, (ability) => missing[ability])]
    .map(([reason, abilities]) => `${abilities.map((ability) => ABILITIES[ability].heading).join(', ')}: ${reason}`)
    .join('; ');
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

export const START =
  '<!-- Written by `npm run compatibility:table` from the tests; changes belong into compatibility/src. -->';
export const END = '<!-- End of what `npm run compatibility:table` writes. -->';

/** The text between the two marks of the document. */
export function renderTable(statements: readonly Statement[], versions: Versions): string {
  const rows = CLIENT_NAMES.map((client) => {
    const packages = [client, ...(termsOf(client).with ?? [])];
    const name = packages.map((one) => `\`${one}\` ${versions[one]}`).join(', ');
    return [name, provenCell(client, statements), missingCell(client)];
  });
  return [
    ...markdownTable([['client', 'proven by tests', 'does not work'], ...rows]),
    '',
    'An ability that a row leaves out has no call in the client; `compatibility/src/table/clients.ts` says what a test must show for each.',
  ].join('\n');
}

/** Returns `document` with the text between its marks replaced. Throws if a mark is missing. */
export function withBetweenMarks(document: string, text: string, [first, last] = [START, END]): string {
  const start = document.indexOf(first);
  const end = document.indexOf(last);
  if (start === -1 || end < start) throw new Error('a document has lost the marks around what is written into it');
  return `${document.slice(0, start + first.length)}\n\n${text}\n\n${document.slice(end)}`;
}
