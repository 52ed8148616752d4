/** Resolves a one-winner event in one step: choose the result, review the payouts, type the result to confirm. */
import type { Event } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { renew } from '../venue/renew.ts';
import { type ChosenResult, chosenResult, NO_CHOICE, type ResultChoice } from './event-choice.ts';
import { eventPayouts, type OpenAnswer, summarizeEvent } from './event-payouts.ts';
import { useOperator } from './operator.tsx';
import { EventPayoutTable } from './payout-table.tsx';
import { ResolutionDialog, useHolders } from './resolution-dialog.tsx';
import { isPartial } from './resolution-types.ts';
import { ResultField } from './result-field.tsx';

const RENEW_MS = 5_000;

interface ResolveEventDialogProps {
  readonly event: Event;
  /** The event's markets without a result, in the event's order. */
  readonly open: readonly OpenAnswer[];
  readonly onClose: () => void;
}

export function ResolveEventDialog({ event, open, onClose }: ResolveEventDialogProps) {
  const [choice, setChoice] = useState<ResultChoice>(NO_CHOICE);
  const [typed, setTyped] = useState('');
  const resolve = useResolveEvent(event, onClose);
  const ids = open.map(({ conditionId }) => conditionId);
  const holders = useHolders(ids, RENEW_MS);
  const result = chosenResult(choice, open, event.markets.length);
  const change = (changed: ResultChoice): void => {
    setChoice(changed);
    setTyped('');
    resolve.reset();
  };
  return (
    <ResolutionDialog
      title='Resolve event'
      about={event.title}
      choice={
        <ResultField
          open={open}
          marketsOfEvent={event.markets.length}
          choice={choice}
          hint={result?.hint}
          onChange={change}
        />
      }
      prompt={result === null ? 'Choose the result to see who is paid what, over all markets.' : null}
      word={result?.word ?? null}
      typed={typed}
      onTyped={setTyped}
      holders={holders}
      resolve={resolve}
      action='Resolve all and pay'
      onConfirm={() => result !== null && resolve.mutate(result)}
      onClose={onClose}
    >
      {result !== null && holders.isSuccess && (
        <EventPayoutTable
          summary={summarizeEvent(open, holders.data, eventPayouts(open, result.winners, event.markets.length))}
          isPartial={holders.data.some(isPartial)}
        />
      )}
      <p className='small soft'>
        All open orders of the event are cancelled first, and what they hold goes back to their owners. Until you
        confirm, trading may go on, and this list with it.
      </p>
    </ResolutionDialog>
  );
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
      await renew(cache, KEYS.markets, KEYS.event(slug), KEYS.events);
    },
  });
}
