/**
 * Applies balance messages of the account feed to the cached account. Messages are shown at once and kept, so that a
 * read that was already in flight cannot restore an older balance.
 */
import { type Account as AccountAnswer, type BalanceMessage, foldBalance } from '@bellwether/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';

type News = ReadonlyMap<string, BalanceMessage>;

const NO_NEWS: News = new Map();

export const balancesKey = (address: string) => [...KEYS.account(address), 'balances'] as const;

const newsKey = (address: string) => [...KEYS.account(address), 'balance-news'] as const;

/** Applies one feed message to the cache. Messages arrive in feed order. */
export function takeBalance(queries: QueryClient, address: string, message: BalanceMessage): void {
  queries.setQueryData<News>(newsKey(address), (news = NO_NEWS) =>
    new Map(news).set(`${message.wallet} ${message.asset_id}`, message),
  );
  queries.setQueryData<AccountAnswer>(balancesKey(address), (known) => known && foldBalance(known, message));
}

/** Returns the venue's answer with all kept feed messages applied. */
export function withNews(queries: QueryClient, address: string, answer: AccountAnswer): AccountAnswer {
  const news = queries.getQueryData<News>(newsKey(address)) ?? NO_NEWS;
  return [...news.values()].reduce(foldBalance, answer);
}
