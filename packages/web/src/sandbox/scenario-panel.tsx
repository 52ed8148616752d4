/** What is played in a sandbox, and a way to begin another scenario. What that comes to is asked about first. */
import type { ScenarioStatus } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/operator-error.ts';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Answer } from '../venue/answer.tsx';
import { clockQuery, scenarioQuery, useReread } from './sandbox-queries.ts';
import { clockText } from './time-words.ts';

export function ScenarioPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const scenario = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  const reread = useReread();
  const [asked, setAsked] = useState<string | null>(null);
  const play = useMutation({
    mutationFn: (name: string) => client.sandbox.play(name),
    onSuccess: reread,
  });
  return (
    <section className='panel' aria-labelledby='sandbox-scenario'>
      <div className='panel__head'>
        <h2 id='sandbox-scenario'>Scenario</h2>
        {scenario.data?.running != null && <span className='badge badge--accent'>{scenario.data.running.name}</span>}
      </div>
      <div className='panel__body stack'>
        <Answer to={scenario} failure='The scenario could not be read' lines={3} explain={operatorErrorText}>
          {({ running, ready }) => (
            <>
              <Running running={running} />
              <Choice ready={ready} isBusy={play.isPending} onPlay={setAsked} />
              <Refusal error={play.error}>It was not begun.</Refusal>
            </>
          )}
        </Answer>
      </div>
      <ConfirmDialog
        title={`Play ${asked ?? ''}?`}
        action='Play it'
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && play.mutate(asked)}
      >
        <p>
          A new branch begins with nothing but this scenario, and everyone trades on it: accounts, orders and balances
          of now are not there, and every fault is disarmed but those that it brings.
        </p>
        <p className='small soft'>
          Time stands still at its start. The branch that is traded on now stays as it is, and you can go on from its
          end.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function Running({ running }: Pick<ScenarioStatus, 'running'>) {
  if (running === null) {
    return <p className='small soft'>None is played: no one trades here but those who connect.</p>;
  }
  return (
    <div>
      <p>{running.about}</p>
      <p className='small faint'>Began at {clockText(Date.parse(running.start))}</p>
    </div>
  );
}

interface ChoiceProps extends Pick<ScenarioStatus, 'ready'> {
  readonly isBusy: boolean;
  readonly onPlay: (name: string) => void;
}

function Choice({ ready, isBusy, onPlay }: ChoiceProps) {
  const [chosen, setChosen] = useState('');
  const { name = '', about = '' } = ready.find((each) => each.name === chosen) ?? ready[0] ?? {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== '') onPlay(name);
  };
  return (
    <form className='sandbox__line' onSubmit={submit}>
      <SelectField
        label='Begin a ready one'
        value={name}
        hint={about}
        onChange={({ target }) => setChosen(target.value)}
      >
        {ready.map((each) => (
          <option key={each.name} value={each.name}>
            {each.name}
          </option>
        ))}
      </SelectField>
      <Button type='submit' busy={isBusy}>
        Play…
      </Button>
    </form>
  );
}
