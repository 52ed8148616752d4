/** The branches, newest first: what each plays, where it began and ended, and a button to continue from there. */
import type { SandboxBranch } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { playedText } from './branch-words.ts';
import type { RewindTo } from './rewind-dialog.tsx';
import { replaysQuery } from './sandbox-queries.ts';
import { clockText } from './time-words.ts';

/** Number of branches shown at first; a sandbox may have dozens. */
const SHOWN = 6;

interface BranchRowsProps {
  readonly branches: readonly SandboxBranch[];
  readonly isBusy: boolean;
  readonly onGoOn: (to: RewindTo) => void;
}

export function BranchRows({ branches, isBusy, onGoOn }: BranchRowsProps) {
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
                <span className='small faint sandbox__match'>{playedText(branch, replays)}</span>
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
        <div className='sandbox__rest'>
          <Button size='sm' kind='ghost' onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the newest alone' : `Show all ${formatCount(branches.length)} branches`}
          </Button>
        </div>
      )}
    </>
  );
}
