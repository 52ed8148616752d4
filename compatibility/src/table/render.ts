/** Clients and their abilities as Markdown: a row for each client with what it lacks, and a row for each ability. */
import { ABILITIES, ABILITY_NAMES, type Ability, CLIENT_NAMES, type ClientName, termsOf } from './clients.ts';
import { NOT_OFFERED } from './not-offered.ts';
import type { Statement } from './statements.ts';

/** Exact versions by package, from this folder's `package.json`. */
export type Versions = Readonly<Record<string, string>>;

const isProven = (client: ClientName, ability: Ability, statements: readonly Statement[]): boolean =>
  statements.some((one) => one.client === client && one.abilities.includes(ability));

/** Describes the problem with a cell, or null. */
function faultOf(client: ClientName, ability: Ability, statements: readonly Statement[]): string | null {
  const { noCallFor = [], missing = {} } = termsOf(client);
  const said = [
    isProven(client, ability, statements) && 'a test proves it',
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

/** Abilities that `client` has a call for without a proof, by their reason. */
function missingCell(client: ClientName): string {
  const { missing = {} } = termsOf(client);
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

/** A tick where a test proves the ability, a cross where the client lacks it here, and nothing where it has no call. */
function markOf(client: ClientName, ability: Ability, statements: readonly Statement[]): string {
  if (termsOf(client).missing?.[ability] !== undefined) return '✗';
  return isProven(client, ability, statements) ? '✓' : '';
}

/** The text between the two marks of the document. */
export function renderTable(statements: readonly Statement[], versions: Versions): string {
  const clients = CLIENT_NAMES.map((client, index) => {
    const packages = [client, ...(termsOf(client).with ?? [])];
    const name = packages.map((one) => `\`${one}\` ${versions[one]}`).join(', ');
    return [String(index + 1), name, missingCell(client)];
  });
  const abilities = ABILITY_NAMES.map((ability) => [
    ABILITIES[ability].heading,
    ...CLIENT_NAMES.map((client) => markOf(client, ability, statements)),
  ]);
  return [
    ...markdownTable([['', 'client', 'does not work'], ...clients]),
    '',
    '✓ is proven by a test, ✗ does not work, an empty cell has no call.',
    '',
    ...markdownTable([['', ...clients.map(([number = '']) => number)], ...abilities]),
    '',
    'Every other call and option in these clients’ typings is answered:',
    '',
    ...markdownTable([['client', 'calls and options', 'not offered'], ...notOfferedRows()]),
  ].join('\n');
}

/** Calls as `method.option`, without the name of the parameter that the option is in. */
const optionText = (name: string): string =>
  `\`${name.replace(/ (?:request|params|options|subscriptions)?/, '.').replace('..', '.')}\``;

const notOfferedRows = (): string[][] =>
  Object.entries(NOT_OFFERED).flatMap(([client, entries]) =>
    [...Map.groupBy(entries, ({ why }) => why)].map(([why, own], index) => [
      index === 0 ? `\`${client}\`` : '',
      own
        .flatMap(({ calls }) => calls)
        .map(optionText)
        .join(', '),
      why,
    ]),
  );

/** Returns `document` with the text between its marks replaced. Throws if a mark is missing. */
export function withBetweenMarks(document: string, text: string, [first, last] = [START, END]): string {
  const start = document.indexOf(first);
  const end = document.indexOf(last);
  if (start === -1 || end < start) throw new Error('a document has lost the marks around what is written into it');
  return `${document.slice(0, start + first.length)}\n\n${text}\n\n${document.slice(end)}`;
}
