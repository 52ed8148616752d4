/**
 * What the account's feed tells of balances, in what was read of the account: shown at once, and kept until a read has it
 * in it, so that an answer that was under way does not put an older balance back.
 */
import { type Account as AccountAnswer, type BalanceMessage, foldBalance } from '@bellwether/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';

/** The newest message of each asset, by wallet and token. */
type News = ReadonlyMap<string, BalanceMessage>;

const NO_NEWS: News = new Map();

/** Key of the account's wallets, balances and positions. */
export const balancesKey = (address: string) => [...KEYS.account(address), 'balances'] as const;

const newsKey = (address: string) => [...KEYS.account(address), 'balance-news'] as const;

/** Shows a message of the feed. Messages come in the feed's order. */
export function takeBalance(queries: QueryClient, address: string, message: BalanceMessage): void {
  queries.setQueryData<News>(newsKey(address), (news = NO_NEWS) =>
    new Map(news).set(`${message.wallet} ${message.asset_id}`, message),
  );
  queries.setQueryData<AccountAnswer>(balancesKey(address), (known) => known && foldBalance(known, message));
}

/** An answer of the venue with everything that the feed has told since. */
export function withNews(queries: QueryClient, address: string, answer: AccountAnswer): AccountAnswer {
  const news = queries.getQueryData<News>(newsKey(address)) ?? NO_NEWS;
  return [...news.values()].reduce(foldBalance, answer);
}
