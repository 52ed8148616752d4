/** Resolves a one-winner event in one step: choose the result, review the payouts, type the result to confirm. */
import type { Event } from '@bellwether/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import {
  type ChosenResult,
  chosenResult,
  DEAD_HEAT,
  eventPayouts,
  isVoidable,
  NO_CHOICE,
  type OpenAnswer,
  type ResultChoice,
  summarizeEvent,
  VOID,
} from './event-payouts.ts';
import { useOperator } from './operator.tsx';
import { EventPayoutTable } from './payout-table.tsx';
import { isPartial } from './payouts.ts';
import { ResolutionDialog, useHolders } from './resolution-dialog.tsx';

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

interface ResultFieldProps {
  readonly open: readonly OpenAnswer[];
  readonly marketsOfEvent: number;
  readonly choice: ResultChoice;
  readonly hint: string | undefined;
  readonly onChange: (choice: ResultChoice) => void;
}

function ResultField({ open, marketsOfEvent, choice, hint, onChange }: ResultFieldProps) {
  const isDeadHeat = choice.of === DEAD_HEAT;
  const rule = isDeadHeat
    ? 'Choose at least two winners below.'
    : 'All its markets are resolved in one step; none trades while others are resolved.';
  return (
    <>
      <SelectField
        label='Winner'
        value={choice.of}
        onChange={({ target }) => onChange({ of: target.value, sharing: [] })}
        hint={hint ?? rule}
        options={[
          ['', 'Choose the winner'],
          ...open.map(({ conditionId, label }) => [conditionId, label] as const),
          ...(open.length > 1 ? [[DEAD_HEAT, 'Dead heat: several winners share'] as const] : []),
          ...(isVoidable(open, marketsOfEvent) ? [[VOID, 'Void: no winner'] as const] : []),
        ]}
      />
      {isDeadHeat && (
        <fieldset className='grid result-field'>
          <legend className='small soft semi'>Winners of the dead heat</legend>
          {open.map(({ conditionId, label }) => (
            <label key={conditionId} className='row break result-field__one'>
              <input
                type='checkbox'
                checked={choice.sharing.includes(conditionId)}
                onChange={({ target }) =>
                  onChange({ ...choice, sharing: toggled(choice.sharing, conditionId, target.checked) })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function toggled(sharing: readonly string[], conditionId: string, isOn: boolean): readonly string[] {
  const others = sharing.filter((id) => id !== conditionId);
  return isOn ? [...others, conditionId] : others;
}
