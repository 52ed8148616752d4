/** Starts the replay of a tape, after a confirmation. */
import type { ReplayWish } from '@bellwether/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { More } from './draft-fields.tsx';
import { refusalWords } from './refusals.ts';
import {
  NEW_REPLAY,
  OTHER,
  type ReplayProblems,
  type ReplayText,
  refusedReplayField,
  replayWish,
} from './replay-draft.ts';
import { useReread } from './sandbox-queries.ts';
import { SPEEDS, STEPS } from './words.ts';

export function ReplayForm() {
  const { client } = useOperator();
  const reread = useReread();
  const [text, setText] = useState<ReplayText>(NEW_REPLAY);
  const [own, setOwn] = useState<ReplayProblems>({});
  const [asked, setAsked] = useState<ReplayWish | null>(null);
  const play = useMutation({ mutationFn: (wish: ReplayWish) => client.sandbox.replay(wish), onSuccess: reread });
  const change = (part: Partial<ReplayText>): void => {
    setText({ ...text, ...part });
    setOwn({});
    if (!play.isPending) play.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { wish, problems } = replayWish(text);
    setOwn(problems);
    setAsked(wish);
  };
  const refused = play.isError ? { [refusedReplayField(play.error)]: refusalWords(play.error) } : {};
  const problems: ReplayProblems = { ...own, ...refused };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-labelledby='sandbox-replay-begin'>
      <h3 id='sandbox-replay-begin'>Play a tape</h3>
      <Field
        label='Name of the tape'
        autoComplete='off'
        spellCheck={false}
        value={text.tape}
        hint='A file in the sandbox’s tapes folder, as written by bellwether record.'
        error={problems.tape}
        onChange={({ target }) => change({ tape: target.value })}
      />
      <Choices text={text} problems={problems} onChange={change} />
      <More filled={text.accounts.trim() === '' ? 0 : 1} isWrong={problems.accounts !== undefined}>
        <TextField
          label='Accounts'
          className='sandbox__json'
          rows={4}
          spellCheck={false}
          autoComplete='off'
          value={text.accounts}
          placeholder='[{ "name": "me", "key": "0x…", "balance": 10000 }]'
          error={problems.accounts}
          hint='Who trades beside the tape, as in a scenario. Empty: bot, whose key the ready scenarios have as well.'
          onChange={({ target }) => change({ accounts: target.value })}
        />
      </More>
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
          A new branch begins with nothing but the markets of the tape and{' '}
          {asked?.accounts === undefined ? (
            <>
              the account <code>bot</code>
            </>
          ) : (
            'the accounts that you give'
          )}
          , and everyone trades on it: accounts, orders and balances of now are not there, and every fault is disarmed.
        </p>
        <p className='small soft'>
          The branch that is traded on now stays as it is, and you can go on from its end. A replay that is under way
          goes no further.
        </p>
      </ConfirmDialog>
    </form>
  );
}

interface ChoicesProps {
  readonly text: ReplayText;
  readonly problems: ReplayProblems;
  readonly onChange: (part: Partial<ReplayText>) => void;
}

function Choices({ text, problems, onChange }: ChoicesProps) {
  return (
    <div className='grid gap-4 operate__triple'>
      <SelectField
        label='The books show'
        value={text.step}
        options={[...STEPS.map(({ stepMs, label }) => [String(stepMs), label] as const), [OTHER, 'Every so many ms']]}
        onChange={({ target }) => onChange({ step: target.value })}
      />
      {text.step === OTHER && (
        <Field
          label='Milliseconds of the tape'
          inputMode='numeric'
          autoComplete='off'
          value={text.stepMs}
          error={problems.stepMs}
          onChange={({ target }) => onChange({ stepMs: target.value })}
        />
      )}
      <SelectField
        label='Who cancelled was'
        value={text.queue}
        options={[
          ['pessimistic', 'Behind my orders'],
          ['optimistic', 'Ahead of my orders'],
        ]}
        onChange={({ target }) => onChange({ queue: target.value === 'optimistic' ? 'optimistic' : 'pessimistic' })}
      />
      <SelectField
        label='It goes on'
        value={text.speed}
        options={SPEED_NAMES.map((name) => [name, name === OTHER ? 'So many times as fast' : SPEEDS[name].label])}
        onChange={({ target }) => onChange({ speed: SPEED_NAMES.find((name) => name === target.value) ?? 'clock' })}
      />
      {text.speed === OTHER && (
        <Field
          label='Times as fast as it was'
          inputMode='decimal'
          autoComplete='off'
          value={text.times}
          error={problems.times}
          onChange={({ target }) => onChange({ times: target.value })}
        />
      )}
    </div>
  );
}

const SPEED_NAMES = [...(Object.keys(SPEEDS) as (keyof typeof SPEEDS)[]), OTHER] as const;
