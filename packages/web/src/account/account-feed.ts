/** The account's private feed. Applies messages to the cached orders and balances, and schedules refetches of lists. */
import {
  type Account as AccountAnswer,
  type BalanceMessage,
  FeedError,
  type OwnOrder,
  type UserMessage,
} from '@bellwether/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCents, formatShares } from '../format/numbers.ts';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { type Account, openOrdersQuery } from './account-queries.ts';
import { balancesKey, takeBalance } from './balance-news.ts';
import { foldOrder } from './open-orders.ts';

/** Delay before orders and balances are refetched, so that one refetch covers a burst of messages. */
const READ_DELAY_MS = 250;
/** Delay before positions, activity and portfolio are refetched; the venue updates these lists a moment later. */
const LISTS_DELAY_MS = 1_200;
const RESTART_MS = 15_000;

/** Codes of a feed whose key the venue does not know any more. */
const KEY_ENDED: ReadonlySet<string> = new Set(['api_key_revoked', 'invalid_credentials']);

/** Calls `ended` when the account's key has ended, and after a moment in which its session may end too. */
export function followAccount(account: Account, queries: QueryClient, ended: () => void): () => void {
  const abort = new AbortController();
  const renewer = createRenewer(account, queries);
  void read(account, queries, renewer, abort.signal, ended);
  return () => {
    abort.abort();
    renewer.stop();
  };
}

async function read(
  account: Account,
  queries: QueryClient,
  renew: Renewer,
  signal: AbortSignal,
  ended: () => void,
): Promise<void> {
  const { queryKey } = openOrdersQuery(account);
  while (!signal.aborted) {
    try {
      for await (const item of account.client.feeds.user({ balances: true, signal })) {
        if (item.kind === 'disconnected') continue;
        renew.lists();
        if (item.kind === 'balance') {
          takeBalance(queries, account.address, item.message);
          if (mayChangeDebt(account, queries, item.message)) renew.balances();
          continue;
        }
        renew.orders();
        // After a (re)connection or a gap, all cached data may be stale.
        if (item.kind !== 'message') renew.balances();
        else {
          const { message } = item;
          if (message.event_type === 'order')
            queries.setQueryData<readonly OwnOrder[]>(queryKey, (known) => known && foldOrder(known, message));
          else tellFill(message);
        }
      }
    } catch (error) {
      // Aborted, or refused by the venue. The only remedy is to start over.
      if (error instanceof FeedError && KEY_ENDED.has(error.code))
        setTimeout(() => signal.aborted || ended(), LISTS_DELAY_MS);
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
  }
}

/** True if a debt may have come, which takes all free collateral first, or may have been paid. Messages do not tell it. */
function mayChangeDebt({ address }: Account, queries: QueryClient, message: BalanceMessage): boolean {
  const debt = queries.getQueryData<AccountAnswer>(balancesKey(address))?.debt ?? '0';
  return message.asset_type === 'COLLATERAL' && (debt !== '0' || message.balance === '0');
}

type Renewer = ReturnType<typeof createRenewer>;

function createRenewer({ address, ...rest }: Account, queries: QueryClient) {
  const orders = delayed(READ_DELAY_MS, () => [openOrdersQuery({ address, ...rest }).queryKey]);
  const balances = delayed(READ_DELAY_MS, () => [balancesKey(address)]);
  const lists = delayed(LISTS_DELAY_MS, () => [
    KEYS.positions(address),
    KEYS.activity(address),
    KEYS.notifications(address),
    [...KEYS.account(address), 'portfolio'],
  ]);
  function delayed(delayMs: number, keys: () => readonly (readonly unknown[])[]) {
    let timer: ReturnType<typeof setTimeout> | null = null;
    return {
      renew: (): void => {
        timer ??= setTimeout(() => {
          timer = null;
          for (const queryKey of keys()) void queries.invalidateQueries({ queryKey });
        }, delayMs);
      },
      stop: (): void => {
        if (timer !== null) clearTimeout(timer);
      },
    };
  }
  return {
    orders: orders.renew,
    balances: balances.renew,
    lists: lists.renew,
    stop: (): void => {
      for (const { stop } of [orders, balances, lists]) stop();
    },
  };
}

/** Shows a toast for a fill of a resting order. The ticket already reports fills of a taker order. */
function tellFill(message: Extract<UserMessage, { readonly event_type: 'trade' }>): void {
  const [first] = message.maker_orders;
  // A trade that settles step by step is told several times.
  if (message.status !== 'CONFIRMED' || message.trader_side !== 'MAKER' || first === undefined) return;
  const size = message.maker_orders.reduce((sum, { matched_amount }) => sum + (toMicros(matched_amount) ?? 0n), 0n);
  showToast({
    tone: 'good',
    title: 'Your order was filled',
    text: `${first.side === 'BUY' ? 'Bought' : 'Sold'} ${formatShares(fromMicros(size))} ${first.outcome} at ${formatCents(first.price)}`,
  });
}
