/**
 * Projection of positions: shares of each outcome in each wallet, including held ones. After every batch the rows of
 * touched wallets are set from the state, so that writing an entry again is idempotent.
 */
import type { Event, MarketId, Outcome, WalletId } from '@bellwether/engine';
import { POSITION_TABLES } from '../../ledger/tables.ts';
import type { Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';

const INDEXES = 'CREATE INDEX positions_by_size ON positions (market, outcome, shares_micros DESC, wallet)';

const UPSERT = `
  INSERT INTO positions (market, outcome, wallet, shares_micros) VALUES (?, ?, ?, ?)
  ON CONFLICT (market, outcome, wallet) DO UPDATE SET shares_micros = excluded.shares_micros
`;

/** Bits of the outcomes whose shares may have changed in a wallet. */
const FIRST = 1;
const SECOND = 2;
const BOTH = FIRST | SECOND;

/** Outcomes that may have changed, by market and wallet. */
type Touched = Map<MarketId, Map<WalletId, number>>;

export const positionsProjection: Projection = {
  name: 'positions',
  version: 2,
  tables: Object.keys(POSITION_TABLES),
  schema: createTables(POSITION_TABLES),
  indexes: INDEXES,

  open(store) {
    const upsert = store.prepare(UPSERT);
    const remove = store.prepare('DELETE FROM positions WHERE market = ? AND outcome = ? AND wallet = ?');
    return {
      write(entries, { state }) {
        const touched: Touched = new Map();
        for (const { events } of entries) for (const event of events) collectTouched(touched, event);
        for (const [market, wallets] of touched) {
          for (const [wallet, outcomes] of wallets) {
            const position = state.wallets[wallet]?.positions.get(market);
            for (const outcome of [0, 1] as const) {
              if ((outcomes & bitOf(outcome)) === 0) continue;
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
      touch(touched, event.market, event.wallet, bitOf(event.outcome));
      for (const leg of event.legs) touch(touched, event.market, leg.wallet, bitOf(leg.outcome));
      return;
    case 'PositionSplit':
    case 'PositionsMerged':
    case 'PayoutMade':
    case 'PositionRestored':
      touch(touched, event.market, event.wallet, BOTH);
      return;
    case 'PositionsConverted':
      for (const market of event.given) touch(touched, market, event.wallet, BOTH);
      for (const market of event.received) touch(touched, market, event.wallet, BOTH);
      return;
  }
}

function touch(touched: Touched, market: MarketId, wallet: WalletId, outcomes: number): void {
  let wallets = touched.get(market);
  if (wallets === undefined) {
    wallets = new Map();
    touched.set(market, wallets);
  }
  wallets.set(wallet, (wallets.get(wallet) ?? 0) | outcomes);
}

const bitOf = (outcome: Outcome): number => (outcome === 0 ? FIRST : SECOND);
