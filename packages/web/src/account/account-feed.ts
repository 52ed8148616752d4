/** The account's own feed: keeps its open orders in step with every message, and has the rest read anew soon after. */
import type { OwnOrder, UserMessage } from '@bellwether/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCents, formatShares } from '../format/numbers.ts';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import type { Account } from './account-context.tsx';
import { balancesQuery, openOrdersQuery } from './account-queries.ts';
import { foldOrder } from './open-orders.ts';

/** Messages come in bursts; reads wait for the burst to pass. */
const READ_DELAY_MS = 250;
/** Lists for everybody follow a moment later. */
const LISTS_DELAY_MS = 1_200;
const RESTART_MS = 15_000;

/** Follows the account until the returned function is called. */
export function followAccount(account: Account, queries: QueryClient): () => void {
  const abort = new AbortController();
  const renewer = createRenewer(account, queries);
  void read(account, queries, renewer.renew, abort.signal);
  return () => {
    abort.abort();
    renewer.stop();
  };
}

async function read(account: Account, queries: QueryClient, renew: () => void, signal: AbortSignal): Promise<void> {
  const { queryKey } = openOrdersQuery(account);
  while (!signal.aborted) {
    try {
      for await (const item of account.client.feeds.user({ signal })) {
        if (item.kind === 'disconnected') continue;
        if (item.kind === 'message') {
          const { message } = item;
          if (message.event_type === 'order')
            queries.setQueryData<readonly OwnOrder[]>(queryKey, (known) => known && foldOrder(known, message));
          else tellFill(message);
        }
        // After a connection or a gap everything may be older than it looks.
        renew();
      }
    } catch {
      // Aborted, or refused by the venue: a new beginning is all that there is to try.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
  }
}

function createRenewer({ address, ...rest }: Account, queries: QueryClient) {
  const account = { address, ...rest };
  let soon: ReturnType<typeof setTimeout> | null = null;
  let later: ReturnType<typeof setTimeout> | null = null;
  return {
    renew: (): void => {
      soon ??= setTimeout(() => {
        soon = null;
        void queries.invalidateQueries({ queryKey: balancesQuery(account).queryKey });
        void queries.invalidateQueries({ queryKey: openOrdersQuery(account).queryKey });
      }, READ_DELAY_MS);
      later ??= setTimeout(() => {
        later = null;
        void queries.invalidateQueries({ queryKey: KEYS.positions(address) });
        void queries.invalidateQueries({ queryKey: KEYS.activity(address) });
        void queries.invalidateQueries({ queryKey: [...KEYS.account(address), 'portfolio'] });
      }, LISTS_DELAY_MS);
    },
    stop: (): void => {
      if (soon !== null) clearTimeout(soon);
      if (later !== null) clearTimeout(later);
    },
  };
}

/** Who took from the book sees it in the ticket; who rested in it is told. */
function tellFill(message: Extract<UserMessage, { readonly event_type: 'trade' }>): void {
  const [first] = message.maker_orders;
  if (message.trader_side !== 'MAKER' || first === undefined) return;
  const size = message.maker_orders.reduce((sum, { matched_amount }) => sum + (toMicros(matched_amount) ?? 0n), 0n);
  showToast({
    tone: 'good',
    title: 'Your order was filled',
    text: `${first.side === 'BUY' ? 'Bought' : 'Sold'} ${formatShares(fromMicros(size))} ${first.outcome} at ${formatCents(first.price)}`,
  });
}
