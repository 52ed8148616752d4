/** Resolves a market: choose the result, review payouts and cancelled orders, type the result to confirm. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatShares } from '../format/numbers.ts';
import { typedText } from '../format/typed-number.ts';
import { Field } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import type { Market } from '../venue/market-model.ts';
import { useOperator } from './operator.tsx';
import { PayoutTable } from './payout-table.tsx';
import { isPartial, PAYOUT_ONE, type PayoutPair, payoutText, readSplit, summarizePayouts } from './payouts.ts';
import { ResolutionDialog, useHolders } from './resolution-dialog.tsx';

type Result = 'first' | 'second' | 'split';

interface ResolveDialogProps {
  readonly market: Market;
  readonly eventSlug: string;
  readonly onClose: () => void;
}

export function ResolveDialog({ market, eventSlug, onClose }: ResolveDialogProps) {
  const [result, setResult] = useState<Result | ''>('');
  const [splitInput, setSplitInput] = useState(typedText('0.5'));
  const [typed, setTyped] = useState('');
  const resolve = useResolve(market, eventSlug, onClose);
  const holders = useHolders([market.conditionId], 3_000);
  const groups = holders.data?.[0];
  const [first, second] = market.outcomes;
  const labels = [first.label, second.label] as const;
  const split = readSplit(splitInput);
  const payouts = result === '' ? null : pairOf(result, split);
  const word = result === 'first' ? first.label : result === 'second' ? second.label : 'split';
  const options = { first: first.label, second: second.label, ...(!market.negRisk && { split: 'Split' }) };
  const choose = (next: Result | ''): void => {
    setResult(next);
    setTyped('');
    resolve.reset();
  };
  const choice = (
    <>
      <Segmented<Result | ''> label='Result' wide value={result} options={options} onChange={choose} />
      {market.negRisk && (
        <p className='small faint'>
          Exactly one market of this event pays {first.label}. Naming {first.label} here resolves the whole event: in
          the same step every other market that is still open resolves to its second outcome. The figures below are this
          market’s alone; “Resolve event” shows all of them.
        </p>
      )}
      {result === 'split' && (
        <Field
          label={`Payout of one ${first.label} share`}
          inputMode='decimal'
          value={splitInput}
          onChange={({ target }) => {
            setSplitInput(target.value);
            resolve.reset();
          }}
          error={split === null ? `A decimal from 0 to 1 with at most four places, such as ${typedText('0.5')}.` : null}
          hint={split === null ? undefined : `${second.label} pays ${payoutText(PAYOUT_ONE - split)}.`}
        />
      )}
    </>
  );
  return (
    <ResolutionDialog
      title='Resolve market'
      about={market.question}
      choice={choice}
      prompt={result === '' ? 'Choose the result to see who is paid what.' : null}
      word={payouts === null ? null : word}
      typed={typed}
      onTyped={setTyped}
      holders={holders}
      resolve={resolve}
      action='Resolve and pay'
      onConfirm={() => payouts !== null && resolve.mutate(payouts)}
      onClose={onClose}
    >
      {payouts !== null && groups !== undefined && (
        <PayoutTable summary={summarizePayouts(groups, payouts)} labels={labels} isPartial={isPartial(groups)} />
      )}
      {market.status === 'open' && (
        <p className='small soft'>
          Trading goes on until you confirm, and this list with it. Pause the market first to keep it still.
        </p>
      )}
      <RestingOrders tokenId={first.tokenId} labels={labels} />
    </ResolutionDialog>
  );
}

function pairOf(result: Result, split: number | null): PayoutPair | null {
  if (result === 'split') return split === null ? null : [split, PAYOUT_ONE - split];
  return result === 'first' ? [PAYOUT_ONE, 0] : [0, PAYOUT_ONE];
}

function useResolve(market: Market, eventSlug: string, onDone: () => void) {
  const { client } = useOperator();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ([first, second]: PayoutPair) =>
      client.admin.resolve(market.conditionId, { payouts: [payoutText(first), payoutText(second)] }),
    onSuccess: async ({ status, also_resolved: others }) => {
      onDone();
      const text = status === 'resolved' ? 'All holders are paid.' : 'Holders are being paid.';
      const title = others.length === 0 ? 'Market resolved' : `All ${others.length + 1} markets of the event resolved`;
      showToast({ title, text, tone: 'good' });
      await renew(cache, KEYS.markets, KEYS.event(eventSlug), KEYS.events);
    },
  });
}

function RestingOrders({ tokenId, labels }: { readonly tokenId: string; readonly labels: readonly [string, string] }) {
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
