/** Fault injection in a sandbox: the armed rules with their counts, and forms to arm and disarm. */
import type { FaultRule } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Answer } from '../venue/answer.tsx';
import { PresetForm, RuleForm } from './arm-forms.tsx';
import { anyText, faultText, matchTexts } from './fault-words.ts';
import { FAULTS, faultsQuery } from './sandbox-queries.ts';

const WAYS = [
  { value: 'preset', label: 'A preset' },
  { value: 'rule', label: 'A rule of my own' },
] as const;

export function FaultsPanel() {
  const { client } = useOperator();
  const queries = useQueryClient();
  const faults = useQuery(faultsQuery(client));
  const [way, setWay] = useState<'preset' | 'rule'>('preset');
  const disarm = useMutation({
    mutationFn: (id: string | undefined) => client.sandbox.faults.disarm(id),
    onSettled: () => queries.invalidateQueries({ queryKey: FAULTS }),
  });
  return (
    <Panel
      title='What goes wrong on purpose'
      aside={
        (faults.data?.length ?? 0) > 0 && (
          <Button size='sm' busy={disarm.isPending} onClick={() => disarm.mutate(undefined)}>
            Disarm all
          </Button>
        )
      }
    >
      <Answer to={faults} failure='The rules could not be read' lines={3} explain={operatorErrorText}>
        {(rules) =>
          rules.length === 0 ? (
            <EmptyState title='Nothing is armed'>
              <p className='small'>Requests and feeds are as they should be.</p>
            </EmptyState>
          ) : (
            <Rules rules={rules} isBusy={disarm.isPending} onDisarm={(id) => disarm.mutate(id)} />
          )
        }
      </Answer>
      <div className='panel__body stack'>
        <Refusal error={disarm.error}>Not disarmed.</Refusal>
        <div className='row row--apart wrap'>
          <h3>Arm</h3>
          <Segmented label='What to arm' value={way} options={WAYS} onChange={setWay} />
        </div>
        {way === 'preset' ? <PresetForm /> : <RuleForm />}
        <p className='small faint'>
          It is all at the edge: the ledger is never wrong. Pages are clients as well, this one included: what matches
          their requests and feeds meets them too. The ways to the sandbox itself are never faulty.
        </p>
      </div>
    </Panel>
  );
}

interface RulesProps {
  readonly rules: readonly FaultRule[];
  readonly isBusy: boolean;
  readonly onDisarm: (id: string) => void;
}

function Rules({ rules, isBusy, onDisarm }: RulesProps) {
  return (
    <DataTable
      caption='What is armed, in the order in which it is asked'
      rows={rules}
      keyOf={({ id }) => id}
      narrow='cards'
      columns={[
        { title: 'Rule', kind: 'lead', cell: (rule) => <RuleCell rule={rule} /> },
        { title: 'Matched', kind: 'figure', cell: ({ matched }) => formatCount(matched) },
        { title: 'Injected', kind: 'figure', cell: ({ injected }) => <strong>{formatCount(injected)}</strong> },
        {
          title: 'Disarm',
          kind: 'actions',
          cell: ({ id }) => (
            <Button size='sm' disabled={isBusy} aria-label={`Disarm rule ${id}`} onClick={() => onDisarm(id)}>
              Disarm
            </Button>
          ),
        },
      ]}
    />
  );
}

function RuleCell({ rule: { id, preset, match, do: fault } }: { readonly rule: FaultRule }) {
  const bounds = matchTexts(match);
  return (
    <span className='stack gap-0 operate__who'>
      <span className='row wrap semi'>
        {faultText(fault)}
        {preset !== null && <span className='badge'>{preset}</span>}
      </span>
      <span className='small faint break sandbox__match'>
        {`Rule ${id}`} · {bounds.length === 0 ? anyText(fault) : bounds.join(' · ')}
      </span>
    </span>
  );
}
