/** Edits and switches of an existing event or market. Only changed fields are sent. */
import type { Event } from '@bellwether/contract';
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { showToast } from '../ui/toast.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import { boundTo } from './fields.ts';
import { useOperator } from './operator.tsx';
import { Refusal } from './refusal.tsx';
import { effectsText } from './term-effects.ts';

type Text<Name extends string> = Readonly<Record<Name, string>>;

interface EditRules<Name extends string> {
  readonly before: Text<Name>;
  /** Returns the problem of each field; null for a valid one. */
  readonly problemsOf: (text: Text<Name>) => Readonly<Partial<Record<Name, string | null>>>;
  readonly changesOf: (text: Text<Name>) => Changes;
}

export function useEdit<Name extends string>(change: CatalogChange, rules: EditRules<Name>) {
  const [text, setText] = useState(rules.before);
  const problems = rules.problemsOf(text);
  const changes = rules.changesOf(text);
  const isReady = Object.keys(changes).length > 0 && Object.values(problems).every((problem) => problem === null);
  const bind = boundTo<Name>(text, problems, (name, value) => {
    setText((before) => ({ ...before, [name]: value }));
    if (!change.isPending) change.reset();
  });
  return { bind, sent: change, isLocked: !isReady, submit: () => isReady && change.mutate(changes) };
}

/** A switch by its field of the venue's API. A locked one cannot be changed in the current state. */
type FlagFacts = readonly [field: string, label: string, hint: string, isOn: boolean, isLocked?: boolean];

/** The switches of an event or a market. Each takes effect at once. */
export function Flags({ change, flags }: { readonly change: CatalogChange; readonly flags: readonly FlagFacts[] }) {
  const id = useId();
  return (
    <div className='grid gap-4 operate__flags'>
      {flags.map(([field, label, hint, isOn, isLocked = false]) => (
        <div key={field} className='top gap-3 flex'>
          <input
            id={id + field}
            type='checkbox'
            role='switch'
            aria-checked={isOn}
            className='switch'
            checked={isOn}
            disabled={change.isPending || isLocked}
            aria-describedby={`${id}${field}-hint`}
            onChange={({ target }) => change.mutate({ [field]: target.checked })}
          />
          <div>
            <label htmlFor={id + field} className='semi'>
              {label}
            </label>
            <p id={`${id}${field}-hint`} className='small faint'>
              {hint}
            </p>
          </div>
        </div>
      ))}
      <Refusal error={change.error} />
    </div>
  );
}

export type Changes = Readonly<Record<string, unknown>>;
type CatalogChange = UseMutationResult<unknown, Error, Changes>;

/** Mutations that change one event or market, shared by all its forms and switches. */
export function useEventChange({ id, slug }: Pick<Event, 'id' | 'slug'>): CatalogChange {
  const { client } = useOperator();
  const send = async (changes: Changes): Promise<string> => {
    await client.admin.updateEvent(id, changes);
    return '';
  };
  return useChange('Event changed', send, [KEYS.event(slug), KEYS.events]);
}

export function useMarketChange(conditionId: string, eventSlug: string): CatalogChange {
  const { client } = useOperator();
  const send = async (changes: Changes): Promise<string> =>
    effectsText((await client.admin.updateMarket(conditionId, changes)).effects);
  return useChange('Market changed', send, [KEYS.markets, KEYS.event(eventSlug)]);
}

function useChange(title: string, send: (changes: Changes) => Promise<string>, shown: readonly QueryKey[]) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (text) => {
      showToast({ title, ...(text !== '' && { text }), tone: 'good' });
      await renew(cache, ...shown);
    },
  });
}
