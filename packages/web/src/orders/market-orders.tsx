/** The user's open orders in a market, shown beside its ticket. Renders nothing if there are none. */

import type { Account } from '../account/account.ts';
import { useAccount } from '../account/account-context.tsx';
import { useOpenOrders } from '../account/own-orders.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { OrderList } from './order-list.tsx';
import { ALL, useCancel } from './use-cancel.ts';

export function MarketOrders({ conditionId }: { readonly conditionId: string }) {
  const account = useAccount();
  return account === null ? null : <Orders account={account} conditionId={conditionId} />;
}

function Orders({ account, conditionId }: { readonly account: Account; readonly conditionId: string }) {
  const orders = useOpenOrders(conditionId);
  const cancelling = useCancel(account);
  if (orders.length === 0) return null;
  return (
    <Panel
      title='Your open orders'
      aside={
        orders.length > 1 && (
          <Button
            size='sm'
            kind='ghost'
            busy={cancelling.busy.has(ALL)}
            onClick={() => cancelling.cancelMarket(conditionId)}
          >
            Cancel all here
          </Button>
        )
      }
    >
      <OrderList account={account} orders={orders} cancelling={cancelling} />
    </Panel>
  );
}
