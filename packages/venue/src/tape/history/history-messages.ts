/** Messages of a tape from rows in order. All rows of a market in one millisecond are a moment. */
import type { Outcome } from '@bellwether/engine';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import type { TapeWriter } from '../tape-writer.ts';
import type { Losses } from './losses.ts';
import type { HistoryMarket, Markets } from './markets.ts';
import type { Plan } from './plan.ts';
import type { Level, Row } from './read-row.ts';

/** Ids that are remembered to find rows that are there twice, at least. */
const IDS_MIN = 100_000;
/** Rows of a moment: its messages must fit a block. */
const MOMENT_MAX = 100_000;

/** Content of one message. */
interface Part extends Pick<Row, 'kind' | 'isWhole'> {
  readonly outcome: Outcome;
  readonly bids: Level[];
  readonly asks: Level[];
}

type Out = Pick<TapeWriter, 'message' | 'gap'>;

/** Takes rows in order. `told`: what became of them so far; `out`: null to count only. */
export function historyMessages(markets: Markets, { columns, gapMs }: Plan, losses: Losses, out: Out | null) {
  const told = { messages: 0, rows: 0, gaps: 0, firstMs: 0, lastMs: 0 };
  /** Time of the last row of each market with a book, and whether changes came after the book. */
  const books = new Map<HistoryMarket, { lastMs: number; isChanged: boolean }>();
  const moment = new Map<HistoryMarket, Part[]>();
  let rowsOfMoment = 0;
  let [young, old] = [new Set<string>(), new Set<string>()];

  /** Writes what is left of the last moment. */
  const finish = (): void => {
    for (const [market, parts] of moment)
      for (const part of parts) {
        told.messages++;
        if (out === null) continue;
        const message = { ...fieldsOf(market, part), market: market.id, timestamp: String(told.lastMs) };
        out.message(told.lastMs, told.lastMs, JSON.stringify(message));
      }
    moment.clear();
    rowsOfMoment = 0;
  };

  const gap = (from_ms: number, to_ms: number, market: string | null, why: 'silent' | 'missing'): void => {
    told.gaps++;
    out?.gap({ from_ms, to_ms, market, why });
  };

  const take = (row: Row): void => {
    const { timeMs, kind, id } = row;
    if (timeMs !== told.lastMs) finish();
    if (rowsOfMoment === MOMENT_MAX) throw new Error(`row ${row.number}: more than ${MOMENT_MAX} rows have its time`);
    if (id !== '') {
      if (young.has(id) || old.has(id)) return losses.add('id there twice', row);
      if (young.add(id).size === IDS_MIN) [young, old] = [new Set(), young];
    }
    const market = markets.of(row.market);
    const outcome = market.outcomeOf(row.token, columns.token === undefined);
    if (outcome === null) return losses.add('no token or outcome of its market', row);
    const book = books.get(market);
    if (kind === 'change' && book === undefined && (columns.kind ?? columns.snapshot) !== undefined)
      return losses.add('change before the first book', row);
    if (told.rows++ === 0) told.firstMs = timeMs;
    else if (timeMs - told.lastMs > gapMs) gap(told.lastMs, timeMs, null, 'silent');
    // A recorder that flags snapshots gets another one only after a new connection.
    if (kind === 'book' && columns.snapshot !== undefined && book?.isChanged === true)
      gap(book.lastMs, timeMs, market.id, 'missing');
    if (kind === 'book' || book !== undefined)
      books.set(market, {
        lastMs: timeMs,
        isChanged: kind === 'change' || (kind !== 'book' && book?.isChanged === true),
      });
    told.lastMs = timeMs;
    rowsOfMoment++;
    if (kind !== 'tick') for (const [price] of [...row.bids, ...row.asks]) market.meet(price);
    const parts = moment.get(market) ?? [];
    join(parts, row, outcome);
    moment.set(market, parts);
  };
  return { told, take, finish };
}

/** Adds a row to the parts of a moment: to the book or the changes that it belongs to, or as a part of its own. */
function join(parts: Part[], { kind, isWhole, bids, asks }: Row, outcome: Outcome): void {
  // The rows of a book may alternate between both outcomes.
  const last = parts.findLast((part) => part.outcome === outcome || part.kind !== 'book');
  const joins = kind === 'change' || (kind === 'book' && !isWhole && last?.isWhole === false);
  if (joins && last?.kind === kind && last.outcome === outcome) {
    last.bids.push(...bids);
    last.asks.push(...asks);
  } else parts.push({ kind, isWhole, outcome, bids: [...bids], asks: [...asks] });
}

const levelText = ([price, size]: Level) => ({ price: priceText(price), size: amountText(size) });

function fieldsOf(market: HistoryMarket, { kind, outcome, bids, asks }: Part): object {
  const asset_id = market.token(outcome);
  const sided = [
    ...bids.map((level) => ({ asset_id, ...levelText(level), side: 'BUY' })),
    ...asks.map((level) => ({ asset_id, ...levelText(level), side: 'SELL' })),
  ];
  if (kind === 'book') return { event_type: 'book', asset_id, bids: bids.map(levelText), asks: asks.map(levelText) };
  if (kind === 'change') return { event_type: 'price_change', price_changes: sided };
  if (kind === 'trade') return { event_type: 'last_trade_price', ...sided[0] };
  return { event_type: 'tick_size_change', asset_id, new_tick_size: sided[0]?.price };
}
