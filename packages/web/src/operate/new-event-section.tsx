/** Creates an event in steps: the event, its markets, their terms, and a preview. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { KEYS } from '../venue/keys.ts';
import { renew } from '../venue/renew.ts';
import {
  EMPTY_DRAFT,
  type EventDraft,
  eventBody,
  eventProblems,
  marketsProblems,
  type Problems,
  termsProblems,
} from './draft.ts';
import { EventPreview } from './event-preview.tsx';
import { EventStep } from './event-step.tsx';
import { useFocusOnProblem } from './fields.ts';
import { MarketsStep } from './markets-step.tsx';
import { useOperator } from './operator.tsx';
import { Refusal } from './refusal.tsx';
import type { StepProps } from './step.ts';
import { TermsStep } from './terms-fields.tsx';

const STEPS = ['Event', 'Markets', 'Terms', 'Preview'] as const;

function problemsOf(step: number, draft: EventDraft, nowMs: number): Problems {
  if (step === 0) return eventProblems(draft, nowMs);
  if (step === 1) return marketsProblems(draft);
  return step === 2 ? termsProblems(draft, nowMs) : {};
}

export function NewEventSection() {
  const { client } = useOperator();
  const clock = useClock();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [step, setStep] = useState(0);
  const [isChecked, setIsChecked] = useState(false);
  const create = useMutation({
    mutationFn: (written: EventDraft) => client.admin.addEvent(eventBody(written)),
    onSuccess: () => renew(cache, KEYS.events, KEYS.tags),
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
        event={create.data}
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
          <button type='button' disabled={index >= step} onClick={() => onGo(index)}>
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

function Created({
  event,
  onAgain,
}: {
  readonly event: { readonly slug: string; readonly title: string; readonly markets: readonly unknown[] };
  readonly onAgain: () => void;
}) {
  const count = event.markets.length;
  return (
    <div className='panel panel__body stack' role='status'>
      <h2>Created: {event.title}</h2>
      <p className='soft'>{count === 1 ? 'Its market is' : `Its ${count} markets are`} open for orders now.</p>
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
