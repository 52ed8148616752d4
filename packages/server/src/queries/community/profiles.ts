/** Queries of profiles: what accounts show of themselves, by account or address. */
import { type Kysely, sql } from 'kysely';
import type { Flag } from '../../schema/catalog-tables.ts';
import type { ProfileRow } from '../../schema/community-tables.ts';
import type { AccountRow } from '../../schema/ledger-tables.ts';
import type { Database } from '../database.ts';
import { selectInChunks } from '../select-in-chunks.ts';
import type { Page } from './comments.ts';

/** An account with its profile. */
export type AuthorRow = ProfileRow & Pick<AccountRow, 'address' | 'deposit_wallet' | 'pseudonym'>;

/** The given accounts with their profiles, in no order. */
export function selectAuthors(database: Kysely<Database>, accounts: readonly number[]): Promise<AuthorRow[]> {
  return selectInChunks([...new Set(accounts)], (chunk) =>
    authorRows(database).where('profiles.account', 'in', chunk).execute(),
  );
}

/** Who moderates, in the order in which their accounts were opened. */
export function moderatorsPage(database: Kysely<Database>, { limit, offset }: Page) {
  // A literal: the index has moderators only, which a parameter would not show.
  return authorRows(database)
    .where('profiles.moderator', '=', sql.lit<Flag>(1))
    .orderBy('profiles.account')
    .limit(limit)
    .offset(offset);
}

function authorRows(database: Kysely<Database>) {
  return database
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.account')
    .selectAll('profiles')
    .select(['accounts.address', 'accounts.deposit_wallet', 'accounts.pseudonym']);
}

/** The account whose base address or wallet this is; null when no one has it. `address` is lower-case. */
export async function findAccountOf(database: Kysely<Database>, address: string): Promise<number | null> {
  const account = await database.selectFrom('accounts').select('id').where('address', '=', address).executeTakeFirst();
  if (account !== undefined) return account.id;
  const wallet = await database
    .selectFrom('wallets')
    .select('account')
    .where('address', '=', address)
    .executeTakeFirst();
  return wallet?.account ?? null;
}

/** Those of the given accounts that created any event, as themselves or by their deposit wallet: a lent address is no proof. */
export async function selectCreators(database: Kysely<Database>, accounts: readonly number[]): Promise<Set<number>> {
  const chosen = [...new Set(accounts)];
  const created = (column: 'address' | 'deposit_wallet') =>
    selectInChunks(chosen, (chunk) =>
      database
        .selectFrom('accounts')
        .innerJoin('creators', 'creators.creator', `accounts.${column}`)
        .select('accounts.id as account')
        .where('accounts.id', 'in', chunk)
        .execute(),
    );
  const [direct, deposited] = await Promise.all([created('address'), created('deposit_wallet')]);
  return new Set([...direct, ...deposited].map(({ account }) => account));
}
