/**
 * Picture of a shared link as SVG: the question and the chances of its answers. Pure. Letter widths are not measured
 * here: lines break by average width, and are cut rather than allowed to overflow.
 */
import type { Event, MarketDetail } from '@bellwether/contract';
import { escapeHtml, firstPrice, percent } from './html.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './share-tags.ts';

interface Line {
  readonly label: string;
  /** Price in 0..1; null while it is unknown. */
  readonly price: number | null;
}

const MARGIN = 72;
const TITLE_SIZE = 60;
const TITLE_LINES_MAX = 3;
const LABEL_LENGTH_MAX = 34;
const NAME_LENGTH_MAX = 56;
/** Average width of a letter in this typeface, as a fraction of the font size. */
const LETTER_WIDTH = 0.56;
const ROWS_MAX = 3;
const ROW_HEIGHT = 84;
const BAR_X = MARGIN;
const BAR_WIDTH = PICTURE_WIDTH - 2 * MARGIN;
const COLOURS = ['#2a52d8', '#c2570c', '#0b7a50'];

export function pictureOfMarket({ question, tokens }: MarketDetail, name: string): string {
  const [first] = tokens;
  const winner = tokens.find((token) => token.winner);
  if (winner !== undefined) return picture(name, question, [{ label: `Resolved: ${winner.outcome}`, price: 1 }]);
  return picture(
    name,
    question,
    first === undefined ? [] : [{ label: first.outcome, price: first.price_known ? first.price : null }],
  );
}

export function pictureOfEvent({ title, markets }: Event, name: string): string {
  const shown = markets.filter(({ active, archived }) => active && !archived);
  const lines = shown
    .map((market) => ({
      label: shown.length === 1 ? (market.outcomeLabels[0] ?? 'Yes') : market.groupItemTitle || market.question,
      price: market.priceKnown ? firstPrice(market.outcomePrices) : null,
    }))
    .sort((left, right) => (right.price ?? -1) - (left.price ?? -1));
  return picture(name, title, lines.slice(0, ROWS_MAX));
}

function picture(name: string, title: string, lines: readonly Line[]): string {
  const titleLines = broken(title, Math.floor(BAR_WIDTH / (TITLE_SIZE * LETTER_WIDTH)), TITLE_LINES_MAX);
  const words = titleLines.map(
    (line, index) =>
      `<text x="${MARGIN}" y="${170 + index * 72}" font-weight="700" font-size="${TITLE_SIZE}" fill="#14181f">${escapeHtml(line)}</text>`,
  );
  const top = PICTURE_HEIGHT - 48 - lines.length * ROW_HEIGHT;
  const rows = lines.map((line, index) => rowOf(line, index, top + index * ROW_HEIGHT));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}" font-family="Inter"><rect width="100%" height="100%" fill="#ffffff"/><rect width="100%" height="12" fill="#2a52d8"/><text x="${MARGIN}" y="84" font-weight="700" font-size="32" fill="#2a52d8">${escapeHtml(cut(name, NAME_LENGTH_MAX))}</text>${words.join('')}${rows.join('')}</svg>`;
}

function rowOf({ label, price }: Line, index: number, y: number): string {
  const colour = COLOURS[index % COLOURS.length];
  const width = Math.round(BAR_WIDTH * Math.min(1, Math.max(0, price ?? 0)));
  const figure = price === null ? '–' : percent(price);
  return `<text x="${BAR_X}" y="${y + 34}" font-weight="500" font-size="36" fill="#14181f">${escapeHtml(cut(label, LABEL_LENGTH_MAX))}</text><text x="${BAR_X + BAR_WIDTH}" y="${y + 34}" text-anchor="end" font-weight="700" font-size="44" fill="#14181f">${escapeHtml(figure)}</text><rect x="${BAR_X}" y="${y + 50}" width="${BAR_WIDTH}" height="14" rx="7" fill="#e1e4ea"/><rect x="${BAR_X}" y="${y + 50}" width="${width}" height="14" rx="7" fill="${colour}"/>`;
}

/** Breaks words into lines of at most `length` letters; the last line is cut if there are more than `most` lines. */
function broken(text: string, length: number, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of readable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= length || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const shown = lines.slice(0, most).map((one) => cut(one, length));
  const last = shown.at(-1);
  if (lines.length > most && last !== undefined) shown[most - 1] = `${cut(last, length - 1).replace(/…$/, '')}…`;
  return shown;
}

function cut(text: string, length: number): string {
  const plain = readable(text);
  return plain.length <= length ? plain : `${[...plain.slice(0, length - 1)].join('').trimEnd()}…`;
}

/** The text on one line, without characters that XML does not allow. */
function readable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cn}\s]+/gu, ' ')
    .trim();
}
