/** The branches of a sandbox, rewinding to an earlier moment of any of them, and forks of the current state. */
import type { SandboxBranch } from '@bellwether/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText, Refusal } from '../operate/refusal.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { ForkForm } from './fork-form.tsx';
import { RewindDialog, RewindForm, type RewindTo } from './rewind-form.tsx';
import { branchesQuery, clockQuery, replaysQuery, useReread } from './sandbox-queries.ts';
import { clockText, newestFirst, playedText, refusalWords } from './words.ts';

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
    <Panel title='Branches'>
      <Answer to={branches} failure='The branches could not be read' lines={3} explain={operatorErrorText}>
        {(rows) => (
          <>
            <BranchRows branches={newestFirst(rows)} isBusy={rewind.isPending} onGoOn={setAsked} />
            <div className='panel__body stack gap-5'>
              {asked === null && rewind.variables?.isEnd === true && (
                <Refusal error={rewind.error}>The branch was not gone on from.</Refusal>
              )}
              <RewindForm
                branches={newestFirst(rows)}
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
    </Panel>
  );
}

/** Number of branches shown at first; a sandbox may have dozens. */
const SHOWN = 6;

interface BranchRowsProps {
  readonly branches: readonly SandboxBranch[];
  readonly isBusy: boolean;
  readonly onGoOn: (to: RewindTo) => void;
}

/** The branches, newest first: what each plays, where it began and ended, and a button to continue from there. */
function BranchRows({ branches, isBusy, onGoOn }: BranchRowsProps) {
  const { data: replays = [] } = useQuery(replaysQuery(useOperator().client));
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <DataTable
        caption='Branches of the sandbox'
        rows={isWhole ? branches : branches.slice(0, SHOWN)}
        keyOf={({ id }) => id}
        narrow='cards'
        columns={[
          {
            title: 'Branch',
            kind: 'lead',
            cell: (branch) => (
              <span className='stack gap-0 operate__who'>
                <span className='row wrap semi'>
                  {branch.id}
                  {branch.current && <span className='badge badge--accent'>Traded on</span>}
                </span>
                <span className='small faint break sandbox__match'>{playedText(branch, replays)}</span>
              </span>
            ),
          },
          {
            title: 'Begins',
            cell: ({ parent, from }) =>
              parent === null ? 'at first' : `after entry ${formatCount(from)} of ${parent}`,
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
      {branches.length > SHOWN && (
        <div className='line-above sandbox__rest'>
          <Button size='sm' kind='ghost' onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the newest alone' : `Show all ${formatCount(branches.length)} branches`}
          </Button>
        </div>
      )}
    </>
  );
}
