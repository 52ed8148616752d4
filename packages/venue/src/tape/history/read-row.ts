/** Rows of history from the cells of a file, by the same rules for text and for typed cells. */
import { LATEST_MS } from '@bellwether/contract';
import { PRICE_ONE } from '@bellwether/engine';
import type { Plan, Role, RowsMeaning } from './plan.ts';
import { cellText } from './table.ts';

/** Price in 1/10000, size in micro-shares. */
export type Level = readonly [price: number, size: number];

export interface Row {
  readonly timeMs: number;
  readonly file: number;
  readonly number: number;
  /** Market, and its token or outcome, as the file names them; '' for the first outcome. */
  readonly market: string;
  readonly token: string;
  readonly id: string;
  readonly kind: 'trade' | 'change' | 'book' | 'tick';
  /** True for a book in one row; others are made of all rows of their moment. */
  readonly isWhole: boolean;
  /** Levels of a book, new sizes, a trade by its taker's side, or the new tick as a price. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

const NONE: readonly Level[] = [];
const BUYS = ['buy', 'b', 'bid', 'bids', 'yes'];
const SELLS = ['sell', 's', 'ask', 'asks', 'a', 'no'];
const KINDS: Readonly<Record<string, Row['kind']>> = {
  ...{ trade: 'trade', last_trade_price: 'trade', tick_size_change: 'tick' },
  ...{ book: 'book', snapshot: 'book', book_snapshot: 'book' },
  ...{ price_change: 'change', change: 'change', delta: 'change', update: 'change' },
};

/** The row, or the reason why it is none. `cells`: undefined for a role without a column. */
export function readRow(
  cells: (role: Role) => unknown,
  facts: Pick<Row, 'file' | 'number' | 'market'>,
  { columns, scale }: Plan,
  rows: RowsMeaning,
): Row | string {
  if (facts.market === '') return 'no market';
  const timeMs = timeOf(cells('time'));
  if (timeMs === null) return 'no time';
  const isFlagged = rows === 'books' || /^(?:true|t|1)$/i.test(cellText(cells('snapshot')));
  const told = columns.kind === undefined ? null : cellText(cells('kind')).toLowerCase();
  const kind = told !== null ? KINDS[told] : isFlagged ? 'book' : rows === 'trades' ? 'trade' : 'change';
  if (kind === undefined) return 'unknown kind';
  const isWhole = kind === 'book' && columns.bids !== undefined;
  const token = cellText(cells('token') ?? cells('outcome'));
  const row = { timeMs, ...facts, token, id: cellText(cells('id')), kind, isWhole };
  if (isWhole) {
    const [bids, asks] = [levelsOf(cells('bids'), scale), levelsOf(cells('asks'), scale)];
    return bids === null || asks === null ? 'bids or asks that are no levels' : { ...row, bids, asks };
  }
  const level = kind === 'tick' ? levelOf(cells('new-tick'), 0, scale) : levelOf(cells('price'), cells('size'), scale);
  if (typeof level === 'string') return level;
  if (kind === 'trade' && level[1] === 0) return 'size 0';
  const side = cellText(cells('side')).toLowerCase();
  if (kind === 'tick' || BUYS.includes(side)) return { ...row, bids: [level], asks: NONE };
  return SELLS.includes(side) ? { ...row, bids: NONE, asks: [level] } : 'no side';
}

/** Unix time in a unit by its size, or ISO 8601, UTC unless it says otherwise. */
function timeOf(cell: unknown): number | null {
  const text = cell instanceof Date ? String(cell.getTime()) : cellText(cell);
  let ms = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text)) ms *= ms < 1e11 ? 1_000 : ms < 1e14 ? 1 : ms < 1e17 ? 1e-3 : 1e-6;
  else {
    const [, date, time = '00:00', zone = 'Z'] =
      /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:UTC)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
    ms = Date.parse(`${date}T${time}${zone}`);
  }
  return ms >= 0 && ms <= LATEST_MS ? Math.floor(ms) : null;
}

function levelOf(price: unknown, size: unknown, scale: number): Level | string {
  const [exact, shares] = [(numberOf(price) / scale) * PRICE_ONE, numberOf(size)];
  if (Number.isNaN(exact)) return 'no price';
  if (exact <= 0 || exact >= PRICE_ONE) return 'price outside 0 to 1';
  if (Math.abs(exact - Math.round(exact)) > 1e-6) return 'price off 0.0001';
  if (Number.isNaN(shares)) return 'no size';
  if (shares < 0) return 'size below 0';
  return shares < 1e9 ? [Math.round(exact), Math.round(shares * 1_000_000)] : 'size of a billion or more';
}

const numberOf = (cell: unknown): number => Number(cellText(cell) || 'none');

/** Levels of JSON: pairs, or objects with price and size; null if one is none. */
function levelsOf(cell: unknown, scale: number): Level[] | null {
  try {
    const levels = (JSON.parse(cellText(cell)) as Record<string, unknown>[]).map((one) =>
      levelOf(one['price'] ?? one['0'], one['size'] ?? one['1'], scale),
    );
    return levels.every((level) => typeof level !== 'string') ? levels : null;
  } catch {
    return null;
  }
}
