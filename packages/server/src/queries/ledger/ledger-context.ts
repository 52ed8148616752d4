/** Queries for the context of the ledger's rows: markets and wallets by public id, and the texts shown with a fill. */
import type { Kysely } from 'kysely';
import type { Flag } from '../../schema/catalog-tables.ts';
import type { Database } from '../database.ts';
import { byKey, inOrderOf } from '../lookup.ts';
import { selectInChunks, selectTextsInChunks } from '../select-in-chunks.ts';

/** Columns of a market shown with fills, orders and positions. */
export interface MarketText {
  readonly market: number;
  readonly condition_id: string;
  readonly question: string;
  readonly slug: string;
  readonly icon: string;
  readonly outcome_0: string;
  readonly outcome_1: string;
  readonly token_0: string;
  readonly token_1: string;
  readonly end_date: string;
  /** In 1/10000. */
  readonly taker_fee_rate: number;
  readonly neg_risk: Flag;
  /** Null without an event, like its title. */
  readonly event_slug: string | null;
  readonly event_title: string | null;
}

/** Texts of the markets of some rows, by market. */
export async function marketTextsOf(
  database: Kysely<Database>,
  rows: readonly { readonly market: number }[],
): Promise<Map<number, MarketText>> {
  const markets = new Set(rows.map(({ market }) => market));
  const texts = await selectInChunks([...markets], (chunk) =>
    database
      .selectFrom('markets')
      .leftJoin('events', 'events.id', 'markets.event')
      .select([
        'markets.market',
        'markets.condition_id',
        'markets.question',
        'markets.slug',
        'markets.icon',
        'markets.outcome_0',
        'markets.outcome_1',
        'markets.token_0',
        'markets.token_1',
        'markets.end_date',
        'markets.taker_fee_rate',
        'markets.neg_risk',
        'events.slug as event_slug',
        'events.title as event_title',
      ])
      .where('markets.market', 'in', chunk)
      .execute(),
  );
  return byKey(texts, ({ market }) => market);
}

/** A market with its public ids. */
export type NamedMarket = Pick<MarketText, 'market' | 'condition_id' | 'token_0' | 'token_1'>;

const NAMES = ['market', 'condition_id', 'token_0', 'token_1'] as const;

/** Known markets among the given condition ids (distinct), in the same order. */
export async function selectNamedMarkets(
  database: Kysely<Database>,
  conditionIds: readonly string[],
): Promise<NamedMarket[]> {
  const rows = await selectTextsInChunks(conditionIds, (chunk) =>
    database.selectFrom('markets').select(NAMES).where('condition_id', 'in', chunk).execute(),
  );
  return inOrderOf(conditionIds, rows, (row) => row.condition_id);
}

/** Markets of a catalog event, in order of creation. */
export function selectMarketsOfEvent(database: Kysely<Database>, event: number): Promise<NamedMarket[]> {
  return database.selectFrom('markets').select(NAMES).where('event', '=', event).orderBy('market').execute();
}

/** Engine ids of the markets with the given condition ids; unknown ones are skipped. */
export async function selectMarketsByCondition(
  database: Kysely<Database>,
  conditionIds: readonly string[],
): Promise<number[]> {
  return (await selectNamedMarkets(database, [...new Set(conditionIds)])).map(({ market }) => market);
}

/** Wallets that an address stands for: itself as a wallet, and all wallets of its account. */
export async function selectWalletsOfUser(database: Kysely<Database>, address: string): Promise<number[]> {
  const own = await database.selectFrom('wallets').select('id').where('address', '=', address).execute();
  const owned = await database
    .selectFrom('accounts')
    .innerJoin('wallets', 'wallets.account', 'accounts.id')
    .select('wallets.id')
    .where('accounts.address', '=', address)
    .execute();
  return [...new Set([...own, ...owned].map(({ id }) => id))];
}

/** Owner of a wallet. */
export interface WalletOwner {
  readonly id: number;
  readonly address: string;
  readonly account_address: string;
  readonly pseudonym: string;
  readonly name: string;
  readonly display_username_public: Flag;
  readonly bio: string;
  readonly profile_image: string;
}

/** Owners of the wallets of some rows, by wallet. */
export async function ownersOf(
  database: Kysely<Database>,
  rows: readonly { readonly wallet: number }[],
): Promise<Map<number, WalletOwner>> {
  const wallets = new Set(rows.map(({ wallet }) => wallet));
  const owners = await selectInChunks([...wallets], (chunk) =>
    database
      .selectFrom('wallets')
      .innerJoin('accounts', 'accounts.id', 'wallets.account')
      .innerJoin('profiles', 'profiles.account', 'wallets.account')
      .select(['wallets.id', 'wallets.address', 'accounts.address as account_address', 'accounts.pseudonym'])
      .select(['profiles.name', 'profiles.display_username_public', 'profiles.bio', 'profiles.profile_image'])
      .where('wallets.id', 'in', chunk)
      .execute(),
  );
  return byKey(owners, ({ id }) => id);
}
