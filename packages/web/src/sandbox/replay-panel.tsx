/** The replay of a recorded market: its progress, its result, and a form to start another. */
import type { ReplayCertificate, ReplayProgress, ReplayWish } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatCents, formatCount, formatShares } from '../format/numbers.ts';
import { type Bind, boundTo } from '../operate/fields.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Field, SelectField, TextField } from '../ui/field.tsx';
import { Gain } from '../ui/figures.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { More } from './draft-fields.tsx';
import { refusalWords } from './refusals.ts';
import {
  NEW_REPLAY,
  OTHER,
  type ReplayField,
  type ReplayProblems,
  type ReplayText,
  refusedReplayField,
  replayWish,
} from './replay-draft.ts';
import { certificateQuery, clockQuery, replaysQuery, useMove, useReread } from './sandbox-queries.ts';
import { clockText, fileName, playedPart, QUEUE_WORDS, SPEEDS, STATE_WORDS, STEPS, stepText } from './words.ts';

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
        <p className='break'>{tape}</p>
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

const ROWS_MAX = 50;

/** Result of a replay: bends, profit, hashes, and each resting order's fills under both bounds. */
function ReplayCertificateView({ certificate }: { readonly certificate: ReplayCertificate }) {
  const { tape, seed, latency, requests, fills, bends, profit, sha256 } = certificate;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Gaps of the tape', formatCount(tape.gaps)],
    ['Recorded trades that do not cross', formatCount(tape.uncrossed_trades)],
    ['Requests of clients', formatCount(requests.count)],
    ['Fills of clients', formatCount(fills.count)],
    ['Taken of the tape', formatShares(bends.taken, 2, 'share')],
    ['Given to the tape', formatShares(bends.given, 2, 'share')],
    ['Trades that met less', `${formatCount(bends.short_trades)}, by ${formatShares(bends.short, 2, 'share')}`],
    ['Profit, at least', <Gain key='least' amount={profit.pessimistic} />],
    ['Profit, at most', <Gain key='most' amount={profit.optimistic} />],
    ['Latency', latency],
    ['Seed', String(seed)],
    ['Hash of the tape', <code key='tape'>{tape.sha256}</code>],
    ['Certificate', <code key='certificate'>{sha256}</code>],
  ];
  return (
    <>
      <dl className='panel__body grid gap-1 sandbox__facts small' aria-label='Certificate of the replay'>
        {facts.map(([name, value]) => (
          <div key={name} className='row--apart gap-4 flex'>
            <dt className='soft'>{name}</dt>
            <dd className='break numeric'>{value}</dd>
          </div>
        ))}
      </dl>
      <Orders orders={certificate.orders} />
    </>
  );
}

function Orders({ orders: { count, listed } }: Pick<ReplayCertificate, 'orders'>) {
  if (count === 0) return <p className='panel__body small soft'>No order of a client rested.</p>;
  return (
    <>
      <DataTable
        caption='Orders that rested, and what the tape gave each'
        rows={listed.slice(0, ROWS_MAX)}
        keyOf={({ order }) => String(order)}
        narrow='cards'
        columns={[
          {
            title: 'Order',
            kind: 'lead',
            cell: ({ order, side, price }) => `${formatCount(order)}: ${side} at ${formatCents(price)}`,
          },
          { title: 'Shares', kind: 'figure', cell: ({ size }) => formatShares(size) },
          { title: 'Ahead at first', kind: 'figure', cell: (order) => formatShares(order.ahead_at_first) },
          { title: 'Filled', kind: 'figure', cell: ({ filled }) => <strong>{formatShares(filled)}</strong> },
          { title: 'At least', kind: 'figure', cell: ({ pessimistic }) => formatShares(pessimistic) },
          { title: 'At most', kind: 'figure', cell: ({ optimistic }) => formatShares(optimistic) },
        ]}
      />
      {count > ROWS_MAX && (
        <p className='panel__body small faint'>
          The first {formatCount(ROWS_MAX)} of {formatCount(count)}.
        </p>
      )}
    </>
  );
}

/** Starts the replay of a tape, after a confirmation. */
function ReplayForm() {
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
  const bind = boundTo<ReplayField>(text, problems, (name, value) => change({ [name]: value }));
  return (
    <form className='stack' onSubmit={submit} noValidate aria-labelledby='sandbox-replay-begin'>
      <h3 id='sandbox-replay-begin'>Play a tape</h3>
      <Field
        label='Name of the tape'
        autoComplete='off'
        spellCheck={false}
        {...bind('tape')}
        hint='A file in the sandbox’s tapes folder, as written by bellwether record.'
      />
      <Choices text={text} bind={bind} onChange={change} />
      <More filled={text.accounts.trim() === '' ? 0 : 1} isWrong={problems.accounts !== undefined}>
        <TextField
          label='Accounts'
          className='sandbox__json'
          rows={4}
          spellCheck={false}
          autoComplete='off'
          {...bind('accounts')}
          placeholder='[{ "name": "me", "key": "0x…", "balance": 10000 }]'
          hint='Who trades beside the tape, as in a scenario. Empty: bot, whose key the ready scenarios have as well.'
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
  readonly bind: Bind<ReplayField>;
  readonly onChange: (part: Partial<ReplayText>) => void;
}

function Choices({ text, bind, onChange }: ChoicesProps) {
  return (
    <div className='grid gap-4 operate__triple'>
      <SelectField
        label='The books show'
        value={text.step}
        options={[...STEPS.map(({ stepMs, label }) => [String(stepMs), label] as const), [OTHER, 'Every so many ms']]}
        onChange={({ target }) => onChange({ step: target.value })}
      />
      {text.step === OTHER && (
        <Field label='Milliseconds of the tape' inputMode='numeric' autoComplete='off' {...bind('stepMs')} />
      )}
      <SelectField
        label='Who cancelled was'
        value={text.queue}
        options={Object.entries({ pessimistic: 'Behind my orders', optimistic: 'Ahead of my orders' })}
        onChange={({ target }) => onChange({ queue: target.value === 'optimistic' ? 'optimistic' : 'pessimistic' })}
      />
      <SelectField
        label='It goes on'
        value={text.speed}
        options={SPEED_NAMES.map((name) => [name, name === OTHER ? 'So many times as fast' : SPEEDS[name].label])}
        onChange={({ target }) => onChange({ speed: SPEED_NAMES.find((name) => name === target.value) ?? 'clock' })}
      />
      {text.speed === OTHER && (
        <Field label='Times as fast as it was' inputMode='decimal' autoComplete='off' {...bind('times')} />
      )}
    </div>
  );
}

const SPEED_NAMES = [...(Object.keys(SPEEDS) as (keyof typeof SPEEDS)[]), OTHER] as const;
