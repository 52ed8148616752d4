/** The armed fault rules of a sandbox with their counts, and buttons that disarm them. */
import type { FaultRule } from '@bellwether/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { buttonColumn } from '../ui/button-column.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Answer } from '../venue/answer.tsx';
import { FAULTS, faultsQuery } from './sandbox-queries.ts';

export function ArmedRules() {
  const { client } = useOperator();
  const queries = useQueryClient();
  const faults = useQuery(faultsQuery(client));
  const disarm = useMutation({
    mutationFn: (id: string | undefined) => client.sandbox.faults.disarm(id),
    onSettled: () => queries.invalidateQueries({ queryKey: FAULTS }),
  });
  return (
    <>
      <div className='panel__body stack gap-2'>
        <div className='row row--apart'>
          <h3>What goes wrong on purpose</h3>
          {(faults.data?.length ?? 0) > 0 && (
            <Button size='sm' busy={disarm.isPending} onClick={() => disarm.mutate(undefined)}>
              Disarm all
            </Button>
          )}
        </div>
        <p className='small soft'>
          {faults.data?.length === 0 && 'Nothing is armed. '}It is all at the edge: the ledger is never wrong. Pages are
          clients as well, this one included; the ways to the sandbox itself are never faulty.
        </p>
        <Refusal error={disarm.error}>Not disarmed.</Refusal>
      </div>
      <Answer to={faults} failure='The rules could not be read' lines={3} explain={operatorErrorText}>
        {(rules) =>
          rules.length > 0 && (
            <DataTable
              caption='What is armed, in the order in which it is asked'
              rows={rules}
              keyOf={({ id }) => id}
              narrow='cards'
              columns={[
                { title: 'Rule', kind: 'lead', cell: (rule) => <RuleCell rule={rule} /> },
                { title: 'Matched', kind: 'figure', cell: ({ matched }) => formatCount(matched) },
                { title: 'Injected', kind: 'figure', cell: ({ injected }) => <strong>{formatCount(injected)}</strong> },
                buttonColumn<FaultRule>('Disarm', {
                  of: ({ id }) => `rule ${id}`,
                  onClick: ({ id }) => disarm.mutate(id),
                  disabled: disarm.isPending,
                }),
              ]}
            />
          )
        }
      </Answer>
    </>
  );
}

function RuleCell({ rule: { id, preset, match, do: fault } }: { readonly rule: FaultRule }) {
  return (
    <span className='stack gap-0 operate__who'>
      <span className='row wrap semi'>
        Rule {id}
        {preset !== null && <span className='badge'>{preset}</span>}
      </span>
      <code className='small faint break sandbox__match'>{JSON.stringify({ match, do: fault })}</code>
    </span>
  );
}
