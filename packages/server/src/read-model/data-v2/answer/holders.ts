/** Holders of tokens for `/v2/holders`: net of the other outcome, or all shares with their cost and profit. */
import { type DataV2Holder, type DataV2HolderGroup, HALF_TICKS_PER_UNIT } from '@bellwether/contract';
import { unitsNumber } from '../../../wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { ReadStore } from '../../database.ts';
import { netHoldersOf } from '../../ledger/query/data.ts';
import { ownersOf, selectNamedMarkets, selectTokens, type WalletOwner } from '../../ledger/query/ledger-context.ts';
import { found } from '../../lookup.ts';
import { averageMicros, priceHalfTicks, sumNumber, valueMicros } from '../../portfolio/answer/portfolio-output.ts';
import {
  type MarketPositionRow,
  marketPositions,
  type PricedMarket,
  pricedMarket,
} from '../../portfolio/query/portfolio.ts';

interface HoldersPage {
  /** Distinct condition ids, lower-case; one with `withPnl`. */
  readonly conditions: readonly string[];
  readonly minimumMicros: number;
  readonly withPnl: boolean;
  /** Rows of each token, and rows of each that earlier pages had. */
  readonly limit: number;
  readonly offset: number;
}

/** A holder of a token. */
interface Held {
  readonly wallet: number;
  readonly shares_micros: number;
  /** Cost and profit, if asked for. */
  readonly figures?: Partial<DataV2Holder>;
}

/** Holders token by token, without tokens that have no more; `hasMore`: a token has further ones. */
export async function holdersPage(database: ReadStore, page: HoldersPage) {
  const groups: { token: string; outcome: number; rows: readonly Held[] }[] = [];
  let hasMore = false;
  const tokens = await selectTokens(database, page.conditions);
  for (const { market, condition_id } of await selectNamedMarkets(database, page.conditions)) {
    const priced = page.withPnl ? await pricedMarket(database, condition_id) : undefined;
    for (const outcome of [0, 1] as const) {
      const rows =
        priced === undefined
          ? await netRows(database, market, outcome, page)
          : await grossRows(database, priced, outcome, page);
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
  const data = shown.map(({ token, outcome, rows }): DataV2HolderGroup => {
    const holders = rows.map((row) => holder(row, token, outcome, found(owners, row.wallet, 'wallet')));
    return { token_id: token, holders };
  });
  return { data, hasMore };
}

function netRows(database: ReadStore, market: number, outcome: 0 | 1, page: HoldersPage): Promise<Held[]> {
  const { minimumMicros, limit, offset } = page;
  return netHoldersOf(database, market, outcome, minimumMicros, limit + 1, offset).execute();
}

async function grossRows(database: ReadStore, market: PricedMarket, outcome: 0 | 1, page: HoldersPage) {
  const { minimumMicros, limit, offset } = page;
  const filter = { market: market.market, outcome, status: 'OPEN', wallets: null, limit: limit + 1, offset } as const;
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
