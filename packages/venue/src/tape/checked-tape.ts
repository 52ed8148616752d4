/**
 * Checks every line of a tape against `docs/reference/tape.md`. A seal only proves that lines are unchanged, not that they are
 * valid.
 */
import { createSchemaCheck, TAPE_MESSAGE_LINES, TapeEndLine, TapeGapLine, TapeHeaderLine } from '@bellwether/contract';
import { TapeDamaged } from './block.ts';
import type { TapeHeader, TapeLine } from './tape-line.ts';
import type { TapeReader } from './tape-reader.ts';

const checkHeader = createSchemaCheck(TapeHeaderLine);
const OTHERS = new Map([
  ['gap', createSchemaCheck(TapeGapLine)],
  ['end', createSchemaCheck(TapeEndLine)],
]);
const MESSAGES = new Map(
  Object.entries(TAPE_MESSAGE_LINES).map(([type, schema]) => [type, createSchemaCheck(schema)] as const),
);

/**
 * All lines except the header, in one pass. Throws `TapeDamaged` with the line, the field and the rule. Lines are
 * counted from 1, without seals.
 */
export function* checkedLines(reader: TapeReader): Generator<TapeLine> {
  const { path } = reader;
  refuse(path, 1, headerProblem(reader.header));
  let number = 1;
  let isEnded = false;
  for (const text of reader.readBlocks()) {
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const line = parsed(path, ++number, text.slice(at, end));
      refuse(path, number, lineProblem(line, isEnded));
      const checked = line as TapeLine;
      isEnded = checked.kind === 'end';
      yield checked;
      at = end + 1;
    }
  }
  if (number !== reader.lines)
    throw new TapeDamaged(`${path}: the seals count ${reader.lines} lines, and ${number} are on the tape`);
}

/** Problem of a tape's first line; null without one. */
export function headerProblem(header: TapeHeader): string | null {
  const problem = checkHeader(header);
  if (problem !== null) return problem;
  const { markets } = header;
  const ids = markets.map(({ condition_id }) => condition_id);
  const slugs = markets.map(({ slug }) => slug);
  const tokens = markets.flatMap(({ token_ids }) => token_ids);
  for (const [field, all] of Object.entries({ condition_id: ids, slug: slugs, token_ids: tokens }))
    if (new Set(all).size < all.length) return `/markets: two of them have the same ${field}`;
  return null;
}

function lineProblem(line: unknown, isBehindEnd: boolean): string | null {
  if (typeof line !== 'object' || line === null) return 'it must be an object';
  const kind = 'kind' in line ? line.kind : undefined;
  if (kind === 'tape') return '/kind is tape, which the first line alone may be';
  if (isBehindEnd && kind !== 'gap') return 'behind an end a gap must come first';
  if (kind === 'message') return messageProblem(line);
  const check = OTHERS.get(String(kind));
  return check === undefined ? '/kind must be message, gap or end' : check(line);
}

/** What is wrong with a line of kind `message`; null if nothing is. */
export function messageProblem(line: object): string | null {
  const message: unknown = 'message' in line ? line.message : undefined;
  if (typeof message !== 'object' || message === null) return '/message must be an object';
  const type = 'event_type' in message ? message.event_type : undefined;
  const check = typeof type === 'string' ? MESSAGES.get(type) : undefined;
  return check === undefined ? `/message/event_type must be one of ${[...MESSAGES.keys()].join(', ')}` : check(line);
}

function parsed(path: string, number: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TapeDamaged(`${path}: line ${number}: it is not JSON`);
  }
}

function refuse(path: string, number: number, problem: string | null): void {
  if (problem !== null) throw new TapeDamaged(`${path}: line ${number}: ${problem}`);
}
