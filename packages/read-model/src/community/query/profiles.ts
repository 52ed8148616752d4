/** Queries of profiles by account or address. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { digits } from '../../digits.ts';
import type { AccountRow } from '../../ledger/tables.ts';
import { PERIOD } from '../../portfolio/tables.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { Flag } from '../../table.ts';
import type { ProfileRow } from '../tables.ts';
import type { Page } from './discussions.ts';

type ProfiledRow = ProfileRow & Pick<AccountRow, 'address' | 'deposit_wallet' | 'pseudonym'>;

export interface AuthorRow extends ProfiledRow {
  /** Address that represents the account, see `named`. */
  readonly known_wallet: string;
}

/** The given accounts with their profiles, in no particular order. `asked`: the address by which one was requested. */
export async function selectAuthors(
  database: ReadStore,
  accounts: readonly number[],
  asked: string | null = null,
): Promise<AuthorRow[]> {
  const rows = await selectInChunks(accounts, (chunk) => authorRows(database).where('profiles.account', 'in', chunk));
  return named(database, rows, asked);
}

/** Moderators in the order in which their accounts were opened. */
export async function selectModerators(database: ReadStore, page: Page): Promise<AuthorRow[]> {
  return named(database, await moderatorsPage(database, page).execute(), null);
}

/** Exported so that a test can check its plan. */
export function moderatorsPage(database: ReadStore, { limit, offset }: Page) {
  // A literal: with a parameter the planner could not use the partial index of moderators.
  return authorRows(database)
    .where('profiles.moderator', '=', sql.lit<Flag>(1))
    .orderBy('profiles.account')
    .limit(limit)
    .offset(offset);
}

function authorRows(database: ReadStore) {
  return database
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.account')
    .selectAll('profiles')
    .select(['accounts.address', 'accounts.deposit_wallet', 'accounts.pseudonym']);
}

/**
 * Represents each account by a wallet that the leaderboard ranks: the requested one, else the account's own address,
 * else the one that traded most. An account that never traded is represented by its deposit wallet.
 */
async function named(database: ReadStore, rows: readonly ProfiledRow[], asked: string | null): Promise<AuthorRow[]> {
  const accounts = rows.map(({ account }) => account);
  const traded = Map.groupBy(
    await selectInChunks(accounts, (chunk) => tradedWallets(database, chunk)),
    ({ account }) => account,
  );
  return rows.map((row) => {
    const wallets = traded.get(row.account) ?? [];
    const known =
      wallets.find(({ address }) => address === asked) ??
      wallets.find(({ address }) => address === row.address) ??
      wallets.reduce<TradedWallet | undefined>(largerOf, undefined);
    return { ...row, known_wallet: known?.address ?? row.deposit_wallet };
  });
}

interface TradedWallet {
  readonly address: string;
  /** Micros as decimal digits. */
  readonly volume: string;
}

const largerOf = (one: TradedWallet | undefined, other: TradedWallet): TradedWallet =>
  one !== undefined && BigInt(one.volume) >= BigInt(other.volume) ? one : other;

/** Wallets of the accounts that have traded. Exported so that a test can check its plan. */
export function tradedWallets(database: ReadStore, accounts: readonly number[]) {
  // Joined in this order: an account has few wallets, and the leaderboard has everyone's.
  return database
    .selectFrom('wallets')
    .crossJoin('trader_periods')
    .select(['wallets.account', 'wallets.address', ...digits(['volume'], 'trader_periods.')])
    .where('wallets.account', 'in', accounts)
    .where('trader_periods.period', '=', PERIOD.all)
    .where('trader_periods.start_day', '=', 0)
    .whereRef('trader_periods.wallet', '=', 'wallets.id');
}

/** Account with this base address or wallet; null if there is none. `address` is lower-case. */
export async function findAccountOf(database: ReadStore, address: string): Promise<number | null> {
  const account = await database.selectFrom('accounts').select('id').where('address', '=', address).executeTakeFirst();
  if (account !== undefined) return account.id;
  const wallet = await database
    .selectFrom('wallets')
    .select('account')
    .where('address', '=', address)
    .executeTakeFirst();
  return wallet?.account ?? null;
}

/** Accounts that created any event, by their own address or their deposit wallet: a lent address is no proof. */
export async function selectCreators(database: ReadStore, accounts: readonly number[]): Promise<Set<number>> {
  const chosen = [...new Set(accounts)];
  const created = (column: 'address' | 'deposit_wallet') =>
    selectInChunks(chosen, (chunk) =>
      database
        .selectFrom('accounts')
        .innerJoin('creators', 'creators.creator', `accounts.${column}`)
        .select('accounts.id as account')
        .where('accounts.id', 'in', chunk),
    );
  const [direct, deposited] = await Promise.all([created('address'), created('deposit_wallet')]);
  return new Set([...direct, ...deposited].map(({ account }) => account));
}
