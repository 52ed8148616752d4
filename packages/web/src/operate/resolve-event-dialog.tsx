/** Resolves a one-winner event in one step: name the winner or void it, read who is paid what, type it to confirm. */
import { type Event, HOLDERS_MARKETS_MAX } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { eventPayouts, type OpenAnswer, summarizeEvent } from './event-payouts.ts';
import { useOperator } from './operator.tsx';
import { EventPayoutTable } from './payout-table.tsx';
import { payoutText } from './payouts.ts';
import { Refusal } from './refusal.tsx';
import type { HolderGroups } from './resolution-types.ts';

/** Holders that the venue lists of each outcome. */
const HOLDERS_MAX = 500;
const RENEW_MS = 5_000;
/** No condition id. */
const VOID = 'void';

export function ResolveEventDialog({
  event,
  open,
  onClose,
}: {
  readonly event: Event;
  /** Its markets without a result, in its order. */
  readonly open: readonly OpenAnswer[];
  readonly onClose: () => void;
}) {
  const [choice, setChoice] = useState('');
  const [typed, setTyped] = useState('');
  const resolve = useResolveEvent(event, onClose);
  const holders = useHolders(open);
  const winner = open.find(({ conditionId }) => conditionId === choice);
  const isChosen = choice === VOID || winner !== undefined;
  const word = winner?.label ?? VOID;
  const isConfirmed = isChosen && typed.trim().toLowerCase() === word.trim().toLowerCase();
  const payouts = eventPayouts(open, winner?.conditionId ?? null, event.markets.length);
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    if (isConfirmed && holders.isSuccess) resolve.mutate(winner ?? null);
  };
  return (
    <Dialog title='Resolve event' open wide onClose={onClose}>
      <form className='stack' onSubmit={submit} noValidate>
        <p>
          <strong>{event.title}</strong>
        </p>
        <SelectField
          label='Winner'
          value={choice}
          onChange={({ target }) => {
            setChoice(target.value);
            setTyped('');
            resolve.reset();
          }}
          hint={hintOf(open, winner, choice, event.markets.length)}
        >
          <option value=''>Choose the winner</option>
          {open.map(({ conditionId, label }) => (
            <option key={conditionId} value={conditionId}>
              {label}
            </option>
          ))}
          {isVoidable(open, event) && <option value={VOID}>Void: no winner</option>}
        </SelectField>
        {!isChosen && <p className='soft small'>Choose the winner to see who is paid what, over all markets.</p>}
        {isChosen && holders.isPending && <SkeletonLines lines={4} />}
        {isChosen && (
          <Refusal error={holders.error}>Who holds what could not be read, so nothing can be resolved now.</Refusal>
        )}
        {isChosen && holders.isSuccess && (
          <>
            <EventPayoutTable
              summary={summarizeEvent(open, holders.data, payouts)}
              isPartial={holders.data.some((groups) => groups.some((group) => group.holders.length === HOLDERS_MAX))}
            />
            <p className='small soft'>
              All open orders of the event are cancelled first, and what they hold goes back to their owners. Until you
              confirm, trading may go on, and this list with it.
            </p>
            <Field
              label={`Type “${word}” to confirm`}
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

/** When all markets but one have lost, the last one can only win. */
function isVoidable(open: readonly OpenAnswer[], { markets }: Event): boolean {
  return open.length > 1 || markets.length === 1;
}

function hintOf(
  open: readonly OpenAnswer[],
  winner: OpenAnswer | undefined,
  choice: string,
  marketsOfEvent: number,
): string {
  if (winner !== undefined) {
    const [first, second] = winner.outcomeLabels;
    return `${winner.label} resolves to ${first}, and all others to ${second}, in one step.`;
  }
  if (choice !== VOID) return 'All its markets are resolved in one step; none trades while others are resolved.';
  const [[first] = [0]] = eventPayouts(open, null, marketsOfEvent);
  if (marketsOfEvent === 1) return `Each share pays ${payoutText(first)}, whichever its outcome.`;
  return `A share of each market’s first outcome pays about ${payoutText(first)}; together they pay 1.`;
}

/** Of each market of `open`, in its order; read again while the dialog is open, because trading goes on. */
function useHolders(open: readonly OpenAnswer[]) {
  const { client } = useOperator();
  const ids = open.map(({ conditionId }) => conditionId);
  return useQuery({
    queryKey: ['operate', 'holders', ...ids],
    queryFn: async ({ signal }): Promise<readonly HolderGroups[]> => {
      const held = new Map<string, HolderGroups[number][]>();
      for (let from = 0; from < open.length; from += HOLDERS_MARKETS_MAX) {
        const market = ids.slice(from, from + HOLDERS_MARKETS_MAX);
        for (const group of await client.trades.holders({ market, limit: HOLDERS_MAX }, { signal })) {
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
    mutationFn: (winner: OpenAnswer | null) =>
      client.admin.resolveEvent(id, winner === null ? { void: true } : { winner: winner.conditionId }),
    onSuccess: async ({ markets }, winner) => {
      onDone();
      const title = winner === null ? 'Event void' : `${winner.label} won`;
      const count = markets.length === 1 ? 'Its market is' : `All ${markets.length} markets are`;
      const isPaid = markets.every(({ status }) => status === 'resolved');
      showToast({ title, text: `${count} resolved; holders are ${isPaid ? 'paid' : 'being paid'}.`, tone: 'good' });
      await Promise.all(
        [KEYS.markets, KEYS.event(slug), KEYS.events].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
  });
}
