/** Queries for the context of the ledger's rows: markets and wallets by public id, and the texts shown with a fill. */
import type { Kysely } from 'kysely';
import type { Flag } from '../../schema/catalog-tables.ts';
import type { Database } from '../database.ts';
import { selectInChunks, selectTextsInChunks } from '../select-in-chunks.ts';

/** Columns of a market shown with a fill or an order. */
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
  /** Null without an event, like its title. */
  readonly event_slug: string | null;
  readonly event_title: string | null;
}

/** Texts of the given markets, in no particular order. */
export function selectMarketTexts(database: Kysely<Database>, markets: readonly number[]): Promise<MarketText[]> {
  return selectInChunks(markets, (chunk) =>
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
        'events.slug as event_slug',
        'events.title as event_title',
      ])
      .where('markets.market', 'in', chunk)
      .execute(),
  );
}

/** Engine ids of the markets with the given condition ids, in no particular order; unknown ones are skipped. */
export async function selectMarketsByCondition(
  database: Kysely<Database>,
  conditionIds: readonly string[],
): Promise<number[]> {
  const rows = await selectTextsInChunks([...new Set(conditionIds)], (chunk) =>
    database.selectFrom('markets').select('market').where('condition_id', 'in', chunk).execute(),
  );
  return rows.map(({ market }) => market);
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

/** Owners of the given wallets, in no particular order. */
export function selectWalletOwners(database: Kysely<Database>, wallets: readonly number[]): Promise<WalletOwner[]> {
  return selectInChunks(wallets, (chunk) =>
    database
      .selectFrom('wallets')
      .innerJoin('accounts', 'accounts.id', 'wallets.account')
      .innerJoin('profiles', 'profiles.account', 'wallets.account')
      .select(['wallets.id', 'wallets.address', 'accounts.address as account_address', 'accounts.pseudonym'])
      .select(['profiles.name', 'profiles.display_username_public', 'profiles.bio', 'profiles.profile_image'])
      .where('wallets.id', 'in', chunk)
      .execute(),
  );
}
