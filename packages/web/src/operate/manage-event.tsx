/** Management of one event: its text, its flags, and all actions on each of its markets. */
import { type Event, TEXT_LENGTH_MAX, TITLE_LENGTH_MAX, URL_LENGTH_MAX } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { endOf } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { Answer } from '../venue/answer.tsx';
import { eventRow } from '../venue/market-model.ts';
import { eventQuery } from '../venue/queries.ts';
import { proposalsOf } from '../venue/result-words.ts';
import { ClarifyForm } from './clarify-form.tsx';
import { Flags, useEdit, useEventChange } from './edit-form.tsx';
import { ManageMarket } from './manage-market.tsx';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';
import { ResultDialog } from './result-dialog.tsx';
import { subjectOfEvent } from './result-subject.ts';
import { isoOfLocal, lengthProblem, localOfIso, pictureProblem, requiredProblem } from './rules.ts';
import { SendForm } from './send-form.tsx';

export function ManageEvent({ slug }: { readonly slug: string }) {
  const { client } = useOperator();
  const query = useQuery({ ...eventQuery(client, slug), staleTime: 0 });
  return (
    <Answer to={query} failure='This event cannot be shown' lines={8} explain={operatorErrorText}>
      {(event) => <EventPanel event={event} />}
    </Answer>
  );
}

/** More markets than these, such as those of a numeric event, are shown on request. */
const MARKETS_SHOWN = 20;

function EventPanel({ event }: { readonly event: Event }) {
  const [isWhole, setWhole] = useState(event.markets.length <= MARKETS_SHOWN);
  // Only the reversal of its result opens a resolved event again.
  const isOver = event.closed && event.markets.length > 0 && event.markets.every(({ resolved }) => resolved);
  const closedHint = 'Counts as over in lists. It does not resolve or pause its markets.';
  return (
    <section className='stack' aria-label={event.title}>
      <div className='row top gap-4'>
        <Mark id={event.slug} image={event.image || event.icon} size={44} />
        <div>
          <h2>{event.title}</h2>
          <p className='row wrap small'>
            <Link to='/event/$slug' params={{ slug: event.slug }}>
              See it as traders do
            </Link>
            <Link to='/operate/$section' params={{ section: 'new' }} search={{ copy: event.slug }}>
              Duplicate
            </Link>
          </p>
        </div>
      </div>
      <div className='panel panel__body'>
        <Flags
          change={useEventChange(event)}
          flags={[
            ['active', 'Active', 'Shown in lists. Off: hidden until you turn it on.', event.active],
            ['closed', 'Closed', closedHint, event.closed, isOver],
            ['archived', 'Archived', 'Out of sight, kept for the record.', event.archived],
          ]}
        />
      </div>
      {event.negRisk && <EventResult event={event} />}
      <details className='panel'>
        <summary className='pad semi'>Text and dates of the event</summary>
        <EventText key={event.updatedAt} event={event} />
      </details>
      <details className='panel'>
        <summary className='pad semi'>Clarifications ({event.clarifications.length})</summary>
        <ClarifyForm event={event} />
      </details>
      <h2>{event.markets.length === 1 ? 'Its market' : `Its ${event.markets.length} markets`}</h2>
      {!isWhole && (
        <div>
          <Button onClick={() => setWhole(true)}>Show them</Button>
        </div>
      )}
      {(isWhole ? event.markets : []).map(({ conditionId, groupItemTitle }) => (
        <ManageMarket
          key={conditionId}
          conditionId={conditionId}
          label={groupItemTitle}
          eventSlug={event.slug}
          isReversible={!(event.negRisk && event.markets.every(({ resolved }) => resolved))}
        />
      ))}
    </section>
  );
}

function EventResult({ event }: { readonly event: Event }) {
  const [isResolving, setIsResolving] = useState(false);
  const rows = event.markets.map(eventRow);
  const subject = subjectOfEvent(event);
  const [proposed] = proposalsOf(rows);
  const winner = rows.find(({ isResolved, prices }) => isResolved && prices[0] === '1');
  return (
    <section className='panel' aria-labelledby='event-result'>
      <div className='panel__body row row--apart wrap'>
        <div>
          <h2 id='event-result'>Result</h2>
          <p className='small soft'>
            {proposed !== undefined
              ? `${proposed.proposal.disputed === undefined ? 'Proposed' : 'Disputed'}: ${proposed.words}.`
              : !subject.isPaid
                ? 'Exactly one of its markets wins. Naming the winner, a split or a refund resolves all of them in one step.'
                : rows.some(({ isRefunded }) => isRefunded)
                  ? 'Refunded.'
                  : winner === undefined
                    ? 'Shared: no single market won.'
                    : `${winner.label} won.`}
          </p>
        </div>
        <Button kind='danger' onClick={() => setIsResolving(true)}>
          {subject.isPaid ? 'Reverse result…' : proposed === undefined ? 'Resolve event…' : 'Decide…'}
        </Button>
      </div>
      {isResolving && <ResultDialog subject={subject} onClose={() => setIsResolving(false)} />}
    </section>
  );
}

function textOf({ title, description, resolutionSource, image, endDate }: Event) {
  return { title, description, resolutionSource, image, end: localOfIso(endOf(endDate)) };
}

function EventText({ event }: { readonly event: Event }) {
  const before = textOf(event);
  const edit = useEdit(useEventChange(event), {
    before,
    problemsOf: ({ title, description, resolutionSource, image }) => ({
      title: requiredProblem('the title', title, TITLE_LENGTH_MAX),
      description: lengthProblem(description, TEXT_LENGTH_MAX),
      resolutionSource: lengthProblem(resolutionSource, URL_LENGTH_MAX),
      image: image === before.image ? null : pictureProblem(image),
    }),
    changesOf: ({ title, description, resolutionSource, image, end }) => ({
      ...(title !== before.title && { title: title.trim() }),
      ...(description !== before.description && { description }),
      ...(resolutionSource !== before.resolutionSource && { resolutionSource }),
      ...(image !== before.image && { image: image.trim(), icon: image.trim() }),
      ...(end !== before.end && { endDate: isoOfLocal(end) }),
    }),
  });
  const { bind } = edit;
  return (
    <SendForm className='panel__body stack' of={edit} action='Save event' noValidate>
      <Field label='Title' {...bind('title')} />
      <TextField label='Description and rules' rows={5} {...bind('description')} />
      <Field label='Resolution source' {...bind('resolutionSource')} />
      <div className='grid gap-4 operate__pair'>
        <Field label='Picture (address)' {...bind('image')} />
        <Field label='Ends' type='datetime-local' {...bind('end')} />
      </div>
    </SendForm>
  );
}
