/** Queries of what wallets traded and won, day by day and over their lives. */
import type { ReadStore } from '../../database.ts';
import { digits } from '../../digits.ts';

/** One day of one wallet. Sums are decimal digits. */
export interface TraderDay {
  readonly day: number;
  readonly fills: number;
  readonly shares: string;
  readonly volume: string;
  readonly pnl: string;
  readonly fees: string;
}

/** Days of some wallets, oldest first, from the first to the last of a window. */
export async function traderDays(
  database: ReadStore,
  wallets: readonly number[],
  first: number,
  last: number,
): Promise<TraderDay[]> {
  const days: TraderDay[] = [];
  for (const wallet of wallets)
    for (const row of await daysOfWallet(database, wallet, first, last).execute()) days.push(row);
  return days.sort((a, b) => a.day - b.day);
}

/** What some wallets traded within a window of days, in millionths. */
export async function volumeOfDays(
  database: ReadStore,
  wallets: readonly number[],
  first: number,
  last: number,
): Promise<bigint> {
  const days = await traderDays(database, wallets, first, last);
  return days.reduce((sum, { volume }) => sum + BigInt(volume), 0n);
}

/** Exported so that a test can check its plan. */
export function daysOfWallet(database: ReadStore, wallet: number, first: number, last: number) {
  return database
    .selectFrom('trader_days')
    .select(['day', 'fills', ...digits(['shares', 'volume', 'pnl', 'fees'])])
    .where('wallet', '=', wallet)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day');
}

/** Most realised by one position of a resolved market, as decimal digits; null without any. */
export async function biggestWin(database: ReadStore, wallets: readonly number[]): Promise<string | null> {
  const row = await database
    .selectFrom('position_costs as p')
    .innerJoin('markets as m', 'm.market', 'p.market')
    .select(digits(['realized'], 'p.'))
    .where('p.wallet', 'in', wallets)
    .where('m.payout_0', 'is not', null)
    .orderBy('p.realized_micros', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.realized ?? null;
}

/** Unix milliseconds at which the account of a wallet was opened. */
export async function joinedMs(database: ReadStore, wallet: number): Promise<number> {
  const row = await database
    .selectFrom('wallets')
    .innerJoin('profiles', 'profiles.account', 'wallets.account')
    .select('profiles.created_ms')
    .where('wallets.id', '=', wallet)
    .executeTakeFirstOrThrow();
  return row.created_ms;
}
