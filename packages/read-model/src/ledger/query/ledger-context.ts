/** Queries for the context of the ledger's rows: markets and wallets by public id, and the texts shown with a fill. */
import type { MarketRow } from '../../catalog/tables.ts';
import type { ProfileRow } from '../../community/tables.ts';
import type { ReadStore } from '../../database.ts';
import { byKey, inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { AccountRow, WalletRow } from '../tables.ts';

/** Columns of a market shown with fills, orders and positions. */
export interface MarketText
  extends Pick<MarketRow, 'market' | 'condition_id' | 'question' | 'slug' | 'icon' | 'outcome_0' | 'outcome_1'>,
    Pick<MarketRow, 'token_0' | 'token_1' | 'end_date' | 'taker_fee_rate' | 'neg_risk'> {
  /** Id of its catalog event; null without one, like slug and title. */
  readonly event: number | null;
  readonly event_slug: string | null;
  readonly event_title: string | null;
}

export async function marketTextsOf(
  database: ReadStore,
  rows: readonly { readonly market: number }[],
): Promise<Map<number, MarketText>> {
  const markets = rows.map(({ market }) => market);
  const texts = await selectInChunks(markets, (chunk) =>
    database
      .selectFrom('markets as m')
      .leftJoin('events as e', 'e.id', 'm.event')
      .select(['m.market', 'm.condition_id', 'm.question', 'm.slug', 'm.icon', 'm.outcome_0', 'm.outcome_1'])
      .select(['m.token_0', 'm.token_1', 'm.end_date', 'm.taker_fee_rate', 'm.neg_risk'])
      .select(['m.event', 'e.slug as event_slug', 'e.title as event_title'])
      .where('m.market', 'in', chunk)
      .limit(chunk.length),
  );
  return byKey(texts, ({ market }) => market);
}

/** Image of each market, and slug of the first series of its event; null without one. */
export async function marketLooksOf(
  database: ReadStore,
  rows: readonly { readonly market: number }[],
): Promise<Map<number, Pick<MarketRow, 'market' | 'image'> & { readonly series_slug: string | null }>> {
  const markets = rows.map(({ market }) => market);
  const looks = await selectInChunks(markets, (chunk) =>
    database
      .selectFrom('markets as m')
      .leftJoin('event_series as e', (join) => join.onRef('e.event', '=', 'm.event').on('e.position', '=', 0))
      .leftJoin('series as s', 's.id', 'e.series')
      .select(['m.market', 'm.image', 's.slug as series_slug'])
      .where('m.market', 'in', chunk)
      .limit(chunk.length),
  );
  return byKey(looks, ({ market }) => market);
}

/** Markets by condition id, or by the id of their event. */
export interface MarketSelector {
  readonly market?: readonly string[];
  readonly eventId?: readonly string[];
}

type NamedMarket = Pick<MarketText, 'market' | 'condition_id'>;

const NAMES = ['market', 'condition_id'] as const;

/** Names of markets, which an index holds. Exported so that a test can check its plan. */
export function namedMarkets(database: ReadStore, conditionIds: readonly string[]) {
  return database.selectFrom('markets').select(NAMES).where('condition_id', 'in', conditionIds);
}

/** Known markets among the given condition ids (distinct), in the same order. */
export async function selectNamedMarkets(database: ReadStore, conditionIds: readonly string[]): Promise<NamedMarket[]> {
  const rows = await selectInChunks(conditionIds, (chunk) => namedMarkets(database, chunk));
  return inOrderOf(conditionIds, rows, (row) => row.condition_id);
}

/** Decimal ids of both tokens of the markets with the given condition ids (distinct). */
export async function selectTokens(
  database: ReadStore,
  conditionIds: readonly string[],
): Promise<Map<string, readonly [string, string]>> {
  const rows = await selectInChunks(conditionIds, (chunk) =>
    namedMarkets(database, chunk).select(['token_0', 'token_1']),
  );
  return new Map(rows.map((row) => [row.condition_id, [row.token_0, row.token_1]]));
}

/** Markets of a catalog event, in order of creation. */
export function selectMarketsOfEvent(database: ReadStore, event: number): Promise<NamedMarket[]> {
  return database.selectFrom('markets').select(NAMES).where('event', '=', event).orderBy('market').execute();
}

/** Engine ids of the markets with the given condition ids; unknown ones are skipped. */
export async function selectMarketsByCondition(
  database: ReadStore,
  conditionIds: readonly string[],
): Promise<number[]> {
  return (await selectNamedMarkets(database, [...new Set(conditionIds)])).map(({ market }) => market);
}

/** Engine ids of the markets that a query names, by condition or by event; null if it names none. */
export async function selectMarketsOf(
  database: ReadStore,
  { market: conditionIds, eventId: events }: MarketSelector,
): Promise<number[] | null> {
  if (conditionIds !== undefined) return selectMarketsByCondition(database, conditionIds);
  if (events === undefined) return null;
  const markets: number[] = [];
  for (const event of events)
    for (const { market } of await selectMarketsOfEvent(database, Number(event))) markets.push(market);
  return markets;
}

/** Wallets that an address stands for: itself as a wallet, and all wallets of its account. */
export async function selectWalletsOfUser(database: ReadStore, address: string): Promise<number[]> {
  const own = await database.selectFrom('wallets').select('id').where('address', '=', address).execute();
  const owned = await database
    .selectFrom('accounts')
    .innerJoin('wallets', 'wallets.account', 'accounts.id')
    .select('wallets.id')
    .where('accounts.address', '=', address)
    .execute();
  return [...new Set([...own, ...owned].map(({ id }) => id))];
}

export interface WalletOwner
  extends Pick<WalletRow, 'id' | 'address'>,
    Pick<AccountRow, 'pseudonym'>,
    Pick<ProfileRow, 'name' | 'display_username_public' | 'bio' | 'profile_image'> {
  readonly account_address: string;
}

/** Owners of the wallets of some rows, by wallet. */
export async function ownersOf(
  database: ReadStore,
  rows: readonly { readonly wallet: number }[],
): Promise<Map<number, WalletOwner>> {
  const wallets = rows.map(({ wallet }) => wallet);
  const owners = await selectInChunks(wallets, (chunk) =>
    database
      .selectFrom('wallets')
      .innerJoin('accounts', 'accounts.id', 'wallets.account')
      .innerJoin('profiles', 'profiles.account', 'wallets.account')
      .select(['wallets.id', 'wallets.address', 'accounts.address as account_address', 'accounts.pseudonym'])
      .select(['profiles.name', 'profiles.display_username_public', 'profiles.bio', 'profiles.profile_image'])
      .where('wallets.id', 'in', chunk)
      .limit(chunk.length),
  );
  return byKey(owners, ({ id }) => id);
}
