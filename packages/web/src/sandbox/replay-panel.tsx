/** The replay of a recorded market: its progress, its result, and a form to start another. */
import type { ReplayProgress } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/operator-error.ts';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { SelectField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { fileName } from './branch-words.ts';
import { ReplayCertificateView } from './replay-certificate.tsx';
import { ReplayForm } from './replay-form.tsx';
import { playedPart, QUEUE_WORDS, STATE_WORDS, stepText } from './replay-words.ts';
import { certificateQuery, clockQuery, replaysQuery, useMove } from './sandbox-queries.ts';
import { clockText } from './time-words.ts';

export function ReplayPanel() {
  const { client } = useOperator();
  const replays = useQuery(replaysQuery(client));
  const [chosen, setChosen] = useState('');
  const shown = replays.data?.find(({ id }) => id === chosen) ?? replays.data?.at(-1);
  return (
    <Panel
      title='Replay'
      aside={
        shown !== undefined && (
          <span className={classNames('badge', shown.state === 'running' && 'badge--accent')}>
            {STATE_WORDS[shown.state]}
          </span>
        )
      }
    >
      <Answer to={replays} failure='The replays could not be read' lines={3} explain={operatorErrorText}>
        {(known) => (
          <>
            <div className='panel__body stack'>
              {known.length > 1 && (
                <SelectField
                  label='Replay'
                  value={shown?.id ?? ''}
                  options={known
                    .toReversed()
                    .map(({ id, tape, state }) => [id, `${id}: ${fileName(tape)} – ${STATE_WORDS[state]}`])}
                  onChange={({ target }) => setChosen(target.value)}
                />
              )}
              {shown === undefined ? (
                <p className='small soft'>
                  None was begun. A recorded market is played into the books here, and everyone trades beside it.
                </p>
              ) : (
                <Progress replay={shown} />
              )}
            </div>
            {shown?.state === 'done' && <Certificate id={shown.id} />}
            <div className='panel__body'>
              <ReplayForm />
            </div>
          </>
        )}
      </Answer>
    </Panel>
  );
}

function Progress({ replay }: { readonly replay: ReplayProgress }) {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const move = useMove();
  const { tape, state, failure, branch, messages, lines, from_ms: fromMs, to_ms: toMs } = replay;
  const nowMs = state === 'done' ? toMs : state === 'running' ? clock?.time_ms : undefined;
  return (
    <>
      <div>
        <p className='sandbox__path'>{tape}</p>
        <p className='small faint'>
          {clockText(fromMs)} – {clockText(toMs)}
        </p>
      </div>
      {nowMs !== undefined && (
        <progress
          className='sandbox__progress'
          aria-label='Played of the tape'
          max={1}
          value={playedPart(replay, nowMs)}
        />
      )}
      <p className='small soft'>
        {formatCount(messages)} messages of {formatCount(lines)} lines are played on branch {branch}.{' '}
        {stepText(replay.step_ms)} {QUEUE_WORDS[replay.queue]}
      </p>
      {state === 'running' && (
        <div className='row row--apart wrap'>
          <p className='small faint'>It goes on as the sandbox’s time does.</p>
          <Button size='sm' busy={move.isPending} onClick={() => move.mutate({ pause: true })}>
            Stop here
          </Button>
        </div>
      )}
      {failure !== null && (
        <p className='small rounded operate__alert' role='alert'>
          It ended before its time: {failure}
        </p>
      )}
      <Refusal error={move.error}>It was not stopped.</Refusal>
    </>
  );
}

function Certificate({ id }: { readonly id: string }) {
  const { client } = useOperator();
  const replay = useQuery(certificateQuery(client, id));
  return (
    <Answer to={replay} failure='The certificate could not be read' lines={4} explain={operatorErrorText}>
      {({ certificate }) => certificate !== null && <ReplayCertificateView certificate={certificate} />}
    </Answer>
  );
}
