/** Funds that the account can trade with. */
import { useQuery } from '@tanstack/react-query';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { useAccount } from './account-context.tsx';
import { balancesQuery, isSame, NOBODY } from './account-queries.ts';
import { shownWallets } from './shown-wallets.ts';

export interface Funds {
  /** Collateral that is not held by orders, as a decimal. */
  readonly free: string;
  readonly held: string;
  /** Shares that are not held by orders, by token id. */
  readonly shares: ReadonlyMap<string, string>;
  /** Total collateral in the account's other visible wallets. */
  readonly elsewhere: string;
  /** Debt to the house since a result was reversed; '0' for nearly everyone. */
  readonly debt: string;
}

/** Returns the funds; null for a visitor and until they are known. */
export function useFunds(): Funds | null {
  const account = useAccount();
  const { data } = useQuery({ ...balancesQuery(account ?? NOBODY), enabled: account !== null });
  if (account === null || data === undefined) return null;
  const own = data.wallets.find(({ address }) => isSame(address, account.wallet));
  const others = shownWallets(data.wallets, account, false).filter(({ address }) => !isSame(address, account.wallet));
  const elsewhere = others.reduce((sum, { free, held }) => sum + (toMicros(free) ?? 0n) + (toMicros(held) ?? 0n), 0n);
  return {
    free: own?.free ?? '0',
    held: own?.held ?? '0',
    shares: new Map((own?.positions ?? []).map(({ tokenId, free }) => [tokenId, free])),
    elsewhere: fromMicros(elsewhere),
    debt: data.debt,
  };
}
