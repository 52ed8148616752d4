/** Page behind the link that the start of a new venue printed: sets the venue up. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import '../operate/operate.css';
import { readSetUp } from '../set-up/set-up-client.ts';
import { SetUpForm } from '../set-up/set-up-form.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { ErrorState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

export function SetUpPage() {
  usePageTitle('Set-up');
  // Servers and proxies never see this part of the address.
  const [token] = useState(() => location.hash.slice(1));
  const state = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => readSetUp(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className='stack gap-5 operate operate__narrow'>
      <h1>Set up your venue</h1>
      {state.isPending && <SkeletonLines lines={6} />}
      {state.isError && <ErrorState title='This link cannot set it up' text={state.error.message} />}
      {state.isSuccess && <SetUpForm token={token} {...state.data} />}
    </div>
  );
}
