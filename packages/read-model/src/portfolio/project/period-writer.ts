/**
 * Writes `trader_periods`: volume, shares and profit of each ranked wallet in the current day, week and month, and
 * overall. Rows of past periods are removed a few at a time. Writes `trader_days`, which keeps every day of a wallet.
 */

import { isHouseAddress, type Wallet } from '@bellwether/engine';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { LIFETIME_SUM_MAX, PERIOD, periodStart } from '../tables.ts';
import { ExactSum } from './exact-sum.ts';

const PERIODS = [PERIOD.day, PERIOD.week, PERIOD.month, PERIOD.all] as const;
/** Maximum number of past rows removed per batch, for each kind of period. */
const REMOVED_PER_BATCH_MAX = 200;

const INSERT = `
  INSERT INTO trader_periods (period, start_day, wallet, volume_micros, shares_micros, pnl_micros, fees_micros)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (period, start_day, wallet) DO UPDATE SET
    volume_micros = min(volume_micros + excluded.volume_micros, ${LIFETIME_SUM_MAX}),
    shares_micros = min(shares_micros + excluded.shares_micros, ${LIFETIME_SUM_MAX})
`;
const ADD_PROFIT = `,
    pnl_micros = max(min(pnl_micros + excluded.pnl_micros, ${LIFETIME_SUM_MAX}), -${LIFETIME_SUM_MAX}),
    fees_micros = min(fees_micros + excluded.fees_micros, ${LIFETIME_SUM_MAX})
`;
const ADD_DAY = `
  INSERT INTO trader_days (wallet, day, fills, shares_micros, volume_micros, pnl_micros, fees_micros)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (wallet, day) DO UPDATE SET fills = fills + excluded.fills,
    shares_micros = min(shares_micros + excluded.shares_micros, ${LIFETIME_SUM_MAX}),
    volume_micros = min(volume_micros + excluded.volume_micros, ${LIFETIME_SUM_MAX}) ${ADD_PROFIT}
`;
const REMOVE = `
  DELETE FROM trader_periods WHERE (period, start_day, wallet) IN (
    SELECT period, start_day, wallet FROM trader_periods WHERE period = ? AND start_day < ? LIMIT ${REMOVED_PER_BATCH_MAX}
  )
`;

interface Sums {
  fills: number;
  readonly shares: ExactSum;
  readonly volume: ExactSum;
  readonly profit: ExactSum;
  readonly fees: ExactSum;
}

const MS_PER_DAY = 86_400_000;

export type PeriodWriter = ReturnType<typeof createPeriodWriter>;

export function createPeriodWriter(store: StoreWriter) {
  // An index is written only if its column is set, and most trades do not change the profit.
  const addVolume = store.prepare(INSERT);
  const addAll = store.prepare(INSERT + ADD_PROFIT);
  const addDay = store.prepare(ADD_DAY);
  const remove = store.prepare(REMOVE);
  const count = store.prepare('SELECT changes() AS removed');
  const wallets = new Map<number, Sums>();
  let known: readonly Wallet[] = [];
  let day = -1;
  let nowMs = 0;
  /** True once no rows of past periods are left. */
  let isPruned = false;

  /** False for house makers, which are on no board. */
  const isRanked = (wallet: number): boolean => !isHouseAddress(known[wallet]?.address ?? '');

  function sumsOf(wallet: number): Sums {
    let sums = wallets.get(wallet);
    if (sums === undefined) {
      sums = { fills: 0, shares: new ExactSum(), volume: new ExactSum(), profit: new ExactSum(), fees: new ExactSum() };
      wallets.set(wallet, sums);
    }
    return sums;
  }

  function writeSums(): void {
    const starts = PERIODS.map((period) => periodStart(period, nowMs));
    // In key order, so that neighbouring rows are written together.
    const sorted = [...wallets]
      .sort(([a], [b]) => a - b)
      .map(([wallet, sums]) => {
        const [paid, traded] = [sums.volume.take(), sums.shares.take()];
        const [won, charged] = [sums.profit.take(), sums.fees.take()];
        addDay.run(wallet, day, sums.fills, traded, paid, won, charged);
        return [wallet, paid, traded, won, charged] as const;
      });
    for (const period of PERIODS) {
      const start = starts[period] ?? 0;
      for (const [wallet, volume, shares, profit, fees] of sorted) {
        if (!isRanked(wallet)) continue;
        (profit === 0n && fees === 0n ? addVolume : addAll).run(period, start, wallet, volume, shares, profit, fees);
      }
    }
    wallets.clear();
  }

  function prune(): void {
    let removed = 0;
    for (const period of [PERIOD.day, PERIOD.week, PERIOD.month] as const) {
      remove.run(period, periodStart(period, nowMs));
      removed += Number(count.get()?.['removed'] ?? 0);
    }
    isPruned = removed === 0;
  }

  return {
    isRanked,
    /** Sets the time of the following changes, in Unix milliseconds, and all wallets. */
    setTime(timeMs: number, all: readonly Wallet[]): void {
      known = all;
      const newDay = Math.floor(timeMs / MS_PER_DAY);
      if (newDay !== day) {
        // The sums so far belong to the day before.
        if (day >= 0) writeSums();
        day = newDay;
        isPruned = false;
      }
      nowMs = timeMs;
    },
    addFill(wallet: number, size: number, collateral: number): void {
      const sums = sumsOf(wallet);
      sums.fills += 1;
      sums.shares.add(size);
      sums.volume.add(collateral);
    },
    addProfit(wallet: number, micros: number | bigint): void {
      sumsOf(wallet).profit.add(micros);
    },
    /** Adds a paid fee, which also reduces the profit. */
    addFee(wallet: number, micros: number): void {
      const sums = sumsOf(wallet);
      sums.profit.add(-micros);
      sums.fees.add(micros);
    },
    flush(): void {
      writeSums();
      if (!isPruned) prune();
    },
  };
}
