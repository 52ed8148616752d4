/** One event for the operator: its text and flags, and each of its markets with all that can be done to it. */
import type { Event } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { eventQuery } from '../venue/queries.ts';
import { Flag } from './flag.tsx';
import { ManageMarket } from './manage-market.tsx';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './operator-error.ts';
import {
  isoOfLocal,
  lengthProblem,
  localOfIso,
  pictureProblem,
  requiredProblem,
  TEXT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
  URL_LENGTH_MAX,
} from './rules.ts';

export function ManageEvent({ slug }: { readonly slug: string }) {
  const { client } = useOperator();
  const query = useQuery({ ...eventQuery(client, slug), staleTime: 0 });
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState
        title='This event cannot be shown'
        text={operatorErrorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <SkeletonLines lines={8} />
    );
  }
  const event = query.data;
  return (
    <section className='stack' aria-label={event.title}>
      <div className='row operate__preview-head'>
        <Mark id={event.slug} image={event.image || event.icon} size={44} />
        <div>
          <h2>{event.title}</h2>
          <Link to='/event/$slug' params={{ slug: event.slug }} className='small'>
            See it as traders do
          </Link>
        </div>
      </div>
      <EventFlags event={event} />
      <details className='panel operate__details'>
        <summary>Text and dates of the event</summary>
        <EventText key={event.updatedAt} event={event} />
      </details>
      <h2>{event.markets.length === 1 ? 'Its market' : `Its ${event.markets.length} markets`}</h2>
      {event.markets.map(({ conditionId, groupItemTitle }) => (
        <ManageMarket key={conditionId} conditionId={conditionId} label={groupItemTitle} eventSlug={event.slug} />
      ))}
    </section>
  );
}

/** Sends a change of the event and has everything read anew that shows it. */
function useEventChange(event: Event) {
  const { client } = useOperator();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (changes: Record<string, unknown>) => client.admin.updateEvent(event.id, changes),
    onSuccess: async () => {
      showToast({ title: 'Event changed', tone: 'good' });
      await Promise.all([
        cache.invalidateQueries({ queryKey: KEYS.event(event.slug) }),
        cache.invalidateQueries({ queryKey: KEYS.events }),
      ]);
    },
  });
}

function EventFlags({ event }: { readonly event: Event }) {
  const change = useEventChange(event);
  return (
    <div className='panel'>
      <div className='panel__body operate__flags'>
        <Flag
          label='Active'
          hint='Shown in lists. Off: hidden until you turn it on.'
          isOn={event.active}
          isBusy={change.isPending}
          onChange={(active) => change.mutate({ active })}
        />
        <Flag
          label='Closed'
          hint='Counts as over in lists. It does not resolve or pause its markets.'
          isOn={event.closed}
          isBusy={change.isPending}
          onChange={(closed) => change.mutate({ closed })}
        />
        <Flag
          label='Archived'
          hint='Out of sight, kept for the record.'
          isOn={event.archived}
          isBusy={change.isPending}
          onChange={(archived) => change.mutate({ archived })}
        />
        {change.isError && (
          <p className='operate__alert' role='alert'>
            {operatorErrorText(change.error)}
          </p>
        )}
      </div>
    </div>
  );
}

function EventText({ event }: { readonly event: Event }) {
  const change = useEventChange(event);
  const [text, setText] = useState(() => ({
    title: event.title,
    description: event.description,
    resolutionSource: event.resolutionSource,
    image: event.image,
    end: localOfIso(event.endDate),
  }));
  const set = (part: Partial<typeof text>): void => {
    setText((before) => ({ ...before, ...part }));
    change.reset();
  };
  const problems = {
    title: requiredProblem('the title', text.title, TITLE_LENGTH_MAX),
    description: lengthProblem(text.description, TEXT_LENGTH_MAX),
    resolutionSource: lengthProblem(text.resolutionSource, URL_LENGTH_MAX),
    image: text.image === event.image ? null : pictureProblem(text.image),
  };
  const changes = {
    ...(text.title !== event.title && { title: text.title.trim() }),
    ...(text.description !== event.description && { description: text.description }),
    ...(text.resolutionSource !== event.resolutionSource && { resolutionSource: text.resolutionSource }),
    ...(text.image !== event.image && { image: text.image.trim(), icon: text.image.trim() }),
    ...(text.end !== localOfIso(event.endDate) && { endDate: isoOfLocal(text.end) }),
  };
  const isReady = Object.keys(changes).length > 0 && Object.values(problems).every((problem) => problem === null);
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    if (isReady) change.mutate(changes);
  };
  return (
    <form className='panel__body stack' onSubmit={submit} noValidate>
      <Field
        label='Title'
        value={text.title}
        error={problems.title}
        onChange={(changed) => set({ title: changed.target.value })}
      />
      <TextField
        label='Description and rules'
        rows={5}
        value={text.description}
        error={problems.description}
        onChange={(changed) => set({ description: changed.target.value })}
      />
      <Field
        label='Resolution source'
        value={text.resolutionSource}
        error={problems.resolutionSource}
        onChange={(changed) => set({ resolutionSource: changed.target.value })}
      />
      <div className='operate__pair'>
        <Field
          label='Picture (address)'
          value={text.image}
          error={problems.image}
          onChange={(changed) => set({ image: changed.target.value })}
        />
        <Field
          label='Ends'
          type='datetime-local'
          value={text.end}
          onChange={(changed) => set({ end: changed.target.value })}
        />
      </div>
      {change.isError && (
        <p className='operate__alert' role='alert'>
          {operatorErrorText(change.error)}
        </p>
      )}
      <div>
        <Button type='submit' kind='primary' disabled={!isReady} busy={change.isPending}>
          Save event
        </Button>
      </div>
    </form>
  );
}
