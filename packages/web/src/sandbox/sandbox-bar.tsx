/**
 * Says on every page that this is a sandbox, what time it is there and on which branch. It also notices when the sandbox has
 * been rewound, whoever did it: nothing that the page has read before is true any more then.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { showToast } from '../ui/toast.tsx';
import { type SandboxState, useSandboxState } from './sandbox-state.ts';
import './sandbox-bar.css';
import { clockText, speedText } from './time-words.ts';

export interface SandboxBarProps {
  /** Another branch is traded on: what components keep for themselves is of the one before. */
  readonly onRewound: () => void;
}

export function SandboxBar({ onRewound }: SandboxBarProps) {
  const state = useSandboxState();
  useBranch(state?.branch ?? null, onRewound);
  return (
    <aside className='sandbox-bar' aria-label='Sandbox'>
      <strong className='sandbox-bar__name'>SANDBOX</strong>
      {state !== null && <Standing state={state} />}
      <Link to='/operate/$section' params={{ section: 'sandbox' }} search={{}} className='sandbox-bar__link'>
        Control
      </Link>
    </aside>
  );
}

function Standing({ state: { branch, speed, nowMs } }: { readonly state: SandboxState }) {
  return (
    <>
      <span className='sandbox-bar__time numeric'>
        <span className={classNames('sandbox-bar__sign', speed === 0 && 'sandbox-bar__sign--still')} aria-hidden />
        <time dateTime={new Date(nowMs).toISOString()}>{clockText(nowMs)}</time>
      </span>
      <span className='sandbox-bar__speed'>{speedText(speed)}</span>
      <span className='sandbox-bar__branch'>
        Branch <b>{branch}</b>
      </span>
    </>
  );
}

/** Begins anew with everything that was read, and with the account, whose key the other branch may not have. */
function useBranch(branch: string | null, onRewound: () => void): void {
  const queries = useQueryClient();
  const { renew } = useAccountControl();
  const known = useRef<string | null>(null);
  const begin = useEffectEvent((next: string): void => {
    // The bar has just read its own part on the new branch.
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'sandbox' });
    renew();
    onRewound();
    showToast({ title: `Branch ${next} begins`, text: 'All that is shown is read again.' });
  });
  useEffect(() => {
    if (branch === null) return;
    const before = known.current;
    known.current = branch;
    if (before !== null && before !== branch) begin(branch);
  }, [branch]);
}
