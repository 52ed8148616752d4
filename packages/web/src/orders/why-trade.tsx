/** Explains how an order of the account came to a trade in its history, whether the order still rests or has ended. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Answer } from '../venue/answer.tsx';
import { KEYS } from '../venue/keys.ts';
import { reading } from '../venue/queries.ts';
import { ExplainedOrder } from './explained-order.tsx';
import { ordersOfRow, type TradeRow } from './orders-of-row.ts';
import './orders.css';

interface WhyTradeProps {
  readonly account: Account;
  readonly row: TradeRow;
  /** Text of the row, for screen readers. */
  readonly words: string;
}

export function WhyTrade({ account, row, words }: WhyTradeProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button size='sm' kind='ghost' aria-label={`Why? ${words}`} onClick={() => setAsked(true)}>
        Why?
      </Button>
      <Dialog title='How did this order trade?' open={isAsked} onClose={() => setAsked(false)} wide>
        {isAsked && <Orders account={account} row={row} />}
      </Dialog>
    </>
  );
}

function Orders({ account, row }: Omit<WhyTradeProps, 'words'>) {
  const key = [...KEYS.account(account.address), 'orders-of-row', row];
  // Trades never change.
  const query = useQuery(reading(key, ({ signal }) => readOrders(account, row, signal), Number.POSITIVE_INFINITY));
  return (
    <Answer to={query} failure='The order could not be found' lines={6}>
      {(ids) =>
        ids.length === 0 ? (
          <EmptyState title='The order is not among those of this account' />
        ) : (
          <div className='stack'>
            {ids.map((id) => (
              <ExplainedOrder key={id} account={account} orderId={id} />
            ))}
          </div>
        )
      }
    </Answer>
  );
}

async function readOrders({ client }: Account, row: TradeRow, signal: AbortSignal): Promise<readonly string[]> {
  const { conditionId: market, timestamp } = row;
  const trades = [];
  const around = { market, after: String(timestamp - 1), before: String(timestamp + 1) };
  for await (const trade of client.trades.eachOwn(around, { signal })) trades.push(trade);
  return ordersOfRow(row, trades);
}
