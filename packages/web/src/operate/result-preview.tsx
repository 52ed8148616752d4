/** Preview of a result: who is paid what, or what a reversal takes from whom. */
import { HOLDERS_LIMIT_MAX, HOLDERS_MARKETS_MAX } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatShares } from '../format/numbers.ts';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { polled } from '../venue/queries.ts';
import { type NewPayouts, REFUND } from './event-payouts.ts';
import { useOperator } from './operator.tsx';
import { PayoutTable, ReversalTable } from './payout-table.tsx';
import { type HolderGroups, isPartial, summarizePayouts } from './payouts.ts';
import { Refusal } from './refusal.tsx';
import type { ResultSubject } from './result-subject.ts';
import { type PastPosition, summarizeReversal } from './reversal.ts';

const MARKET_RENEW_MS = 3_000;
const EVENT_RENEW_MS = 5_000;
const POSITIONS_MAX = 500;

interface PreviewProps {
  readonly subject: ResultSubject;
  readonly payouts: NewPayouts;
  readonly holders: ReturnType<typeof useHolders>;
}

/** Shows what a result pays. `holders` must be read with `useHolders`. */
export function ResultPreview({ subject, payouts, holders }: PreviewProps) {
  const { kind, markets, labels, isTrading, isPaid } = subject;
  const { data } = holders;
  if (holders.isPending) return <SkeletonLines lines={4} />;
  if (data === undefined) {
    return <Refusal error={holders.error}>Who holds what could not be read, so nothing can be resolved now.</Refusal>;
  }
  return (
    <>
      {payouts === REFUND && <ReversalPreview subject={subject} payouts={payouts} />}
      {typeof payouts === 'object' && (
        <PayoutTable kind={kind} summary={summarizePayouts(markets, data, payouts)} isPartial={data.some(isPartial)} />
      )}
      {isTrading && (
        <p className='small soft'>
          Trading goes on until you send this, and the list changes with it. Pause the market first to keep it still.
        </p>
      )}
      {isPaid ? null : kind === 'market' ? (
        <RestingOrders tokenId={markets[0]?.firstToken ?? ''} labels={labels} />
      ) : (
        <p className='small soft'>
          When it is paid, all open orders of the event are cancelled, and what they hold goes back to their owners.
        </p>
      )}
    </>
  );
}

/** Shows what a refund or a reversal takes back and pays. */
export function ReversalPreview({ subject, payouts }: Omit<PreviewProps, 'holders'>) {
  const positions = usePositions(subject.all);
  const { data } = positions;
  if (positions.isPending) return <SkeletonLines lines={4} />;
  if (data === undefined) {
    return <Refusal error={positions.error}>Who was paid what could not be read.</Refusal>;
  }
  const partial = data.some(({ length }) => length >= POSITIONS_MAX);
  return <ReversalTable summary={summarizeReversal(data, payouts)} isPartial={partial} />;
}

/** Reads the holders of each market afresh, in their order, and again while the dialog is open: trading goes on. */
export function useHolders({ kind, markets, isPaid }: ResultSubject) {
  const { client } = useOperator();
  const conditionIds = markets.map(({ conditionId }) => conditionId);
  return useQuery({
    queryKey: ['operate', 'holders', ...conditionIds],
    queryFn: async ({ signal }): Promise<readonly HolderGroups[]> => {
      const held = new Map<string, HolderGroups[number][]>();
      for (let from = 0; from < conditionIds.length; from += HOLDERS_MARKETS_MAX) {
        const market = conditionIds.slice(from, from + HOLDERS_MARKETS_MAX);
        for (const group of await client.trades.holders({ market, limit: HOLDERS_LIMIT_MAX }, { signal })) {
          // `<condition id>:<outcome index>`
          const [conditionId = ''] = group.token.split(':');
          held.set(conditionId, [...(held.get(conditionId) ?? []), group]);
        }
      }
      return conditionIds.map((id) => held.get(id) ?? []);
    },
    enabled: !isPaid,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: kind === 'market' ? MARKET_RENEW_MS : EVENT_RENEW_MS,
  });
}

/** Reads the present and past positions in each market, the largest of each outcome. */
function usePositions(conditionIds: readonly string[]) {
  const { client } = useOperator();
  return useQuery({
    queryKey: ['operate', 'positions', ...conditionIds],
    queryFn: ({ signal }): Promise<readonly (readonly PastPosition[])[]> =>
      Promise.all(
        conditionIds.map(async (market) => {
          const groups = await client.positions.ofMarket({ market, limit: POSITIONS_MAX }, { signal });
          return groups.flatMap(({ positions }) => positions);
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
}

function RestingOrders({ tokenId, labels }: { readonly tokenId: string; readonly labels: readonly [string, string] }) {
  const { client } = useOperator();
  const { data } = useQuery(
    polled(['operate', 'book', tokenId], (call) => client.books.get(tokenId, call), MARKET_RENEW_MS),
  );
  if (data === undefined) return null;
  const bids = sizeOf(data.bids);
  const asks = sizeOf(data.asks);
  if (bids === '0' && asks === '0') return <p className='small soft'>No order rests in its book.</p>;
  return (
    <p className='small soft'>
      When it is paid, all open orders are cancelled first, and what they hold goes back to their owners: bids for{' '}
      {formatShares(bids)} {labels[0]} and offers of {formatShares(asks)}.
    </p>
  );
}

function sizeOf(levels: readonly { readonly size: string }[]): string {
  return fromMicros(levels.reduce((sum, { size }) => sum + (toMicros(size) ?? 0n), 0n));
}
