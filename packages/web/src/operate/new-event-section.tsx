/**
 * Creates an event in steps: the event, its markets, their terms, and a preview. It starts empty, from a template, as a
 * copy of an event, or from a suggestion, which it then approves.
 */
import type { Suggestion } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { formatCents, formatShares } from '../format/numbers.ts';
import { formatMoment } from '../format/time.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Answer } from '../venue/answer.tsx';
import type { Client } from '../venue/client.ts';
import { KEYS, renew } from '../venue/keys.ts';
import { eventQuery, reading } from '../venue/queries.ts';
import {
  draftSlug,
  eventBody,
  eventProblems,
  marketsProblems,
  questionOf,
  termsProblems,
  tradingEndOf,
} from './draft.ts';
import { EMPTY_DRAFT, type EventDraft, type Problems } from './draft-shape.ts';
import { EventStep, TermsStep } from './draft-steps.tsx';
import { type StepProps, useFocusOnProblem } from './fields.ts';
import { Fact } from './health-tile.tsx';
import { houseBound } from './house-fields.tsx';
import { MarketsStep } from './markets-step.tsx';
import { NumericPreview } from './numeric-fields.tsx';
import { useOperator } from './operator.tsx';
import { PasteMany } from './paste-many.tsx';
import { operatorErrorText, Refusal } from './refusal.tsx';
import { isoOfLocal } from './rules.ts';
import { SUGGESTIONS } from './suggestions-section.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { draftOfEvent, draftOfSuggestion } from './templates.ts';

const STEPS = ['Event', 'Markets', 'Terms', 'Preview'] as const;

function problemsOf(step: number, draft: EventDraft, nowMs: number): Problems {
  if (step === 0) return eventProblems(draft, nowMs);
  if (step === 1) return marketsProblems(draft);
  return step === 2 ? termsProblems(draft, nowMs) : {};
}

const MODES = { one: 'One event', many: 'Paste many' };

export function NewEventSection() {
  const { copy, suggestion } = useSearch({ from: '/operate/$section' });
  const [mode, setMode] = useState<'one' | 'many'>('one');
  if (copy !== undefined) return <CopyOfEvent key={copy} slug={copy} />;
  if (suggestion !== undefined) return <EventOfSuggestion key={suggestion} id={suggestion} />;
  return (
    <div className='stack'>
      <div>
        <Segmented label='How many' value={mode} options={MODES} onChange={setMode} />
      </div>
      {mode === 'one' ? <NewEvent /> : <PasteMany />}
    </div>
  );
}

function CopyOfEvent({ slug }: { readonly slug: string }) {
  const query = useQuery(eventQuery(useOperator().client, slug));
  return (
    <Answer to={query} failure='This event cannot be copied' lines={8} explain={operatorErrorText}>
      {(event) => <NewEvent start={draftOfEvent(event)} />}
    </Answer>
  );
}

function EventOfSuggestion({ id }: { readonly id: string }) {
  const { client } = useOperator();
  const key = [...SUGGESTIONS, 'one', id];
  const query = useQuery(reading(key, (call) => client.admin.suggestion(id, call), Number.POSITIVE_INFINITY));
  return (
    <Answer to={query} failure='This suggestion cannot be read' lines={8} explain={operatorErrorText}>
      {(suggestion) => <NewEvent start={draftOfSuggestion(suggestion)} of={suggestion} />}
    </Answer>
  );
}

interface NewEventProps {
  readonly start?: EventDraft;
  /** The suggestion that the event is made of. */
  readonly of?: Suggestion;
}

function NewEvent({ start = EMPTY_DRAFT, of }: NewEventProps) {
  const { client } = useOperator();
  const clock = useClock();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<EventDraft>(start);
  const [step, setStep] = useState(0);
  const [isChecked, setIsChecked] = useState(false);
  const create = useMutation({
    mutationFn: async (written: EventDraft) => {
      const event = await client.admin.addEvent(eventBody(written));
      const approved = of === undefined ? null : await approve(client, of, event.id);
      return { event, approved };
    },
    onSuccess: () => renew(cache, KEYS.events, KEYS.tags, SUGGESTIONS),
  });
  const form = useFocusOnProblem(isChecked);
  const go = (to: number): void => {
    setStep(to);
    setIsChecked(false);
    create.reset();
  };
  if (create.isSuccess) {
    return (
      <Created
        event={create.data.event}
        approved={create.data.approved}
        onAgain={() => {
          setDraft(EMPTY_DRAFT);
          go(0);
        }}
      />
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.keys(problemsOf(step, draft, clock.now())).length > 0) return setIsChecked(true);
    if (step === STEPS.length - 1) create.mutate(draft);
    else go(step + 1);
  };
  const props: StepProps = {
    draft,
    problems: isChecked ? problemsOf(step, draft, clock.now()) : {},
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  return (
    <form ref={form} className='stack' aria-label='New event' onSubmit={submit} noValidate>
      {of !== undefined && <p className='small soft'>From suggestion {of.id}. Creating the event approves it.</p>}
      {step === 0 && start === EMPTY_DRAFT && <TemplatePicker onPick={props.onChange} />}
      <Steps step={step} onGo={go} />
      {step === 0 && <EventStep {...props} />}
      {step === 1 && <MarketsStep {...props} />}
      {step === 2 && <TermsStep {...props} />}
      {step === 3 && <EventPreview draft={draft} />}
      <Refusal error={create.error} />
      <div className='row row--apart'>
        <Button disabled={step === 0 || create.isPending} onClick={() => go(step - 1)}>
          Back
        </Button>
        <Button type='submit' kind='primary' busy={create.isPending}>
          {step === STEPS.length - 1 ? 'Create event' : `Next: ${STEPS[step + 1] ?? ''}`}
        </Button>
      </div>
    </form>
  );
}

function Steps({ step, onGo }: { readonly step: number; readonly onGo: (step: number) => void }) {
  return (
    <ol className='wrap flex operate__steps' aria-label='Steps'>
      {STEPS.map((title, index) => (
        <li key={title} aria-current={index === step ? 'step' : undefined}>
          <button type='button' className='inline-row' disabled={index >= step} onClick={() => onGo(index)}>
            <span className='tiny operate__step-number' aria-hidden='true'>
              {index + 1}
            </span>
            {title}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Approves a suggestion; returns what to say of it. The event stands, whatever becomes of this. */
async function approve(client: Client, { id }: Suggestion, eventId: string): Promise<string> {
  try {
    await client.admin.approveSuggestion(id, { eventId });
    return `Suggestion ${id} is approved, and its author sees this event.`;
  } catch (error) {
    return `Suggestion ${id} is not approved yet: ${operatorErrorText(error)} Approve it by POST /admin/suggestions/${id}/approve with eventId ${eventId}.`;
  }
}

interface CreatedProps {
  readonly event: Awaited<ReturnType<Client['admin']['addEvent']>>;
  readonly approved: string | null;
  readonly onAgain: () => void;
}

function Created({ event, approved, onAgain }: CreatedProps) {
  const count = event.markets.length;
  return (
    <div className='panel panel__body stack' role='status'>
      <h2>Created: {event.title}</h2>
      <p className='soft'>
        {count === 1 ? 'Its market is' : `Its ${count} markets are`}{' '}
        {event.markets.some(({ openTime }) => openTime) ? 'listed; trading opens later.' : 'open for orders now.'}
      </p>
      {approved !== null && <p className='soft'>{approved}</p>}
      <div className='row wrap'>
        <Link to='/event/$slug' params={{ slug: event.slug }} className={buttonClass({ kind: 'primary' })}>
          See it as traders do
        </Link>
        <Link
          to='/operate/$section'
          params={{ section: 'events' }}
          search={{ event: event.slug }}
          className={buttonClass({})}
        >
          Manage it
        </Link>
        <Button kind='ghost' onClick={onAgain}>
          Create another
        </Button>
      </div>
    </div>
  );
}

function EventPreview({ draft }: { readonly draft: EventDraft }) {
  const start = isoOfLocal(draft.startLocal);
  const close = tradingEndOf(draft);
  const open = isoOfLocal(draft.openLocal);
  return (
    <section className='stack' aria-label='Preview'>
      <p className='small soft'>This is what will be created. Nothing has been sent yet.</p>
      <article className='panel panel__body stack'>
        <div className='row top gap-4'>
          <Mark id={draftSlug(draft)} image={draft.image.trim()} size={64} />
          <div>
            <h2>{draft.title.trim()}</h2>
            <p className='row wrap small faint'>
              {draft.tags.map((tag) => (
                <span key={tag} className='badge'>
                  {tag}
                </span>
              ))}
              {draft.series.trim() !== '' && <span>Series: {draft.series.trim()}</span>}
              {draft.kind === 'answers' && draft.negRisk && <span className='badge badge--accent'>Negative risk</span>}
            </p>
          </div>
        </div>
        {draft.kind === 'answers' ? <PreviewMarkets draft={draft} /> : <NumericPreview draft={draft} />}
        <div>
          <h3>Rules</h3>
          <p className='operate__text'>{draft.description.trim()}</p>
        </div>
        <dl className='grid gap-3 operate__facts operate__facts--flat'>
          <Fact title='Decided by' text={draft.resolutionSource.trim()} />
          <Fact title='Starts' text={start === '' ? 'now' : formatMoment(start)} />
          <Fact title='Ends' text={formatMoment(isoOfLocal(draft.endLocal))} />
          {open !== '' && <Fact title='Trading opens' text={formatMoment(open)} />}
          <Fact title='Trading ends' text={close === '' ? 'with the result' : formatMoment(close)} />
          <Fact title='House' text={draft.house ? houseBound(draft) : 'does not trade'} />
          <Fact title='Price step' text={formatCents(draft.tick)} />
          <Fact title='Smallest order' text={formatShares(draft.minimumSize, 6, 'share')} />
          <Fact title='Taker fee' text={draft.fee === '0' ? 'none' : `${draft.fee} basis points`} />
          <Fact title='Address' text={`/app/event/${draftSlug(draft)}`} />
        </dl>
      </article>
    </section>
  );
}

function PreviewMarkets({ draft }: { readonly draft: EventDraft }) {
  return (
    <ul className='operate__preview-markets'>
      {draft.markets.map((market) => (
        <li key={market.key} className='row--apart gap-3 center flex'>
          <span>
            <strong>{market.label.trim() || market.question.trim()}</strong>
            {market.label.trim() !== '' && <span className='small faint'> {questionOf(draft, market)}</span>}
          </span>
          <span className='row'>
            <span className='badge badge--yes'>{market.outcomes[0].trim()}</span>
            <span className='badge badge--no'>{market.outcomes[1].trim()}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
