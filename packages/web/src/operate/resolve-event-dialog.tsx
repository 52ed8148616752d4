/** Resolves a one-winner event in one step: choose the result, review the payouts, type the result to confirm. */
import { type Event, HOLDERS_LIMIT_MAX, HOLDERS_MARKETS_MAX } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { type ChosenResult, chosenResult, NO_CHOICE, type ResultChoice } from './event-choice.ts';
import { eventPayouts, type OpenAnswer, summarizeEvent } from './event-payouts.ts';
import { useOperator } from './operator.tsx';
import { EventPayoutTable } from './payout-table.tsx';
import { Refusal } from './refusal.tsx';
import { type HolderGroups, isPartial } from './resolution-types.ts';
import { ResultField } from './result-field.tsx';

const RENEW_MS = 5_000;

export function ResolveEventDialog({
  event,
  open,
  onClose,
}: {
  readonly event: Event;
  /** The event's markets without a result, in the event's order. */
  readonly open: readonly OpenAnswer[];
  readonly onClose: () => void;
}) {
  const [choice, setChoice] = useState<ResultChoice>(NO_CHOICE);
  const [typed, setTyped] = useState('');
  const resolve = useResolveEvent(event, onClose);
  const holders = useHolders(open);
  const result = chosenResult(choice, open, event.markets.length);
  const isConfirmed = result !== null && typed.trim().toLowerCase() === result.word.trim().toLowerCase();
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    if (isConfirmed && holders.isSuccess) resolve.mutate(result);
  };
  return (
    <Dialog title='Resolve event' open wide onClose={onClose}>
      <form className='stack' onSubmit={submit} noValidate>
        <p>
          <strong>{event.title}</strong>
        </p>
        <ResultField
          open={open}
          marketsOfEvent={event.markets.length}
          choice={choice}
          hint={result?.hint}
          onChange={(changed) => {
            setChoice(changed);
            setTyped('');
            resolve.reset();
          }}
        />
        {result === null && <p className='soft small'>Choose the result to see who is paid what, over all markets.</p>}
        {result !== null && holders.isPending && <SkeletonLines lines={4} />}
        {result !== null && (
          <Refusal error={holders.error}>Who holds what could not be read, so nothing can be resolved now.</Refusal>
        )}
        {result !== null && holders.isSuccess && (
          <>
            <EventPayoutTable
              summary={summarizeEvent(open, holders.data, eventPayouts(open, result.winners, event.markets.length))}
              isPartial={holders.data.some(isPartial)}
            />
            <p className='small soft'>
              All open orders of the event are cancelled first, and what they hold goes back to their owners. Until you
              confirm, trading may go on, and this list with it.
            </p>
            <Field
              label={`Type “${result.word}” to confirm`}
              value={typed}
              autoComplete='off'
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
              hint='A result is final: it cannot be changed or taken back.'
            />
          </>
        )}
        <Refusal error={resolve.error} />
        <div className='row operate__actions'>
          <Button onClick={onClose}>Cancel</Button>
          <Button type='submit' kind='danger' disabled={!isConfirmed || !holders.isSuccess} busy={resolve.isPending}>
            Resolve all and pay
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * Reads the holders of each market of `open`, in its order. Polls while the dialog is open, because trading goes on.
 */
function useHolders(open: readonly OpenAnswer[]) {
  const { client } = useOperator();
  const ids = open.map(({ conditionId }) => conditionId);
  return useQuery({
    queryKey: ['operate', 'holders', ...ids],
    queryFn: async ({ signal }): Promise<readonly HolderGroups[]> => {
      const held = new Map<string, HolderGroups[number][]>();
      for (let from = 0; from < open.length; from += HOLDERS_MARKETS_MAX) {
        const market = ids.slice(from, from + HOLDERS_MARKETS_MAX);
        for (const group of await client.trades.holders({ market, limit: HOLDERS_LIMIT_MAX }, { signal })) {
          // `<condition id>:<outcome index>`
          const [conditionId = ''] = group.token.split(':');
          held.set(conditionId, [...(held.get(conditionId) ?? []), group]);
        }
      }
      return ids.map((id) => held.get(id) ?? []);
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: RENEW_MS,
  });
}

function useResolveEvent({ id, slug }: Event, onDone: () => void) {
  const { client } = useOperator();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ winners }: ChosenResult) =>
      client.admin.resolveEvent(id, winners === null ? { void: true } : { winners: [...winners] }),
    onSuccess: async ({ markets }, { title }) => {
      onDone();
      const count = markets.length === 1 ? 'Its market is' : `All ${markets.length} markets are`;
      const isPaid = markets.every(({ status }) => status === 'resolved');
      showToast({ title, text: `${count} resolved; holders are ${isPaid ? 'paid' : 'being paid'}.`, tone: 'good' });
      await Promise.all(
        [KEYS.markets, KEYS.event(slug), KEYS.events].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
  });
}
