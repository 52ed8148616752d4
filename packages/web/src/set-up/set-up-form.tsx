/** The form that sets up a new venue, and what it shows afterwards. */
import type { SetUpAnswer } from '@bellwether/contract';
import { keepsPeople } from '@bellwether/contract/joins';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { boundTo, useFocusOnProblem } from '../operate/fields.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { sendSetUp } from './set-up-client.ts';
import {
  EMPTY_SET_UP,
  JOINS,
  READERS,
  type SetUpDraft,
  setUpProblems,
  setUpRequest,
  TEMPLATES,
} from './set-up-draft.ts';
import { MailFields, ProviderFields } from './sign-in-fields.tsx';

interface SetUpFormProps {
  readonly token: string;
  readonly secondsLeft: number;
  readonly callback: string;
}

export function SetUpForm({ token, secondsLeft, callback }: SetUpFormProps) {
  const clock = useClock();
  const [draft, setDraft] = useState(EMPTY_SET_UP);
  const [isChecked, setIsChecked] = useState(false);
  const form = useFocusOnProblem(isChecked);
  const send = useMutation({ mutationFn: (filled: SetUpDraft) => sendSetUp(token, setUpRequest(filled)) });
  const problems = isChecked ? setUpProblems(draft, clock.now()) : {};
  if (send.isSuccess) return <Ready answer={send.data} draft={draft} />;
  const bind = boundTo(draft, problems, (name: keyof SetUpDraft, value) => {
    if (!send.isPending) send.reset();
    setDraft((before) => ({ ...before, [name]: value }));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isWrong = Object.keys(setUpProblems(draft, clock.now())).length > 0;
    setIsChecked(isWrong);
    if (!isWrong) send.mutate(draft);
  };
  return (
    <form ref={form} className='stack' aria-label='Set-up' onSubmit={submit} noValidate>
      <p className='soft'>Once, from this link. It is good for {minutes(secondsLeft)}.</p>
      <Panel title='The venue' padded>
        <Field
          label='Name'
          autoComplete='off'
          {...bind('name')}
          hint='At the top of every page, and in links that people share.'
        />
        <div className='grid gap-4 operate__pair'>
          <Field
            label='Currency'
            autoComplete='off'
            {...bind('currency')}
            hint='A sign or a word, such as €, points or acorns. It is play money.'
          />
          <Field
            label='Starting balance'
            inputMode='decimal'
            autoComplete='off'
            {...bind('startingBalance')}
            hint='Each new account gets it once, to trade with.'
          />
        </div>
        <SelectField
          label='Who may join'
          options={JOINS.map(([join, words]) => [join, words] as const)}
          {...bind('join')}
          hint={JOINS.find(([join]) => join === draft.join)?.[2]}
        />
        {keepsPeople(draft.join) && <SelectField label='Who may read' options={READERS} {...bind('reads')} />}
      </Panel>
      {draft.join === 'oidc' && <ProviderFields {...{ token, draft, bind, callback }} />}
      {keepsPeople(draft.join) && <MailFields {...{ token, draft, bind }} />}
      <Panel title='The first market' padded>
        <SelectField label='Kind' options={TEMPLATES} {...bind('template')} />
        {draft.template !== 'none' && <FirstMarket draft={draft} bind={bind} />}
      </Panel>
      {send.isError && (
        <p className='small rounded operate__alert' role='alert'>
          {send.error.message}
        </p>
      )}
      <Button type='submit' kind='primary' size='lg' wide busy={send.isPending}>
        Set up the venue
      </Button>
    </form>
  );
}

function minutes(seconds: number): string {
  const whole = Math.ceil(seconds / 60);
  return whole === 1 ? 'another minute' : `another ${whole} minutes`;
}

const EXAMPLES = {
  'yes-no': ['Will the new office open before June?', '', 'Yes if the first desk is in use on 31 May.'],
  several: [
    'Who wins the spring regatta?',
    'Heron\nOsprey\nKingfisher',
    'The boat that the regatta’s board names as the winner.',
  ],
} as const;

function FirstMarket({
  draft: { template },
  bind,
}: {
  readonly draft: SetUpDraft;
  readonly bind: ReturnType<typeof boundTo<keyof SetUpDraft>>;
}) {
  const [title, answers, rules] = EXAMPLES[template === 'none' ? 'yes-no' : template];
  return (
    <>
      <Field label='Question' autoComplete='off' placeholder={title} {...bind('title')} />
      {answers !== '' && (
        <TextField
          label='Answers'
          rows={3}
          placeholder={answers}
          {...bind('answers')}
          hint='Each on a line of its own.'
        />
      )}
      <TextField
        label='Rules'
        rows={3}
        placeholder={rules}
        {...bind('description')}
        hint='When does it resolve to what?'
      />
      <div className='grid gap-4 operate__pair'>
        <Field
          label='Decided by'
          autoComplete='off'
          {...bind('resolutionSource')}
          hint='A person, an office or an address on the web.'
        />
        <Field label='Trading ends' type='datetime-local' {...bind('endLocal')} hint='In your time zone.' />
      </div>
    </>
  );
}

/** First thing that an operator does, by the rule of joining. */
const NEXT: Readonly<Record<string, readonly [section: string, words: string]>> = {
  listed: ['/money', 'Add who may join'],
  invite: ['/invitations', 'Invite people'],
  approval: ['/people', 'Let people in'],
};

function Ready({ answer: { event, adminToken }, draft }: { readonly answer: SetUpAnswer; readonly draft: SetUpDraft }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // Whole page loads: the page learns the venue's name and currency when it loads.
  return (
    <section className='panel panel__body stack' role='status'>
      <h2 ref={heading} tabIndex={-1}>
        {draft.name.trim()} is set up
      </h2>
      <p>
        The admin token, which Operate asks for, is in <code className='break operate__text'>{adminToken}</code>.
      </p>
      <p className='soft small'>
        These choices are in bellwether.config.json in the data folder. To change them, edit the file and restart the
        venue.
      </p>
      {keepsPeople(draft.join) && <p>Restart the venue now: from then on it lets people in.</p>}
      <div className='row wrap'>
        <a className={buttonClass({ kind: 'primary' })} href={event === '' ? '/app/' : `/app/event/${event}`}>
          {event === '' ? 'Open the venue' : 'See the first market'}
        </a>
        <a className={buttonClass({})} href={`/app/operate${NEXT[draft.join]?.[0] ?? ''}`}>
          {NEXT[draft.join]?.[1] ?? 'Operate'}
        </a>
      </div>
    </section>
  );
}
