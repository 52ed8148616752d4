/** The dialog of a result: what it is about, the choice, what it pays, and the word that confirms it. */
import { HOLDERS_LIMIT_MAX, HOLDERS_MARKETS_MAX } from '@bellwether/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { useOperator } from './operator.tsx';
import type { HolderGroups } from './payouts.ts';
import { Refusal } from './refusal.tsx';

interface ResolutionDialogProps {
  readonly title: string;
  readonly about: string;
  readonly choice: ReactNode;
  /** Next step for the operator; null once a result is chosen. */
  readonly prompt: string | null;
  /** Word that confirms the result; null while the choice is incomplete. */
  readonly word: string | null;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly holders: UseQueryResult<readonly HolderGroups[]>;
  readonly resolve: { readonly error: unknown; readonly isPending: boolean };
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Payouts of the result, shown once the holders are known. */
  readonly children: ReactNode;
}

export function ResolutionDialog(props: ResolutionDialogProps) {
  const { word, typed, holders, resolve, onConfirm, onClose } = props;
  const isConfirmed = word !== null && holders.isSuccess && typed.trim().toLowerCase() === word.trim().toLowerCase();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <Dialog title={props.title} open wide onClose={onClose}>
      <form className='stack' onSubmit={submit} noValidate>
        <p>
          <strong>{props.about}</strong>
        </p>
        {props.choice}
        {props.prompt !== null && <p className='soft small'>{props.prompt}</p>}
        {word !== null && holders.isPending && <SkeletonLines lines={4} />}
        {word !== null && (
          <Refusal error={holders.error}>Who holds what could not be read, so nothing can be resolved now.</Refusal>
        )}
        {word !== null && holders.isSuccess && (
          <>
            {props.children}
            <Field
              label={`Type “${word}” to confirm`}
              value={typed}
              autoComplete='off'
              spellCheck={false}
              onChange={({ target }) => props.onTyped(target.value)}
              hint='A result is final: it cannot be changed or taken back.'
            />
          </>
        )}
        <Refusal error={resolve.error} />
        <div className='row wrap end'>
          <Button onClick={onClose}>Cancel</Button>
          <Button type='submit' kind='danger' disabled={!isConfirmed} busy={resolve.isPending}>
            {props.action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Reads the holders of each market afresh, in their order, and again while the dialog is open: trading goes on. */
export function useHolders(conditionIds: readonly string[], refetchInterval: number) {
  const { client } = useOperator();
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
    staleTime: 0,
    gcTime: 0,
    refetchInterval,
  });
}
