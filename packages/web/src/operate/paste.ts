/** Reads questions from pasted CSV or TSV, a row each, and finds what is wrong in which row and column. Pure. */
import { draftSlug, eventProblems, marketsProblems, readTags, termsProblems } from './draft.ts';
import { EMPTY_DRAFT, type EventDraft } from './draft-shape.ts';
import { answersOf } from './market-list.ts';
import { isoOfLocal } from './rules.ts';
import { marketsFor } from './templates.ts';

/** Columns by their names in the first row; the first four are needed. */
export const COLUMNS = ['title', 'rules', 'source', 'ends', 'answers', 'tags', 'opens', 'closes', 'house'] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['title', 'rules', 'source', 'ends'];

export const ROWS_MAX = 200;

export interface PastedRow {
  /** Number of the row in the paste, where the names are row 1. */
  readonly row: number;
  readonly draft: EventDraft;
  /** Each as `column ends: The end has to lie ahead.` */
  readonly problems: readonly string[];
}

export type Pasted =
  | { readonly kind: 'rows'; readonly rows: readonly PastedRow[] }
  | { readonly kind: 'unreadable'; readonly problem: string };

export function readPaste(text: string, nowMs: number): Pasted {
  const table = cellsOf(text);
  if (typeof table === 'string') return { kind: 'unreadable', problem: table };
  const [head, ...body] = table;
  if (head === undefined) return { kind: 'unreadable', problem: 'There is nothing to read.' };
  const names = head.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined) return wrongHead(`“${unknown}” is no column`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return wrongHead(`“${twice}” is there twice`);
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing !== undefined) return wrongHead(`“${missing}” is missing`);
  if (body.length === 0) return { kind: 'unreadable', problem: 'Below the row of names there is no question.' };
  if (body.length > ROWS_MAX)
    return { kind: 'unreadable', problem: `${body.length} questions; at most ${ROWS_MAX} at a time.` };
  const slugs = new Map<string, number>();
  const rows = body.map((cells, index) => {
    const row = index + 2;
    const read = readRow(row, names, cells, nowMs);
    const slug = draftSlug(read.draft);
    const earlier = slugs.get(slug);
    slugs.set(slug, earlier ?? row);
    if (slug === '' || earlier === undefined) return read;
    return { ...read, problems: [...read.problems, `column title: Row ${earlier} has the same address.`] };
  });
  return { kind: 'rows', rows };
}

const wrongHead = (problem: string): Pasted => ({
  kind: 'unreadable',
  problem: `Row 1 names the columns: ${problem}. They are ${COLUMNS.join(', ')}; the first four are needed.`,
});

/** Column of each problem of a draft. */
const COLUMN_OF: Readonly<Record<string, Column>> = {
  ...{ title: 'title', slug: 'title', description: 'rules', resolutionSource: 'source', endLocal: 'ends' },
  ...{ tags: 'tags', openLocal: 'opens', closeLocal: 'closes', subsidy: 'house' },
};

function readRow(row: number, names: readonly string[], cells: readonly string[], nowMs: number): PastedRow {
  const text = (column: Column): string => (cells[names.indexOf(column)] ?? '').trim();
  const answers = answersOf(text('answers'), '|');
  const title = text('title');
  const draft: EventDraft = {
    ...EMPTY_DRAFT,
    title,
    description: text('rules'),
    resolutionSource: text('source'),
    endLocal: localTime(text('ends'), '23:59'),
    openLocal: localTime(text('opens'), '00:00'),
    closeLocal: localTime(text('closes'), '23:59'),
    tags: readTags(text('tags')),
    negRisk: answers.length > 0,
    markets: marketsFor(title, answers),
    ...{ house: text('house') !== '', subsidy: text('house') },
  };
  const found = { ...marketsProblems(draft), ...termsProblems(draft, nowMs), ...eventProblems(draft, nowMs) };
  const problems = new Map<string, string>();
  if (cells.length > names.length) problems.set('more', `${cells.length} cells for ${names.length} columns.`);
  for (const [field, problem] of Object.entries(found)) {
    const column = COLUMN_OF[field] ?? (answers.length > 0 ? 'answers' : 'title');
    if (!problems.has(column)) problems.set(column, `column ${column}: ${problem}`);
  }
  for (const column of ['ends', 'opens', 'closes'] as const) {
    const written = text(column);
    if (written !== '' && isoOfLocal(localTime(written, '00:00')) === '')
      problems.set(column, `column ${column}: “${written}” is no date, such as 2030-12-31 or 2030-12-31 18:00.`);
  }
  return { row, draft, problems: [...problems.values()] };
}

/** A date, with this time of the day if it has none, as `Date` reads it in the user's time zone. */
const localTime = (text: string, time: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${time}` : text.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/, '$1T$2');

/** Rows of cells, or what is wrong. Cells in quotes may hold separators, line ends, and quotes written twice. */
export function cellsOf(text: string): readonly (readonly string[])[] | string {
  const [first = ''] = text.split('\n', 1);
  const separator = first.includes('\t') ? '\t' : first.includes(';') && !first.includes(',') ? ';' : ',';
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let quoteLine = 0;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) rows.push(cells);
    cells = [];
    cell = '';
  };
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '\n') line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source.charAt(at + 1) === '"') cell += source.charAt(++at);
      else isQuoted = false;
    } else if (char === '"' && cell.trim() === '') {
      isQuoted = true;
      quoteLine = line;
      cell = '';
    } else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') endRow();
    else cell += char;
  }
  if (isQuoted) return `The quote that opens in line ${quoteLine} is not closed.`;
  endRow();
  return rows;
}
