/** The branches of a sandbox, rewinding to an earlier moment of any of them, and forks of the current state. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { operatorErrorText } from '../operate/operator-error.ts';
import { Refusal } from '../operate/refusal.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { BranchRows } from './branch-rows.tsx';
import { newestFirst } from './branch-words.ts';
import { ForkForm } from './fork-form.tsx';
import { refusalWords } from './refusal-words.ts';
import { RewindDialog, type RewindTo } from './rewind-dialog.tsx';
import { RewindForm } from './rewind-form.tsx';
import { branchesQuery, clockQuery, useReread } from './sandbox-queries.ts';

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
