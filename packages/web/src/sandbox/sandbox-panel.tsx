/** Sandbox section of the operator page, loaded on demand. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount, formatPercent, NO_FIGURE } from '../format/numbers.ts';
import { Tile } from '../operate/health-tile.tsx';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/refusal.tsx';
import { OrderLife } from '../orders/explained-order.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { isMissing } from '../venue/error-text.ts';
import { BranchesPanel } from './branches-panel.tsx';
import { CallsPanel } from './calls-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { branchesQuery, clockQuery, faultsQuery, replaysQuery, scenarioQuery } from './sandbox-queries.ts';
import { fileName, playedPart } from './words.ts';
import './sandbox-panel.css';
import '../orders/orders.css';

export function SandboxPanel() {
  return (
    <section className='grid top gap-4 sandbox' aria-label='Sandbox'>
      <p className='pad rounded sandbox__loud all-columns'>
        <strong>This is a sandbox.</strong> Its time is moved, its history is taken back, and things go wrong on
        purpose. Nothing in it is real.
      </p>
      <SummaryTiles />
      <div className='grid gap-4'>
        <ClockPanel />
        <ExplainPanel />
      </div>
      <div className='grid gap-4'>
        <CallsPanel />
        <BranchesPanel />
      </div>
    </section>
  );
}

function SummaryTiles() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const { data: branches } = useQuery(branchesQuery(client, clock?.branch ?? ''));
  const { data: scenario } = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  const { data: faults } = useQuery(faultsQuery(client));
  const { data: replays } = useQuery(replaysQuery(client));
  const replay = replays?.findLast(({ branch }) => branch === clock?.branch);
  const injected = faults?.reduce((sum, rule) => sum + rule.injected, 0);
  return (
    <div className='grid gap-3 operate__tiles all-columns'>
      <Tile
        title='Branch'
        figure={clock?.branch ?? NO_FIGURE}
        note={clock === undefined ? '' : `after entry ${formatCount(clock.sequence)}${keptText(branches?.length ?? 1)}`}
      />
      {replay !== undefined && clock !== undefined ? (
        <Tile
          title='Replay'
          figure={formatPercent(replay.state === 'done' ? 1 : playedPart(replay, clock.time_ms))}
          note={`of the tape ${fileName(replay.tape)} is played`}
        />
      ) : (
        <Tile
          title='Scenario'
          figure={scenario === undefined ? NO_FIGURE : (scenario.running?.name ?? 'None')}
          note={scenario?.running == null ? 'those who connect trade alone' : 'house traders go by its script'}
        />
      )}
      <Tile
        title='Faults armed'
        figure={faults === undefined ? NO_FIGURE : formatCount(faults.length)}
        note={faults?.length === 0 ? 'all is as it should be' : 'rules that wait for what they match'}
      />
      <Tile
        title='Injected so far'
        figure={injected === undefined ? NO_FIGURE : formatCount(injected)}
        note='by the rules that are armed'
      />
    </div>
  );
}

const keptText = (count: number): string => (count === 1 ? '' : ` · ${formatCount(count)} branches are kept`);

/** Explains any order of the current branch by its id, whichever account placed it. */
function ExplainPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const [text, setText] = useState('');
  const [rule, setRule] = useState<string | null>(null);
  /** `time` increases with each request, so that asking again refetches. */
  const [asked, setAsked] = useState<{ readonly id: string; readonly time: number } | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const id = text.trim();
    const isId = /^0x[0-9a-fA-F]{64}$/.test(id);
    setRule(isId ? null : 'The id of an order is 0x followed by 64 digits or letters a to f.');
    if (isId) setAsked({ id, time: (asked?.time ?? 0) + 1 });
  };
  return (
    <Panel title='Why is an order as it is?' padded>
      <form className='grid top gap-2 sandbox__line' onSubmit={submit} noValidate>
        <Field
          label='Order id'
          autoComplete='off'
          spellCheck={false}
          value={text}
          error={rule}
          hint='Any order on this branch: placed, refused or held back by a rule.'
          onChange={({ target }) => {
            setText(target.value);
            setRule(null);
          }}
        />
        <Button type='submit'>Explain</Button>
      </form>
      {asked !== null && (
        <OrderLife
          key={asked.time}
          queryKey={['operate', 'sandbox', 'explained', clock?.branch, asked.id, asked.time]}
          explain={(signal) => client.sandbox.explain(asked.id, { signal })}
          untold={untoldText}
          isNamed
        />
      )}
    </Panel>
  );
}

function untoldText(error: unknown): string {
  if (!isMissing(error)) return operatorErrorText(error);
  return 'This branch has no such order. Refused orders are remembered only for a while, and only on the branch that is traded on.';
}
