/** Resolves a market: choose the result, review payouts and cancelled orders, type the result to confirm. */
import { HOLDERS_LIMIT_MAX } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { typedText } from '../format/typed-number.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import type { Market } from '../venue/market-model.ts';
import { useOperator } from './operator.tsx';
import { PayoutTable } from './payout-table.tsx';
import { PAYOUT_ONE, type PayoutPair, payoutText, readSplit, summarizePayouts } from './payouts.ts';
import { Refusal } from './refusal.tsx';
import { isPartial } from './resolution-types.ts';
import { RestingOrders } from './resting-orders.tsx';

type Result = 'first' | 'second' | 'split';

export function ResolveDialog({
  market,
  eventSlug,
  onClose,
}: {
  readonly market: Market;
  readonly eventSlug: string;
  readonly onClose: () => void;
}) {
  const [result, setResult] = useState<Result | ''>('');
  const [splitInput, setSplitInput] = useState(typedText('0.5'));
  const [typed, setTyped] = useState('');
  const resolve = useResolve(market, eventSlug, onClose);
  const holders = useHolders(market.conditionId);
  const [first, second] = market.outcomes;
  const split = readSplit(splitInput);
  const payouts = result === '' ? null : pairOf(result, split);
  const word = result === 'first' ? first.label : result === 'second' ? second.label : 'split';
  const isConfirmed = typed.trim().toLowerCase() === word.trim().toLowerCase();
  const options = [
    { value: 'first', label: first.label },
    { value: 'second', label: second.label },
    ...(market.negRisk ? [] : [{ value: 'split', label: 'Split' } as const]),
  ] as const;
  const choose = (next: Result | ''): void => {
    setResult(next);
    setTyped('');
    resolve.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (payouts !== null && isConfirmed && holders.isSuccess) resolve.mutate(payouts);
  };
  return (
    <Dialog title='Resolve market' open wide onClose={onClose}>
      <form className='stack' onSubmit={submit} noValidate>
        <p>
          <strong>{market.question}</strong>
        </p>
        <Segmented<Result | ''> label='Result' wide value={result} options={options} onChange={choose} />
        {market.negRisk && (
          <p className='small faint'>
            Exactly one market of this event pays {first.label}. Naming {first.label} here resolves the whole event: in
            the same step every other market that is still open resolves to its second outcome. What follows is of this
            market alone; “Resolve event” shows all of them.
          </p>
        )}
        {result === 'split' && (
          <Field
            label={`Payout of one ${first.label} share`}
            inputMode='decimal'
            value={splitInput}
            onChange={(event) => {
              setSplitInput(event.target.value);
              resolve.reset();
            }}
            error={
              split === null ? `A decimal from 0 to 1 with at most four places, such as ${typedText('0.5')}.` : null
            }
            hint={split === null ? undefined : `${second.label} pays ${payoutText(PAYOUT_ONE - split)}.`}
          />
        )}
        {payouts === null && result === '' && <p className='soft small'>Choose the result to see who is paid what.</p>}
        {payouts !== null && holders.isPending && <SkeletonLines lines={4} />}
        {payouts !== null && (
          <Refusal error={holders.error}>Who holds what could not be read, so nothing can be resolved now.</Refusal>
        )}
        {payouts !== null && holders.isSuccess && (
          <>
            <PayoutTable
              summary={summarizePayouts(holders.data, payouts)}
              labels={[first.label, second.label]}
              isPartial={isPartial(holders.data)}
            />
            {market.status === 'open' && (
              <p className='small soft'>
                Trading goes on until you confirm, and this list with it. Pause the market first to keep it still.
              </p>
            )}
            <RestingOrders tokenId={first.tokenId} labels={[first.label, second.label]} />
            <Field
              label={`Type “${word}” to confirm`}
              value={typed}
              autoComplete='off'
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              hint='A result is final: it cannot be changed or taken back.'
            />
          </>
        )}
        <Refusal error={resolve.error} />
        <div className='row operate__actions'>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type='submit'
            kind='danger'
            disabled={payouts === null || !isConfirmed || !holders.isSuccess}
            busy={resolve.isPending}
          >
            Resolve and pay
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function pairOf(result: Result, split: number | null): PayoutPair | null {
  switch (result) {
    case 'first':
      return [PAYOUT_ONE, 0];
    case 'second':
      return [0, PAYOUT_ONE];
    case 'split':
      return split === null ? null : [split, PAYOUT_ONE - split];
    default:
      return result satisfies never;
  }
}

/** Reads the holders afresh and polls while the dialog is open, because trading goes on. */
function useHolders(conditionId: string) {
  const { client } = useOperator();
  return useQuery({
    queryKey: ['operate', 'holders', conditionId],
    queryFn: ({ signal }) => client.trades.holders({ market: [conditionId], limit: HOLDERS_LIMIT_MAX }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 3_000,
  });
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
      await Promise.all([
        cache.invalidateQueries({ queryKey: KEYS.markets }),
        cache.invalidateQueries({ queryKey: KEYS.event(eventSlug) }),
        cache.invalidateQueries({ queryKey: KEYS.events }),
      ]);
    },
  });
}
