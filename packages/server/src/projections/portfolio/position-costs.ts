/**
 * Writes `position_costs`: rows that a batch touches are read once, changed in memory and written at its end. Lifetime
 * sums are added by the store, which counts further than a JavaScript number, and stay at LIFETIME_SUM_MAX.
 */

import type { StoreWriter } from '../../ports/store.ts';
import { LIFETIME_SUM_MAX } from '../../schema/portfolio-tables.ts';
import type { CostBasis, CostChange } from './cost-basis.ts';

const added = (column: string): string => `${column} = min(${column} + excluded.${column}, ${LIFETIME_SUM_MAX})`;

const UPSERT = `
  INSERT INTO position_costs (wallet, market, outcome, shares_micros, cost_micros, bought_micros, spent_micros,
    realized_micros, fees_micros, changed_s)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (wallet, market, outcome) DO UPDATE SET shares_micros = excluded.shares_micros,
    cost_micros = excluded.cost_micros, ${added('bought_micros')}, ${added('spent_micros')}, ${added('fees_micros')},
    realized_micros = max(min(realized_micros + excluded.realized_micros, ${LIFETIME_SUM_MAX}), -${LIFETIME_SUM_MAX}),
    changed_s = excluded.changed_s
`;

export interface PositionCosts {
  /** Unix seconds of the changes that follow. */
  setTime(timeS: number): void;
  /** The position as it stands; the rules change it in place. Whoever changes it calls `add`. */
  at(wallet: number, market: number, outcome: number): CostBasis;
  /** Adds to its lifetime sums. */
  add(wallet: number, market: number, outcome: number, change: CostChange, fee: number): void;
  /** Writes what was changed. */
  flush(): void;
}

interface Touched extends CostBasis {
  readonly wallet: number;
  readonly market: number;
  readonly outcome: number;
  bought: bigint;
  spent: bigint;
  realized: bigint;
  fees: bigint;
  changedS: number;
}

export function createPositionCosts(store: StoreWriter): PositionCosts {
  const select = store.prepare(
    'SELECT shares_micros, cost_micros FROM position_costs WHERE wallet = ? AND market = ? AND outcome = ?',
  );
  const upsert = store.prepare(UPSERT);
  /** By wallet, then by twice the market plus the outcome. */
  const touched = new Map<number, Map<number, Touched>>();
  let nowS = 0;

  function at(wallet: number, market: number, outcome: number): Touched {
    let ofWallet = touched.get(wallet);
    if (ofWallet === undefined) {
      ofWallet = new Map();
      touched.set(wallet, ofWallet);
    }
    const key = 2 * market + outcome;
    let row = ofWallet.get(key);
    if (row === undefined) {
      const known = select.get(wallet, market, outcome);
      const shares = Number(known?.['shares_micros'] ?? 0);
      const cost = Number(known?.['cost_micros'] ?? 0);
      row = { wallet, market, outcome, shares, cost, bought: 0n, spent: 0n, realized: 0n, fees: 0n, changedS: nowS };
      ofWallet.set(key, row);
    }
    return row;
  }

  return {
    setTime(timeS) {
      nowS = timeS;
    },
    at,
    add(wallet, market, outcome, { bought, spent, realized }, fee) {
      const row = at(wallet, market, outcome);
      row.bought += BigInt(bought);
      row.spent += BigInt(spent);
      row.realized += BigInt(realized);
      row.fees += BigInt(fee);
      row.changedS = nowS;
    },
    flush() {
      // In the order of the key: neighbours are written together.
      for (const [, rows] of [...touched].sort(([a], [b]) => a - b)) {
        for (const [, row] of [...rows].sort(([a], [b]) => a - b)) {
          const { wallet, market, outcome, shares, cost, bought, spent, realized, fees, changedS } = row;
          upsert.run(wallet, market, outcome, shares, cost, bought, spent, realized, fees, changedS);
        }
      }
      touched.clear();
    },
  };
}
