/**
 * Projection of each market's figures: volume and last price from its trades, best prices and liquidity from the book
 * after the batch. A market whose book did not change costs one comparison.
 */
import { complement, type State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { BookReader } from '../../book-reader.ts';
import type { Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { MARKET_TABLES } from '../tables.ts';

const UPSERT_TRADES = `
  INSERT INTO market_stats (market, volume_micros, shares_micros, trades, last_price_ticks, best_bid_ticks,
    best_ask_ticks, liquidity_micros, book_version)
  VALUES (?, ?, ?, ?, ?, 0, 0, 0, -1)
  ON CONFLICT (market) DO UPDATE SET volume_micros = volume_micros + excluded.volume_micros,
    shares_micros = shares_micros + excluded.shares_micros, trades = trades + excluded.trades, last_price_ticks = excluded.last_price_ticks
`;

const UPSERT_BOOK = `
  INSERT INTO market_stats (market, volume_micros, shares_micros, trades, last_price_ticks, best_bid_ticks,
    best_ask_ticks, liquidity_micros, book_version)
  VALUES (?, 0, 0, 0, NULL, ?, ?, ?, ?)
  ON CONFLICT (market) DO UPDATE SET best_bid_ticks = excluded.best_bid_ticks, best_ask_ticks = excluded.best_ask_ticks,
    liquidity_micros = excluded.liquidity_micros, book_version = excluded.book_version
`;

const UPSERT_HOUR = `
  INSERT INTO market_hours (market, hour, volume_micros) VALUES (?, ?, ?)
  ON CONFLICT (market, hour) DO UPDATE SET volume_micros = volume_micros + excluded.volume_micros
`;

const MS_PER_HOUR = 3_600_000;

/** Contribution of a batch's trades to one market. */
interface TradeFigures {
  volume: number;
  shares: number;
  trades: number;
  lastPrice: number;
  readonly hours: Map<number, number>;
}

export const marketStatsProjection: Projection = {
  name: 'market-stats',
  version: 4,
  tables: Object.keys(MARKET_TABLES),
  schema: createTables(MARKET_TABLES),

  open(store) {
    const upsertTrades = store.prepare(UPSERT_TRADES);
    const upsertHour = store.prepare(UPSERT_HOUR);
    const upsertBook = store.prepare(UPSERT_BOOK);
    const bookVersions: number[] = [];
    for (const row of store.prepare('SELECT market, book_version FROM market_stats').all()) {
      bookVersions[Number(row['market'])] = Number(row['book_version']);
    }

    function writeBooks(markets: State['markets'], books: BookReader): void {
      for (const market of markets) {
        const written = bookVersions[market.id];
        // In a state restored from a snapshot an empty book is null, but its existing row must still be updated.
        if (written === market.bookVersion || (written === undefined && market.book === null)) continue;
        const { bestBid, bestAsk, liquidity } = books.figures(market);
        upsertBook.run(market.id, bestBid, bestAsk, liquidity, market.bookVersion);
        bookVersions[market.id] = market.bookVersion;
      }
    }

    return {
      write(entries, { state, books }) {
        for (const [market, figures] of tradeFigures(entries)) {
          upsertTrades.run(market, figures.volume, figures.shares, figures.trades, figures.lastPrice);
          for (const [hour, volume] of figures.hours) upsertHour.run(market, hour, volume);
        }
        writeBooks(state.markets, books);
      },
    };
  },
};

function tradeFigures(entries: readonly ChainedEntry[]): Map<number, TradeFigures> {
  const byMarket = new Map<number, TradeFigures>();
  for (const { timeMs, events } of entries) {
    for (const event of events) {
      if (event.kind !== 'TradeExecuted') continue;
      let figures = byMarket.get(event.market);
      if (figures === undefined) {
        figures = { volume: 0, shares: 0, trades: 0, lastPrice: 0, hours: new Map() };
        byMarket.set(event.market, figures);
      }
      const hour = Math.floor(timeMs / MS_PER_HOUR);
      const lastLeg = event.legs.at(-1);
      figures.volume += event.collateral;
      figures.shares += event.size;
      figures.trades += 1;
      if (lastLeg !== undefined) figures.lastPrice = lastLeg.outcome === 0 ? lastLeg.price : complement(lastLeg.price);
      figures.hours.set(hour, (figures.hours.get(hour) ?? 0) + event.collateral);
    }
  }
  return byMarket;
}
