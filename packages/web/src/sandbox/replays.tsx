/** The replays of recorded markets: progress, and the certificate of each that was played to its end. */
import type { ReplayCertificate, ReplayProgress } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatCents, formatCount, formatShares } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/refusal.tsx';
import { classNames } from '../ui/class-names.ts';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { Gain } from '../ui/figures.tsx';
import { Answer } from '../venue/answer.tsx';
import { certificateQuery, clockQuery, replaysQuery } from './sandbox-queries.ts';
import { clockText, fileName, playedPart, STATE_WORDS } from './words.ts';

export function Replays() {
  const { client } = useOperator();
  const replays = useQuery(replaysQuery(client));
  const [chosen, setChosen] = useState('');
  const shown = replays.data?.find(({ id }) => id === chosen) ?? replays.data?.at(-1);
  return (
    <Answer to={replays} failure='The replays could not be read' lines={3} explain={operatorErrorText}>
      {(known) =>
        shown !== undefined && (
          <>
            <div className='panel__body stack'>
              <h3>Replay</h3>
              {known.length > 1 && (
                <SelectField
                  label='Tape'
                  text={[shown.id, setChosen]}
                  options={known
                    .toReversed()
                    .map(({ id, tape, state }) => [id, `${id}: ${fileName(tape)} – ${STATE_WORDS[state]}`])}
                />
              )}
              <Progress replay={shown} />
            </div>
            {shown.state === 'done' && <Certificate id={shown.id} />}
          </>
        )
      }
    </Answer>
  );
}

function Progress({ replay }: { readonly replay: ReplayProgress }) {
  const { data: clock } = useQuery(clockQuery(useOperator().client));
  const { tape, state, failure, branch, messages, lines, queue, from_ms: fromMs, to_ms: toMs } = replay;
  const nowMs = state === 'done' ? toMs : state === 'running' ? clock?.time_ms : undefined;
  return (
    <>
      <div>
        <p className='break'>
          {tape}{' '}
          <span className={classNames('badge', state === 'running' && 'badge--accent')}>{STATE_WORDS[state]}</span>
        </p>
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
        {formatCount(messages)} messages of {formatCount(lines)} lines are played on branch {branch}, with a step of{' '}
        {formatCount(replay.step_ms)} ms and the {queue} bound. {state === 'running' && 'It goes on as the clock does.'}
      </p>
      {failure !== null && (
        <p className='small rounded operate__alert' role='alert'>
          It ended before its time: {failure}
        </p>
      )}
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
    ['Latency', latency.flatMap(({ points }) => Object.keys(points)).join(', ') || 'none'],
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
