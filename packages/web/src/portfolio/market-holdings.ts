/** An account's positions in one market and the payouts it received there. Pure except for the queries. */
import type { UserActivity, UserPosition } from '@bellwether/sdk';
import { queryOptions } from '@tanstack/react-query';
import { type Account, isSame } from '../account/account-queries.ts';
import { toMicros } from '../format/decimal.ts';
import { KEYS } from '../venue/keys.ts';

/** Keys below `portfolio`, so that these queries are refetched with the portfolio. */
const keyOf = ({ address, wallet }: Account, name: string, conditionId: string) =>
  [...KEYS.account(address), 'portfolio', name, wallet.toLowerCase(), conditionId] as const;

export const positionsInMarket = (account: Account, conditionId: string) =>
  queryOptions({
    queryKey: keyOf(account, 'market-positions', conditionId),
    queryFn: async ({ signal }): Promise<readonly UserPosition[]> => {
      const positions = await account.client.positions.list(
        { user: account.wallet, market: [conditionId], sizeThreshold: 0 },
        { signal },
      );
      return positions.filter(({ proxyWallet }) => isSame(proxyWallet, account.wallet));
    },
  });

/** Payouts of the market to the trading wallet: one row per outcome it held, including lost ones. */
export const payoutsInMarket = (account: Account, conditionId: string) =>
  queryOptions({
    queryKey: keyOf(account, 'market-payouts', conditionId),
    queryFn: async ({ signal }): Promise<readonly UserActivity[]> => {
      const rows = await account.client.positions.activity(
        { user: account.wallet, market: [conditionId], type: ['REDEEM'] },
        { signal },
      );
      return rows.filter(({ proxyWallet }) => isSame(proxyWallet, account.wallet));
    },
  });

/** Amounts in millionths. */
interface Worth {
  readonly value: bigint;
  /** Profit or loss over the position's life, fees included. */
  readonly profit: bigint;
}

/** Returns a position's worth at a price. If the price is null, the position is valued at cost, as the venue does. */
export function worthAt(
  {
    size,
    initialValue,
    realizedPnl,
    feesPaid,
  }: Pick<UserPosition, 'size' | 'initialValue' | 'realizedPnl' | 'feesPaid'>,
  price: string | null,
): Worth {
  const micros = (amount: number): bigint => toMicros(amount) ?? 0n;
  const at = price === null ? null : toMicros(price);
  const value = at === null ? micros(initialValue) : (micros(size) * at) / 1_000_000n;
  return { value, profit: value - micros(initialValue) + micros(realizedPnl) - micros(feesPaid) };
}
