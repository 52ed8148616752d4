/** The user's open orders: how much of each is filled, why it is not, and a button to cancel it. */
import type { OwnOrder } from '@bellwether/sdk';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../account/account-context.tsx';
import type { Account } from '../account/account-queries.ts';
import { useOpenOrders } from '../account/own-orders.ts';
import { toMicros } from '../format/decimal.ts';
import { formatCents, formatExactMoney, formatShares } from '../format/numbers.ts';
import { formatDateTime } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { WhyDialog } from './explained-order.tsx';
import { ALL, type Cancelling, useCancel } from './use-cancel.ts';
import './orders.css';

interface OrderListProps {
  readonly account: Account;
  readonly orders: readonly OwnOrder[];
  readonly cancelling: Cancelling;
  /** Title above an order; in lists of several markets, the market. */
  readonly titleOf?: (order: OwnOrder) => ReactNode;
}

export function OrderList({ account, orders, cancelling, titleOf }: OrderListProps) {
  // Holds the order rather than its id: its explanation stays open even if the order is filled meanwhile.
  const [asked, setAsked] = useState<OwnOrder | null>(null);
  return (
    <>
      <ul className='orders'>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            cancelling={cancelling}
            title={titleOf?.(order) ?? null}
            onWhy={() => setAsked(order)}
          />
        ))}
      </ul>
      <WhyDialog
        account={account}
        title='Why is it not filled?'
        orderId={asked?.id ?? null}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface OrderRowProps {
  readonly order: OwnOrder;
  readonly cancelling: Cancelling;
  readonly title: ReactNode;
  readonly onWhy: () => void;
}

function OrderRow({ order, cancelling, title, onWhy }: OrderRowProps) {
  const { id, side, outcome, price, original_size: size, size_matched: matched, held, expiration, created_at } = order;
  const words = `${side === 'BUY' ? 'Buy' : 'Sell'} ${formatShares(size)} ${outcome} at ${formatCents(price)}`;
  const isPartly = toMicros(matched) !== 0n;
  return (
    <li className='row row--apart gap-3 pad orders__row'>
      <div className='stack orders__what'>
        {title}
        <p className='numeric'>
          <span className={side === 'BUY' ? 'badge badge--yes' : 'badge badge--no'}>
            {side === 'BUY' ? 'Buy' : 'Sell'}
          </span>{' '}
          <strong>
            {formatShares(size)} {outcome}
          </strong>{' '}
          at {formatCents(price)}
        </p>
        <p className='small faint numeric'>
          {isPartly ? `${formatShares(matched)} filled · ` : ''}
          Holds {side === 'BUY' ? formatExactMoney(held) : formatShares(held, 6, 'share')} ·{' '}
          <TimeAgo time={created_at * 1_000} />
          {expiration !== '0' && expiration !== '' && (
            <> · ends {formatDateTime(new Date(Number(expiration) * 1_000).toISOString())}</>
          )}
        </p>
      </div>
      <div className='grid gap-1'>
        <Button size='sm' kind='ghost' aria-label={`Why? ${words}`} onClick={onWhy}>
          Why?
        </Button>
        <Button
          size='sm'
          kind='ghost'
          aria-label={`Cancel: ${words}`}
          busy={cancelling.busy.has(id)}
          onClick={() => cancelling.cancel(id)}
        >
          <Icon name='close' size={14} />
          Cancel
        </Button>
      </div>
    </li>
  );
}

/** The user's open orders in a market, shown beside its ticket. Renders nothing if there are none. */
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
