/** Writes the shares that each builder brought, and the wallets that traded them, by day, week, month and year and in all. */
import type { StoreWriter } from '../../../ports/store.ts';
import { LIFETIME_SUM_MAX, PERIOD, periodStart } from '../../portfolio/tables.ts';

const MS_PER_DAY = 86_400_000;

const ADD_WALLET = `
  INSERT INTO builder_wallets (period, start_day, builder, wallet) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
`;
/** Runs after ADD_WALLET, which has added one row or none. */
const ADD_SHARES = `
  INSERT INTO builder_periods (period, start_day, builder, shares_micros, wallets) VALUES (?, ?, ?, ?, changes())
  ON CONFLICT (period, start_day, builder) DO UPDATE SET wallets = wallets + excluded.wallets,
    shares_micros = min(shares_micros + excluded.shares_micros, ${LIFETIME_SUM_MAX})
`;

interface Sum {
  readonly builder: number;
  readonly wallet: number;
  readonly timeMs: number;
  shares: bigint;
}

export function createBuilderSums(store: StoreWriter) {
  const addWallet = store.prepare(ADD_WALLET);
  const addShares = store.prepare(ADD_SHARES);
  /** Sums of a batch by day, builder and wallet. */
  const sums = new Map<string, Sum>();
  return {
    add(builder: number, wallet: number, size: number, timeMs: number): void {
      const name = `${Math.floor(timeMs / MS_PER_DAY)} ${builder} ${wallet}`;
      const sum = sums.get(name) ?? { builder, wallet, timeMs, shares: 0n };
      sum.shares += BigInt(size);
      sums.set(name, sum);
    },
    flush(): void {
      for (const { builder, wallet, timeMs, shares } of sums.values())
        for (const period of Object.values(PERIOD)) {
          const start = periodStart(period, timeMs);
          addWallet.run(period, start, builder, wallet);
          addShares.run(period, start, builder, shares);
        }
      sums.clear();
    },
  };
}
