/** Holders of tokens for `/v2/holders`: net of the other outcome, or all shares with their cost and profit. */
import { type DataV2Holder, HALF_TICKS_PER_UNIT, DATA_V2_MARKET_ROUTES as ROUTES } from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { microsRoundedUp } from '../../ledger/answer/trade-output.ts';
import { netHoldersOf } from '../../ledger/query/data.ts';
import { ownersOf, selectNamedMarkets, selectTokens, type WalletOwner } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { averageMicros, priceHalfTicks, sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import {
  type MarketPositionRow,
  marketPositions,
  type PricedMarket,
  pricedMarket,
} from '../../portfolio/query/portfolio.ts';
import { valueMicros } from '../../value-micros.ts';
import { pageOf, pageRead } from './page.ts';

/** A holder of a token. */
interface Held {
  readonly wallet: number;
  readonly shares_micros: number;
  /** Cost and profit, if asked for. */
  readonly figures?: Partial<DataV2Holder>;
}

/** Holders token by token, without tokens that have no more; another page follows if a token has further ones. */
export const dataV2HoldersRead = pageRead(ROUTES.dataV2Holders, async (database, query) => {
  const { condition: conditions, min_balance, include_pnl: withPnl, page } = query;
  const part = { minimumMicros: microsRoundedUp(min_balance), limit: page.limit + 1, offset: page.offset };
  const groups: { token: string; outcome: number; rows: readonly Held[] }[] = [];
  let hasMore = false;
  const tokens = await selectTokens(database, conditions);
  for (const { market, condition_id } of await selectNamedMarkets(database, conditions)) {
    const priced = withPnl ? await pricedMarket(database, condition_id) : undefined;
    for (const outcome of [0, 1] as const) {
      const rows =
        priced === undefined
          ? await netHoldersOf(database, market, outcome, part.minimumMicros, part.limit, part.offset).execute()
          : await grossRows(database, priced, outcome, part);
      hasMore ||= rows.length > page.limit;
      const token = tokens.get(condition_id)?.[outcome] ?? '';
      groups.push({ token, outcome, rows: rows.slice(0, page.limit) });
    }
  }
  const shown = groups.filter(({ rows }) => rows.length > 0);
  const owners = await ownersOf(
    database,
    shown.flatMap(({ rows }) => rows),
  );
  const data = shown.map(({ token, outcome, rows }) => {
    const holders = rows.map((row) => holder(row, token, outcome, found(owners, row.wallet, 'wallet')));
    return { token_id: token, holders };
  });
  return pageOf(page, data, hasMore ? [] : null, page.limit);
});

type Part = { readonly minimumMicros: number; readonly limit: number; readonly offset: number };

async function grossRows(database: ReadStore, market: PricedMarket, outcome: 0 | 1, part: Part) {
  const { minimumMicros, ...range } = part;
  const filter = { market: market.market, outcome, status: 'OPEN', wallets: null, ...range } as const;
  const rows = await marketPositions(database, filter).execute();
  const halfTicks = priceHalfTicks({ ...market, outcome });
  // The largest come first.
  const large = rows.filter(({ shares_micros }) => shares_micros >= minimumMicros);
  return large.map((row): Held => ({ ...row, figures: figuresOf(row, halfTicks) }));
}

function figuresOf(row: MarketPositionRow, halfTicks: number | null): Partial<DataV2Holder> {
  const { shares_micros: shares, cost_micros: cost, realized } = row;
  const value = halfTicks === null ? null : valueMicros(shares, halfTicks);
  const open = value === null ? null : value - cost;
  return {
    avg_price: unitsNumber(averageMicros(BigInt(cost), BigInt(shares))),
    entry_cost_usdc: unitsNumber(cost),
    current_price: halfTicks === null ? null : halfTicks / HALF_TICKS_PER_UNIT,
    current_value: value === null ? null : unitsNumber(value),
    realized_pnl: sumNumber(realized),
    unrealized_pnl: open === null ? null : unitsNumber(open),
    total_pnl: open === null ? null : unitsNumber(Number(BigInt(realized) + BigInt(open))),
  };
}

function holder({ shares_micros, figures }: Held, token: string, outcome: number, owner: WalletOwner): DataV2Holder {
  return {
    proxy_wallet: owner.address,
    bio: owner.bio,
    token_id: token,
    pseudonym: owner.pseudonym,
    amount: unitsNumber(shares_micros),
    display_username_public: owner.display_username_public === 1,
    outcome_index: outcome,
    name: shownName(owner),
    profile_image: owner.profile_image,
    profile_image_optimized: '',
    verified: false,
    ...figures,
  };
}
