/** Bar on every page of a sandbox. It also detects rewinds by anyone, which outdate all data on the page. */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { showToast } from '../ui/toast.tsx';
import { type SandboxState, useSandboxState } from './sandbox-state.ts';
import './sandbox-bar.css';
import { clockText, speedText } from './words.ts';

interface SandboxBarProps {
  /** Called when another branch is traded on: component state then belongs to the previous branch. */
  readonly onRewound: () => void;
}

export function SandboxBar({ onRewound }: SandboxBarProps) {
  const state = useSandboxState();
  useBranch(state?.branch ?? null, onRewound);
  return (
    <aside className='row small sandbox-bar' aria-label='Sandbox'>
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
      <span className='gap-2 inline-row sandbox-bar__time numeric'>
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

/** On a rewind, resets all queries and reopens the account, whose API key may not exist on the new branch. */
function useBranch(branch: string | null, onRewound: () => void): void {
  const queries = useQueryClient();
  const { renew } = useAccountControl();
  const known = useRef<string | null>(null);
  const begin = useEffectEvent((next: string): void => {
    // The bar's own query has just been read from the new branch.
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
