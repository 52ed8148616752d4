/** Queries for the trading wallet: open and closed positions, deposits, history and profit. */
import type { UserActivity, UserPosition } from '@bellwether/sdk';
import { queryOptions } from '@tanstack/react-query';
import { type Account, isSame } from '../account/account-queries.ts';
import { toMicros } from '../format/decimal.ts';
import { KEYS } from '../venue/keys.ts';
import { paged } from '../venue/queries.ts';
import { RESULT_ACTIVITIES } from './payout-words.ts';

/** Refetch interval; displayed prices change without any action of the account. */
export const RENEW_MS = 20_000;
const POSITIONS_MAX = 1_000;
const CLOSED_SHOWN = 50;
const HISTORY_PAGE = 40;
/** Maximum number of payouts in a notice; a longer one would not be read. */
const PAYOUTS_READ = 50;
/** Limit of the statement. A longer history would need more than twenty reads. */
const LEDGER_ROWS_MAX = 10_000;

const keyOf = ({ address, wallet }: Account, name: string, ...more: readonly string[]) =>
  [...KEYS.account(address), 'portfolio', name, wallet, ...more] as const;

/** A read of what belongs to the trading wallet; the venue may answer for all wallets of the account. */
const ofWallet = <Row extends { readonly proxyWallet: string }>(
  account: Account,
  key: readonly [name: string, ...more: string[]],
  read: (call: { readonly signal: AbortSignal }) => Promise<readonly Row[]>,
) =>
  queryOptions({
    queryKey: keyOf(account, ...key),
    queryFn: async ({ signal }) =>
      (await read({ signal })).filter(({ proxyWallet }) => isSame(proxyWallet, account.wallet)),
  });

export const positionsOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'positions'),
    queryFn: async ({ signal }): Promise<readonly UserPosition[]> => {
      const positions: UserPosition[] = [];
      const all = account.client.positions.each(
        { user: account.wallet, sizeThreshold: 0, sortBy: 'CURRENT' },
        { signal },
      );
      for await (const position of all) {
        if (isSame(position.proxyWallet, account.wallet)) positions.push(position);
        if (positions.length >= POSITIONS_MAX) break;
      }
      return positions;
    },
    refetchInterval: RENEW_MS,
  });

export const closedOfWallet = (account: Account) =>
  ofWallet(account, ['closed'], (call) =>
    account.client.positions.closed({ user: account.wallet, limit: CLOSED_SHOWN, sortBy: 'TIMESTAMP' }, call),
  );

/** Payouts of the wallet and their corrections, newest first: one row per outcome it held, including lost ones. */
export const payoutsOfWallet = (account: Account) => ({
  ...ofWallet(account, ['payouts'], (call) =>
    account.client.positions.activity(
      { user: account.wallet, type: [...RESULT_ACTIVITIES], limit: PAYOUTS_READ },
      call,
    ),
  ),
  staleTime: RENEW_MS,
});

export const positionsInMarket = (account: Account, conditionId: string) =>
  ofWallet(account, ['market-positions', conditionId], (call) =>
    account.client.positions.list({ user: account.wallet, market: [conditionId], sizeThreshold: 0 }, call),
  );

/** Payouts of one market to the wallet and their corrections, including lost ones. */
export const payoutsInMarket = (account: Account, conditionId: string) =>
  ofWallet(account, ['market-payouts', conditionId], (call) =>
    account.client.positions.activity(
      { user: account.wallet, market: [conditionId], type: [...RESULT_ACTIVITIES] },
      call,
    ),
  );

/** Deposits minus withdrawals, in millionths. */
export const depositsOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'deposits'),
    queryFn: async ({ signal }): Promise<bigint> => {
      let sum = 0n;
      const rows = account.client.positions.eachActivity(
        { user: account.wallet, type: ['DEPOSIT', 'WITHDRAWAL'] },
        { signal },
      );
      for await (const { proxyWallet, type, size } of rows) {
        if (!isSame(proxyWallet, account.wallet)) continue;
        sum += (type === 'DEPOSIT' ? 1n : -1n) * (toMicros(size) ?? 0n);
      }
      return sum;
    },
  });

/** The account's history, newest first. The signer's own wallet gets that of all wallets of the account. */
export const historyOfAccount = (account: Account) =>
  paged(
    keyOf(account, 'history'),
    HISTORY_PAGE,
    (page, call) => account.client.positions.activity({ user: account.wallet, ...page }, call),
    RENEW_MS,
  );

/** All rows that changed the wallet's cash, oldest first. `isWhole` is false if they are too many to read. */
type WalletLedger = { readonly rows: readonly UserActivity[]; readonly isWhole: boolean };

export const ledgerOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'ledger'),
    queryFn: async ({ signal }): Promise<WalletLedger> => {
      const rows: UserActivity[] = [];
      const all = account.client.positions.eachActivity({ user: account.wallet, sortDirection: 'ASC' }, { signal });
      for await (const row of all) {
        if (rows.length >= LEDGER_ROWS_MAX) return { rows, isWhole: false };
        if (isSame(row.proxyWallet, account.wallet)) rows.push(row);
      }
      return { rows, isWhole: true };
    },
  });

/**
 * Profit over time as the venue keeps it: at the end of each UTC day, and now. For the signer's own wallet it is that
 * of all wallets of the account.
 */
export const profitOfWallet = (account: Account) =>
  queryOptions({
    queryKey: keyOf(account, 'profit'),
    queryFn: async ({ signal }) => {
      const query = { user: account.wallet, interval: 'max', fidelity: '1d' } as const;
      const { data } = await account.client.request('dataV2UserPnl', { query, signal });
      return data.points;
    },
    refetchInterval: RENEW_MS,
  });
