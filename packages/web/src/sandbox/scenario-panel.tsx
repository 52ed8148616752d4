/** The scenario being played, and a form to start another, after a confirmation. */
import type { ScenarioStatus } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { clockQuery, scenarioQuery, useReread } from './sandbox-queries.ts';
import { ScenarioFields, useScenarioText } from './scenario-fields.tsx';
import { type ScenarioChoice, titleOf } from './scenario-text.ts';
import { clockText } from './words.ts';

export function ScenarioPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const scenario = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  return (
    <Panel
      title='Scenario'
      aside={
        scenario.data?.running != null && <span className='badge badge--accent'>{scenario.data.running.name}</span>
      }
      padded
    >
      <Answer to={scenario} failure='The scenario could not be read' lines={3} explain={operatorErrorText}>
        {({ running, ready }) => (
          <>
            <Running running={running} />
            <PlayForm ready={ready} />
          </>
        )}
      </Answer>
    </Panel>
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

function PlayForm({ ready }: Pick<ScenarioStatus, 'ready'>) {
  const { client } = useOperator();
  const reread = useReread();
  const [asked, setAsked] = useState<ScenarioChoice | null>(null);
  const play = useMutation({
    mutationFn: (scenario: ScenarioChoice) => client.sandbox.play(scenario),
    onSuccess: reread,
  });
  const { text, change, read, refusal } = useScenarioText(play.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(read(ready));
  };
  return (
    <form className='stack' onSubmit={submit} noValidate aria-label='Play a scenario'>
      <ScenarioFields
        ready={ready}
        text={text}
        refusal={refusal}
        onChange={(part) => {
          change(part);
          if (!play.isPending) play.reset();
        }}
      />
      {text.by === 'ready' && <Refusal error={play.error}>It was not begun.</Refusal>}
      <div className='row'>
        <Button type='submit' busy={play.isPending}>
          Play…
        </Button>
      </div>
      <ConfirmDialog
        title={`Play ${asked === null ? '' : titleOf(asked)}?`}
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
    </form>
  );
}
