/** Why an order is as it is: what the venue tells of its life, in its words, with when each of them came. */
import type { OrderExplanation, OwnOrder } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../account/account.ts';
import { formatCents, formatShares, NO_FIGURE } from '../format/numbers.ts';
import { formatDateTime } from '../format/time.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Answer } from '../venue/answer.tsx';
import { KEYS } from '../venue/keys.ts';

export interface WhyDialogProps {
  readonly account: Account;
  /** null: closed. */
  readonly order: OwnOrder | null;
  readonly onClose: () => void;
}

export function WhyDialog({ account, order, onClose }: WhyDialogProps) {
  return (
    <Dialog title='Why is it not filled?' open={order !== null} onClose={onClose} wide>
      {order !== null && <Explained account={account} orderId={order.id} />}
    </Dialog>
  );
}

function Explained({ account, orderId }: { readonly account: Account; readonly orderId: string }) {
  const query = useQuery({
    queryKey: [...KEYS.account(account.address), 'why', orderId] as const,
    queryFn: ({ signal }) => account.client.orders.explain(orderId, { signal }),
    // It tells of now: asked for again, it is read again.
    gcTime: 0,
  });
  return (
    <Answer to={query} failure='The explanation could not be read' lines={6}>
      {(told) => (
        <div className='stack'>
          <p>{told.summary}</p>
          <Figures told={told} />
          <Steps steps={told.steps.filter(({ kind }) => !SAID_ELSEWHERE.has(kind))} />
          {!told.looked.complete && <p className='small faint'>{told.looked.bounds.join('. ')}.</p>}
        </div>
      )}
    </Answer>
  );
}

/** The summary and the line about bounds have them. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['needed', 'looked']);

function Figures({ told }: { readonly told: OrderExplanation }) {
  const { queue, needed, chance, side } = told;
  if (queue === null) return null;
  const other = side === 'BUY' ? 'Best offer' : 'Best bid';
  const rows = [
    ['Ahead at its price when it came', inQueue(queue.arrival.ahead)],
    ['Ahead at its price now', inQueue(queue.last.ahead)],
    ['At better prices now', queue.last.better === null ? NO_FIGURE : inQueue(queue.last.better)],
    [`${other} when it came`, cents(needed.opposite.at_arrival)],
    [`${other} now`, cents(needed.opposite.now)],
    [`Nearest ${side === 'BUY' ? 'offer' : 'bid'} since`, cents(chance?.nearest?.price ?? null)],
  ] as const;
  return (
    <dl className='why__figures'>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className='small soft'>{name}</dt>
          <dd className='numeric'>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const cents = (price: string | null): string => (price === null ? NO_FIGURE : formatCents(price));

function inQueue({ orders, shares }: { readonly orders: number; readonly shares: string }): string {
  if (orders === 0) return 'Nothing';
  return `${formatShares(shares, 6)} shares in ${orders} ${orders === 1 ? 'order' : 'orders'}`;
}

function Steps({ steps }: Pick<OrderExplanation, 'steps'>) {
  return (
    <ol className='why__steps'>
      {steps.map(({ kind, timestamp, words }) => (
        <li key={`${kind} ${timestamp} ${words}`}>
          <p>{words}</p>
          {timestamp !== null && (
            <p className='small faint numeric'>{formatDateTime(new Date(Number(timestamp)).toISOString())}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
