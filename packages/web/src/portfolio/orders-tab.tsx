/** All open orders of the account with their markets. */
import type { OwnOrder } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Account, OPEN_ORDERS_SHOWN_MAX, openOrdersQuery } from '../account/account-queries.ts';
import { formatCount } from '../format/numbers.ts';
import { marketNamesQuery } from '../orders/market-names.ts';
import { OrderList } from '../orders/order-list.tsx';
import { ALL, useCancel } from '../orders/use-cancel.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Answer } from '../venue/answer.tsx';

export function OrdersTab({ account }: { readonly account: Account }) {
  const query = useQuery(openOrdersQuery(account));
  return (
    <Answer to={query} failure='The orders could not be read' lines={4}>
      {(orders) =>
        orders.length > 0 ? (
          <Orders account={account} orders={orders} />
        ) : (
          <EmptyState title='No open orders'>
            <p className='small'>A limit order waits in the book until someone takes it. Yours are listed here.</p>
            <Link to='/' className={buttonClass({})}>
              Find a market
            </Link>
          </EmptyState>
        )
      }
    </Answer>
  );
}

function Orders({ account, orders }: { readonly account: Account; readonly orders: readonly OwnOrder[] }) {
  const names = useQuery(
    marketNamesQuery(
      account.client,
      orders.map(({ market }) => market),
    ),
  );
  const cancelling = useCancel(account);
  const [isAsking, setAsking] = useState(false);
  const isOne = orders.length === 1;
  const all = `${formatCount(orders.length)}${orders.length >= OPEN_ORDERS_SHOWN_MAX ? '+' : ''} ${isOne ? 'order' : 'orders'}`;
  return (
    <>
      <div className='row row--apart portfolio__bar'>
        <p className='small soft'>{all}</p>
        <Button size='sm' kind='danger' busy={cancelling.busy.has(ALL)} onClick={() => setAsking(true)}>
          Cancel all
        </Button>
      </div>
      <OrderList
        account={account}
        orders={orders}
        cancelling={cancelling}
        titleOf={({ market }) => {
          const name = names.data?.get(market);
          return name === undefined ? (
            <span className='small faint'>{market.slice(0, 10)}…</span>
          ) : (
            <Link to='/market/$slug' params={{ slug: name.slug }} className='plain'>
              {name.question}
            </Link>
          );
        }}
      />
      <ConfirmDialog
        title={isOne ? 'Cancel the open order?' : 'Cancel all open orders?'}
        action={`Cancel ${all}`}
        refrain={isOne ? 'Keep it' : 'Keep them'}
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => cancelling.cancelAll()}
      >
        <p>
          {isOne ? 'The only open order of the account' : 'Every open order of the account, in all markets,'} is
          cancelled. What has been traded stays traded.
        </p>
      </ConfirmDialog>
    </>
  );
}
