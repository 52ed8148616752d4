/** The resting orders of a market about to be resolved. Resolution cancels them and releases the balances they hold. */
import { useQuery } from '@tanstack/react-query';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatShares } from '../format/numbers.ts';
import { useOperator } from './operator.tsx';

export function RestingOrders({
  tokenId,
  labels,
}: {
  readonly tokenId: string;
  readonly labels: readonly [string, string];
}) {
  const { client } = useOperator();
  const { data } = useQuery({
    queryKey: ['operate', 'book', tokenId],
    queryFn: ({ signal }) => client.books.get(tokenId, { signal }),
    staleTime: 0,
    refetchInterval: 3_000,
  });
  if (data === undefined) return null;
  const bids = sizeOf(data.bids);
  const asks = sizeOf(data.asks);
  if (bids === '0' && asks === '0') return <p className='small soft'>No order rests in its book.</p>;
  return (
    <p className='small soft'>
      All open orders are cancelled first, and what they hold goes back to their owners: bids for {formatShares(bids)}{' '}
      {labels[0]} and offers of {formatShares(asks)}.
    </p>
  );
}

function sizeOf(levels: readonly { readonly size: string }[]): string {
  return fromMicros(levels.reduce((sum, { size }) => sum + (toMicros(size) ?? 0n), 0n));
}
