/** Begins to play a tape. What that comes to is asked about first. */
import type { ReplayWish } from '@bellwether/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { refusalWords } from './refusal-words.ts';
import { SPEEDS, STEPS } from './replay-words.ts';
import { useReread } from './sandbox-queries.ts';

export function ReplayForm() {
  const { client } = useOperator();
  const reread = useReread();
  const [tape, setTape] = useState('');
  const [step, setStep] = useState('0');
  const [queue, setQueue] = useState<'pessimistic' | 'optimistic'>('pessimistic');
  const [speed, setSpeed] = useState<keyof typeof SPEEDS>('clock');
  const [rule, setRule] = useState<string | null>(null);
  const [asked, setAsked] = useState<ReplayWish | null>(null);
  const play = useMutation({ mutationFn: (wish: ReplayWish) => client.sandbox.replay(wish), onSuccess: reread });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const path = tape.trim();
    setRule(path === '' ? 'Where the tape is, as the sandbox sees it.' : null);
    if (path !== '') setAsked({ tape: path, step: Number(step), queue, speed: SPEEDS[speed].speed });
  };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-labelledby='sandbox-replay-begin'>
      <h3 id='sandbox-replay-begin'>Play a tape</h3>
      <Field
        label='Path of the tape'
        autoComplete='off'
        spellCheck={false}
        value={tape}
        hint='A file where the sandbox runs, as bellwether record writes it.'
        error={rule ?? (play.isError ? refusalWords(play.error) : null)}
        onChange={({ target }) => {
          setTape(target.value);
          setRule(null);
          if (!play.isPending) play.reset();
        }}
      />
      <div className='operate__triple'>
        <SelectField label='The books show' value={step} onChange={({ target }) => setStep(target.value)}>
          {STEPS.map(({ stepMs, label }) => (
            <option key={stepMs} value={stepMs}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label='Who cancelled was'
          value={queue}
          onChange={({ target }) => setQueue(target.value === 'optimistic' ? 'optimistic' : 'pessimistic')}
        >
          <option value='pessimistic'>Behind my orders</option>
          <option value='optimistic'>Ahead of my orders</option>
        </SelectField>
        <SelectField
          label='It goes on'
          value={speed}
          onChange={({ target }) => setSpeed(target.value in SPEEDS ? (target.value as keyof typeof SPEEDS) : 'clock')}
        >
          {Object.entries(SPEEDS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className='row'>
        <Button type='submit' busy={play.isPending}>
          Play the tape…
        </Button>
      </div>
      <ConfirmDialog
        title='Play this tape?'
        action='Play it'
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && play.mutate(asked)}
      >
        <p>
          A new branch begins with nothing but the markets of the tape and the account <code>bot</code>, and everyone
          trades on it: accounts, orders and balances of now are not there, and every fault is disarmed.
        </p>
        <p className='small soft'>
          The branch that is traded on now stays as it is, and you can go on from its end. A replay that is under way
          goes no further.
        </p>
      </ConfirmDialog>
    </form>
  );
}
