/** The reads of `/v2/value`, `/v2/user-stats`, `/v2/user-volume` and `/v2/user-pnl`. */
import { DATA_V2_WALLET_ROUTES as ROUTES } from '@bellwether/contract';
import type { DataQuery } from '@bellwether/wire/data-v2/cursor.ts';
import type { ReadStore } from '../../database.ts';
import { ledgerPosition } from '../../ledger/query/ledger.ts';
import { selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { valueRead } from '../../portfolio/answer/positions.ts';
import { countTradedMarkets, heldPositions } from '../../portfolio/query/portfolio.ts';
import { biggestWin, joinedMs, traderDays } from '../query/trader-days.ts';
import { dataRead } from './page.ts';
import { DAY_S, NO_SUMS, openGain, type PnlContext, plusDay, pnlPoints, presentPoint } from './pnl.ts';

/** The time of the request, in Unix milliseconds. */
interface AtTime {
  readonly nowMs: number;
}

export const dataV2ValueRead = dataRead(ROUTES.dataV2Value, async (database, { user, condition }) => {
  const known = await valueRead.run(database, { user, ...(condition !== undefined && { market: condition }) });
  return { proxy_wallet: user, value: known?.value[0]?.value ?? 0 };
});

export const dataV2VolumeRead = dataRead(ROUTES.dataV2UserVolume, async (database, { user, start = 0, end = 0 }) => {
  const wallets = await selectWalletsOfUser(database, user);
  const last = end === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(end / DAY_S);
  const days = await traderDays(database, wallets, Math.floor(start / DAY_S), last);
  const { shares, volume, fills } = days.reduce(plusDay, NO_SUMS);
  return { volume: sumNumber(String(shares)), volume_usdc: sumNumber(String(volume)), trade_count: fills };
});

export const dataV2PnlRead = dataRead(
  ROUTES.dataV2UserPnl,
  async (database, { user, interval, fidelity, nowMs }: DataQuery<typeof ROUTES.dataV2UserPnl> & AtTime) => {
    const wallets = await selectWalletsOfUser(database, user);
    const days = await allDays(database, wallets);
    const points = pnlPoints(days, { interval, fidelity }, await contextOf(database, wallets, nowMs));
    return { proxy_wallet: user, interval, fidelity, source_fidelity: '1d' as const, points };
  },
);

const MICROS_PER_UNIT = 1_000_000n;

export const dataV2StatsRead = dataRead(
  ROUTES.dataV2UserStats,
  async (database, { user, nowMs }: DataQuery<typeof ROUTES.dataV2UserStats> & AtTime) => {
    const wallets = await selectWalletsOfUser(database, user);
    const [first] = wallets;
    if (first === undefined) return null;
    const win = BigInt((await biggestWin(database, wallets)) ?? 0);
    const context = await contextOf(database, wallets, nowMs);
    return {
      proxy_wallet: user,
      trades: await countTradedMarkets(database, wallets),
      biggest_win: win > MICROS_PER_UNIT ? sumNumber(String(win)) : 0,
      views: 0 as const,
      join_date: Math.floor((await joinedMs(database, first)) / 1_000),
      all_time_pnl: presentPoint(await allDays(database, wallets), context),
    };
  },
);

const allDays = (database: ReadStore, wallets: readonly number[]) =>
  traderDays(database, wallets, 0, Number.MAX_SAFE_INTEGER);

async function contextOf(database: ReadStore, wallets: readonly number[], nowMs: number): Promise<PnlContext> {
  let open = 0n;
  for (const wallet of wallets) open += openGain(await heldPositions(database, wallet, null, 1).execute());
  return { nowS: Math.floor(nowMs / 1_000), sequence: await ledgerPosition(database), open };
}
