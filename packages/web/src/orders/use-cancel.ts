/** Cancels own orders, tracks the cancels in flight, and reports the venue's answer. */
import type { CancelAnswer, OwnOrder } from '@bellwether/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Account, openOrdersQuery } from '../account/account-queries.ts';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import { KEYS } from '../venue/keys.ts';

/** Marks in `busy` that all orders are being cancelled. */
export const ALL = 'all';

export interface Cancelling {
  /** Order ids, or `ALL`, with a cancel in flight. */
  readonly busy: ReadonlySet<string>;
  readonly cancel: (orderId: string) => void;
  readonly cancelMarket: (conditionId: string) => void;
  readonly cancelAll: () => void;
}

export function useCancel(account: Account): Cancelling {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const run = useCallback(
    async (id: string, call: () => Promise<CancelAnswer>): Promise<void> => {
      setBusy((before) => new Set([...before, id]));
      try {
        const answer = await call();
        const gone = new Set(answer.canceled);
        queries.setQueryData<readonly OwnOrder[]>(openOrdersQuery(account).queryKey, (orders) =>
          orders?.filter((order) => !gone.has(order.id)),
        );
        tell(answer);
      } catch (error) {
        showToast({ tone: 'bad', title: 'Not cancelled', text: errorText(error) });
      } finally {
        setBusy((before) => new Set([...before].filter((other) => other !== id)));
        void queries.invalidateQueries({ queryKey: KEYS.account(account.address) });
      }
    },
    [account, queries],
  );
  return {
    busy,
    cancel: (orderId) => void run(orderId, () => account.client.orders.cancel(orderId)),
    cancelMarket: (market) => void run(ALL, () => account.client.orders.cancelMarket({ market })),
    cancelAll: () => void run(ALL, () => account.client.orders.cancelAll()),
  };
}

function tell({ canceled, not_canceled }: CancelAnswer): void {
  const [reason] = Object.values(not_canceled);
  if (canceled.length > 0)
    showToast({ title: canceled.length === 1 ? 'Order cancelled' : `${canceled.length} orders cancelled` });
  else if (reason === undefined) showToast({ title: 'There was nothing to cancel' });
  if (reason !== undefined)
    showToast({ tone: 'bad', title: 'Not cancelled', text: `It may have been filled already (${reason}).` });
}
