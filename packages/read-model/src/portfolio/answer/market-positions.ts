/**
 * The read `market-positions`: current and former holders of a market, outcome by outcome, ranked by size or profit.
 */

import {
  HALF_TICKS_PER_UNIT,
  MARKET_POSITIONS_RANKED,
  type MarketPositionGroups,
  type MarketPositionsQuery,
  NO_PRICE_HALF_TICKS,
} from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import { ownersOf, selectWalletsOfUser, type WalletOwner } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import type { Read } from '../../read.ts';
import { valueMicros } from '../../value-micros.ts';
import { type MarketPositionRow, marketPositions, type PricedMarket, pricedMarket } from '../query/portfolio.ts';
import { averageMicros, priceHalfTicks, sumNumber } from './portfolio-output.ts';

/** Takes the checked query, with id and address in lower case. */
export const marketPositionsRead: Read<MarketPositionsQuery, MarketPositionGroups> = {
  name: 'market-positions',
  async run(database, query) {
    const market = await pricedMarket(database, query.market);
    if (market === undefined) return { value: [] };
    const wallets = query.user === undefined ? null : await selectWalletsOfUser(database, query.user);
    const pages: Ranked[][] = [];
    for (const outcome of [0, 1]) {
      const halfTicks = priceHalfTicks({ ...market, outcome });
      const { market: key } = market;
      const filter = { market: key, outcome, status: query.status, wallets, limit: MARKET_POSITIONS_RANKED };
      const rows = wallets?.length === 0 ? [] : await marketPositions(database, filter).execute();
      pages.push(ranked(rows, halfTicks, query));
    }
    const shown = pages.flat().map(({ row }) => row);
    const owners = await ownersOf(database, shown);
    const groups = pages.map((page, outcome) => ({
      token: `${market.condition_id}:${outcome}`,
      positions: page.map((one) => positionBody(one, market, found(owners, one.row.wallet, 'wallet'))),
    }));
    // Clients read on until no outcome has positions left.
    return { value: groups.filter(({ positions }) => positions.length > 0) };
  },
};

interface Ranked {
  readonly row: MarketPositionRow;
  readonly halfTicks: number | null;
  readonly value: number;
  /** Unrealised gain of the current shares, in micros. */
  readonly open: bigint;
  readonly realized: bigint;
}

function ranked(
  rows: readonly MarketPositionRow[],
  halfTicks: number | null,
  { sortBy, sortDirection, limit, offset }: MarketPositionsQuery,
): Ranked[] {
  const all = rows.map((row): Ranked => {
    const value = halfTicks === null ? row.cost_micros : valueMicros(row.shares_micros, halfTicks);
    return { row, halfTicks, value, open: BigInt(value - row.cost_micros), realized: BigInt(row.realized) };
  });
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const figure = FIGURES[sortBy];
  return all
    .sort((a, b) => {
      const [left, right] = [figure(a), figure(b)];
      return left === right ? a.row.wallet - b.row.wallet : left < right ? -sign : sign;
    })
    .slice(offset, offset + limit);
}

const FIGURES: Readonly<Record<MarketPositionsQuery['sortBy'], (position: Ranked) => number | bigint>> = {
  TOKENS: ({ row }) => row.shares_micros,
  CASH_PNL: ({ open }) => open,
  REALIZED_PNL: ({ realized }) => realized,
  TOTAL_PNL: ({ open, realized }) => open + realized,
};

function positionBody({ row, halfTicks, value, open, realized }: Ranked, market: PricedMarket, owner: WalletOwner) {
  const { outcome, shares_micros: shares, cost_micros: cost } = row;
  const [paid, held] =
    shares === 0 ? [BigInt(row.spent), BigInt(row.bought)] : ([BigInt(cost), BigInt(shares)] as const);
  return {
    proxyWallet: owner.address,
    name: shownName(owner),
    pseudonym: owner.pseudonym,
    profileImage: owner.profile_image,
    verified: false,
    asset: `${market.condition_id}:${outcome}`,
    conditionId: market.condition_id,
    avgPrice: unitsNumber(averageMicros(paid, held)),
    size: unitsNumber(shares),
    currPrice: (halfTicks ?? NO_PRICE_HALF_TICKS) / HALF_TICKS_PER_UNIT,
    priceKnown: halfTicks !== null,
    currentValue: unitsNumber(value),
    cashPnl: unitsNumber(Number(open)),
    totalBought: sumNumber(row.bought),
    realizedPnl: sumNumber(row.realized),
    totalPnl: unitsNumber(Number(open + realized)),
    feesPaid: sumNumber(row.fees),
    redeemed: unitsNumber(row.redeemed_micros),
    payout: sumNumber(row.payout),
    outcome: outcome === 0 ? market.outcome_0 : market.outcome_1,
    outcomeIndex: outcome,
  };
}
