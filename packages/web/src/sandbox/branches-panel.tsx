/** The branches of a sandbox, a way back to an earlier moment of each, and forks that begin as this one is. */
import type { SandboxBranch } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/operator-error.ts';
import { Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Answer } from '../venue/answer.tsx';
import { ForkForm } from './fork-form.tsx';
import { refusalWords } from './refusal-words.ts';
import { RewindDialog, type RewindTo } from './rewind-dialog.tsx';
import { RewindForm } from './rewind-form.tsx';
import { branchesQuery, clockQuery, useReread } from './sandbox-queries.ts';
import { clockText } from './time-words.ts';

export function BranchesPanel() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const branches = useQuery(branchesQuery(client, clock?.branch ?? ''));
  const [asked, setAsked] = useState<RewindTo | null>(null);
  const reread = useReread();
  const rewind = useMutation({
    mutationFn: ({ place, branch }: RewindTo) => client.sandbox.rewind(place, branch),
    onSuccess: reread,
  });
  return (
    <section className='panel' aria-labelledby='sandbox-branches'>
      <div className='panel__head'>
        <h2 id='sandbox-branches'>Branches</h2>
      </div>
      <Answer to={branches} failure='The branches could not be read' lines={3} explain={operatorErrorText}>
        {(rows) => (
          <>
            <Rows branches={rows} isBusy={rewind.isPending} onGoOn={setAsked} />
            <div className='panel__body stack sandbox__ways'>
              {asked === null && rewind.variables?.isEnd === true && (
                <Refusal error={rewind.error}>The branch was not gone on from.</Refusal>
              )}
              <RewindForm
                branches={rows}
                isBusy={rewind.isPending}
                refusal={rewind.isError && rewind.variables.isEnd !== true ? refusalWords(rewind.error) : null}
                onEdit={() => {
                  if (!rewind.isPending) rewind.reset();
                }}
                onRewind={setAsked}
              />
              <ForkForm />
            </div>
          </>
        )}
      </Answer>
      <RewindDialog to={asked} onClose={() => setAsked(null)} onConfirm={(to) => rewind.mutate(to)} />
    </section>
  );
}

interface RowsProps {
  readonly branches: readonly SandboxBranch[];
  readonly isBusy: boolean;
  readonly onGoOn: (to: RewindTo) => void;
}

function Rows({ branches, isBusy, onGoOn }: RowsProps) {
  return (
    <DataTable
      caption='Branches of the sandbox'
      rows={branches}
      keyOf={({ id }) => id}
      narrow='cards'
      columns={[
        {
          title: 'Branch',
          kind: 'lead',
          cell: ({ id, current }) => (
            <span className='operate__event-title'>
              {id}
              {current && <span className='badge badge--accent'>Traded on</span>}
            </span>
          ),
        },
        {
          title: 'Begins',
          cell: ({ parent, from }) => (parent === null ? 'at first' : `after entry ${formatCount(from)} of ${parent}`),
        },
        { title: 'Last entry', kind: 'figure', cell: ({ sequence }) => formatCount(sequence) },
        { title: 'Last entry at', cell: ({ time_ms: timeMs }) => clockText(timeMs) },
        {
          title: 'Go on',
          kind: 'actions',
          cell: ({ id, current, sequence }) =>
            !current && (
              <Button
                size='sm'
                disabled={isBusy}
                aria-label={`Go on from its end: branch ${id}`}
                onClick={() => onGoOn({ place: { sequence }, branch: id, isEnd: true })}
              >
                Go on from its end
              </Button>
            ),
        },
      ]}
    />
  );
}
