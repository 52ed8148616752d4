/**
 * Writes `position_costs`: rows are read on first use, changed in memory and written at the end of each batch. The
 * store adds lifetime sums, because it counts further than a JavaScript number, and caps them at LIFETIME_SUM_MAX.
 */

import type { StoreWriter } from '@bellwether/ports/store.ts';
import { LIFETIME_SUM_MAX } from '../tables.ts';
import type { CostBasis, CostChange } from './cost-basis.ts';
import { ExactSum } from './exact-sum.ts';

const added = (column: string): string => `${column} = min(${column} + excluded.${column}, ${LIFETIME_SUM_MAX})`;

const UPSERT = `
  INSERT INTO position_costs (wallet, market, outcome, shares_micros, cost_micros, bought_micros, spent_micros,
    realized_micros, fees_micros, entry_fees_micros, redeemed_micros, redeemed_cost_micros, payout_micros, first_s,
    changed_s)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)
  ON CONFLICT (wallet, market, outcome) DO UPDATE SET shares_micros = excluded.shares_micros,
    cost_micros = excluded.cost_micros, ${added('bought_micros')}, ${added('spent_micros')}, ${added('fees_micros')},
    ${added('entry_fees_micros')},
    realized_micros = max(min(realized_micros + excluded.realized_micros, ${LIFETIME_SUM_MAX}), -${LIFETIME_SUM_MAX}),
    changed_s = excluded.changed_s
`;

const REDEEM = `
  UPDATE position_costs SET redeemed_micros = ?, redeemed_cost_micros = ?, payout_micros = ?
  WHERE wallet = ? AND market = ? AND outcome = ?
`;

/**
 * Maximum number of positions in memory between batches, about 400 bytes each; beyond it all are dropped and read again
 * when needed.
 */
const POSITIONS_KEPT_MAX = 20_000;

interface Kept extends CostBasis {
  readonly wallet: number;
  readonly market: number;
  readonly outcome: number;
  readonly bought: ExactSum;
  readonly spent: ExactSum;
  readonly realized: ExactSum;
  readonly fees: ExactSum;
  readonly entryFees: ExactSum;
  /** Time of the first change since the row is in memory; the store keeps the earliest. */
  readonly firstS: number;
  changedS: number;
  isChanged: boolean;
  /** Shares, cost and payout that a result took and brought since the last flush; null if it did not. */
  redeemed: readonly [size: number, cost: number, payout: number] | null;
}

export type PositionCosts = ReturnType<typeof createPositionCosts>;

export function createPositionCosts(store: StoreWriter, keptMax = POSITIONS_KEPT_MAX) {
  const select = store.prepare(
    'SELECT shares_micros, cost_micros FROM position_costs WHERE wallet = ? AND market = ? AND outcome = ?',
  );
  const upsert = store.prepare(UPSERT);
  const redeem = store.prepare(REDEEM);
  /** Positions by wallet, then by twice the market plus the outcome. */
  const kept = new Map<number, Map<number, Kept>>();
  let count = 0;
  /** True during a build until positions are dropped: all existing rows are in memory. */
  let isAllKept = store.isBuilding;
  let changed: Kept[] = [];
  let nowS = 0;

  /** Current position; the rules change it in place and then call `add`. */
  function at(wallet: number, market: number, outcome: number): Kept {
    let ofWallet = kept.get(wallet);
    if (ofWallet === undefined) {
      ofWallet = new Map();
      kept.set(wallet, ofWallet);
    }
    const key = 2 * market + outcome;
    let row = ofWallet.get(key);
    if (row === undefined) {
      const known = isAllKept ? undefined : select.get(wallet, market, outcome);
      row = {
        wallet,
        market,
        outcome,
        shares: Number(known?.['shares_micros'] ?? 0),
        cost: Number(known?.['cost_micros'] ?? 0),
        bought: new ExactSum(),
        spent: new ExactSum(),
        realized: new ExactSum(),
        fees: new ExactSum(),
        entryFees: new ExactSum(),
        firstS: nowS,
        changedS: nowS,
        isChanged: false,
        redeemed: null,
      };
      ofWallet.set(key, row);
      count += 1;
    }
    // Marked as changed, because the caller may change it.
    if (!row.isChanged) changed.push(row);
    row.isChanged = true;
    return row;
  }

  function drop(): void {
    kept.clear();
    count = 0;
    isAllKept = false;
  }

  return {
    /** Sets the time of the following changes, in Unix seconds. */
    setTime(timeS: number): void {
      nowS = timeS;
    },
    at,
    /** Notes what a result took from the position and brought. */
    redeem(wallet: number, market: number, outcome: number, size: number, cost: number, payout: number): void {
      at(wallet, market, outcome).redeemed = [size, cost, payout];
    },
    /** Adds to the position's lifetime sums. */
    add(wallet: number, market: number, outcome: number, { bought, spent, realized }: CostChange, fee: number): void {
      const row = at(wallet, market, outcome);
      row.bought.add(bought);
      row.spent.add(spent);
      row.realized.add(realized);
      row.fees.add(fee);
      if (bought > 0) row.entryFees.add(fee);
      row.changedS = nowS;
    },
    flush(): void {
      // In key order, so that neighbouring rows are written together.
      changed.sort((a, b) => a.wallet - b.wallet || a.market - b.market || a.outcome - b.outcome);
      for (const row of changed) {
        const { wallet, market, outcome, shares, cost, bought, spent, realized, fees, entryFees } = row;
        const sums = [bought, spent, realized, fees, entryFees].map((sum) => sum.take());
        upsert.run(wallet, market, outcome, shares, cost, ...sums, row.firstS, row.changedS);
        if (row.redeemed !== null) redeem.run(...row.redeemed, wallet, market, outcome);
        row.redeemed = null;
        row.isChanged = false;
      }
      changed = [];
      if (count > keptMax) drop();
    },
    /** Reads every position again when it is needed next, because its row was changed. After a flush. */
    drop,
  };
}
