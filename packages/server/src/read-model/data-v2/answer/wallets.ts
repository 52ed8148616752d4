/** The reads of `/v2/value`, `/v2/user-stats`, `/v2/user-volume` and `/v2/user-pnl`. */
import {
  DataV2Pnl,
  type DataV2PnlQuery,
  DataV2Stats,
  type DataV2UserQuery,
  DataV2Value,
  type DataV2ValueQuery,
  DataV2Volume,
  type DataV2VolumeQuery,
} from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import { ledgerPosition } from '../../ledger/query/ledger.ts';
import { selectWalletsOfUser } from '../../ledger/query/ledger-context.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { valueRead } from '../../portfolio/answer/positions.ts';
import { countTradedMarkets, heldPositions } from '../../portfolio/query/portfolio.ts';
import { type Read, serializerOf } from '../../read.ts';
import { biggestWin, joinedMs, traderDays } from '../query/trader-days.ts';
import { DAY_S, NO_SUMS, openGain, type PnlContext, plusDay, pnlPoints, presentPoint } from './pnl.ts';

/** The time of the request, in Unix milliseconds. */
interface AtTime {
  readonly nowMs: number;
}

export const dataV2ValueRead: Read<DataV2ValueQuery, DataV2Value> = {
  name: 'data-v2-value',
  async run(database, { user, condition }) {
    const known = await valueRead.run(database, { user, ...(condition !== undefined && { market: condition }) });
    return { value: { data: { proxy_wallet: user, value: known?.value[0]?.value ?? 0 } } };
  },
  serialize: serializerOf(DataV2Value),
};

export const dataV2VolumeRead: Read<DataV2VolumeQuery, DataV2Volume> = {
  name: 'data-v2-user-volume',
  async run(database, { user, start = 0, end = 0 }) {
    const wallets = await selectWalletsOfUser(database, user);
    const last = end === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(end / DAY_S);
    const days = await traderDays(database, wallets, Math.floor(start / DAY_S), last);
    const { shares, volume, fills } = days.reduce(plusDay, NO_SUMS);
    const data = { volume: sumNumber(String(shares)), volume_usdc: sumNumber(String(volume)), trade_count: fills };
    return { value: { data } };
  },
  serialize: serializerOf(DataV2Volume),
};

export const dataV2PnlRead: Read<DataV2PnlQuery & AtTime, DataV2Pnl> = {
  name: 'data-v2-user-pnl',
  async run(database, { user, interval, fidelity, nowMs }) {
    const wallets = await selectWalletsOfUser(database, user);
    const days = await allDays(database, wallets);
    const points = pnlPoints(days, { interval, fidelity }, await contextOf(database, wallets, nowMs));
    return { value: { data: { proxy_wallet: user, interval, fidelity, source_fidelity: '1d', points } } };
  },
  serialize: serializerOf(DataV2Pnl),
};

const MICROS_PER_UNIT = 1_000_000n;

export const dataV2StatsRead: Read<DataV2UserQuery & AtTime, DataV2Stats> = {
  name: 'data-v2-user-stats',
  async run(database, { user, nowMs }) {
    const wallets = await selectWalletsOfUser(database, user);
    const [first] = wallets;
    if (first === undefined) return { value: { data: null } };
    const win = BigInt((await biggestWin(database, wallets)) ?? 0);
    const context = await contextOf(database, wallets, nowMs);
    const data = {
      proxy_wallet: user,
      trades: await countTradedMarkets(database, wallets),
      biggest_win: win > MICROS_PER_UNIT ? sumNumber(String(win)) : 0,
      views: 0 as const,
      join_date: Math.floor((await joinedMs(database, first)) / 1_000),
      all_time_pnl: presentPoint(await allDays(database, wallets), context),
    };
    return { value: { data } };
  },
  serialize: serializerOf(DataV2Stats),
};

const allDays = (database: ReadStore, wallets: readonly number[]) =>
  traderDays(database, wallets, 0, Number.MAX_SAFE_INTEGER);

async function contextOf(database: ReadStore, wallets: readonly number[], nowMs: number): Promise<PnlContext> {
  let open = 0n;
  for (const wallet of wallets) open += openGain(await heldPositions(database, wallet, null, 1).execute());
  return { nowS: Math.floor(nowMs / 1_000), sequence: await ledgerPosition(database), open };
}
