/**
 * Projection of positions: how many shares of each outcome each wallet has, held ones included. After every batch the
 * rows of touched wallets are set from the state, so that writing an entry again changes nothing.
 */
import type { Event, MarketId, WalletId } from '@bellwether/engine';
import type { Projection } from './projection.ts';

const SCHEMA = `
  CREATE TABLE positions (
    market INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    wallet INTEGER NOT NULL,
    shares_micros INTEGER NOT NULL,
    PRIMARY KEY (market, outcome, wallet)
  ) WITHOUT ROWID;
  CREATE INDEX positions_by_size ON positions (market, outcome, shares_micros DESC, wallet);
  CREATE INDEX positions_by_wallet ON positions (wallet, market, outcome);
`;

const UPSERT = `
  INSERT INTO positions (market, outcome, wallet, shares_micros) VALUES (?, ?, ?, ?)
  ON CONFLICT (market, outcome, wallet) DO UPDATE SET shares_micros = excluded.shares_micros
`;

/** Wallets whose shares of a market changed, by market. */
type Touched = Map<MarketId, Set<WalletId>>;

/** Table `positions`. */
export const positionsProjection: Projection = {
  name: 'positions',
  version: 1,
  tables: ['positions'],
  schema: SCHEMA,

  open(store) {
    const upsert = store.prepare(UPSERT);
    const remove = store.prepare('DELETE FROM positions WHERE market = ? AND outcome = ? AND wallet = ?');
    return {
      write(entries, { state }) {
        const touched: Touched = new Map();
        for (const { events } of entries) for (const event of events) collectTouched(touched, event);
        for (const [market, wallets] of touched) {
          for (const wallet of wallets) {
            const position = state.wallets[wallet]?.positions.get(market);
            for (const outcome of [0, 1] as const) {
              const shares = position === undefined ? 0 : position.free[outcome] + position.held[outcome];
              if (shares > 0) upsert.run(market, outcome, wallet, shares);
              else remove.run(market, outcome, wallet);
            }
          }
        }
      },
    };
  },
};

function collectTouched(touched: Touched, event: Event): void {
  switch (event.kind) {
    case 'TradeExecuted':
      touch(touched, event.market, event.wallet);
      for (const leg of event.legs) touch(touched, event.market, leg.wallet);
      return;
    case 'PositionSplit':
    case 'PositionsMerged':
    case 'PayoutMade':
      touch(touched, event.market, event.wallet);
      return;
    case 'PositionsConverted':
      for (const market of event.given) touch(touched, market, event.wallet);
      for (const market of event.received) touch(touched, market, event.wallet);
      return;
    default:
      // Holds and cancels move shares between free and held and leave their sum alone.
      return;
  }
}

function touch(touched: Touched, market: MarketId, wallet: WalletId): void {
  const wallets = touched.get(market);
  if (wallets === undefined) touched.set(market, new Set([wallet]));
  else wallets.add(wallet);
}
