/** The moderators, each with a button to revoke the right. */
import type { Moderator } from '@bellwether/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Mark } from '../ui/mark.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import { byOffset } from '../venue/by-offset.ts';
import { renew } from '../venue/renew.ts';
import { MODERATED_COMMENTS, MODERATORS } from './moderation-keys.ts';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './operator-error.ts';

const PAGE = 50;

export function ModeratorList() {
  const { client } = useOperator();
  const query = useInfiniteQuery({
    queryKey: MODERATORS,
    queryFn: ({ pageParam, signal }) => client.admin.moderators({ limit: PAGE, offset: pageParam }, { signal }),
    ...byOffset(PAGE),
    staleTime: 0,
  });
  return (
    <Answer to={query} failure='The moderators could not be read' lines={2} explain={operatorErrorText}>
      {({ pages }) => (
        <>
          <Rows moderators={pages.flat()} />
          <ShowMore of={query} text='Show more moderators' />
        </>
      )}
    </Answer>
  );
}

function Rows({ moderators }: { readonly moderators: readonly Moderator[] }) {
  if (moderators.length === 0) return <p className='small soft'>No one moderates besides you.</p>;
  return (
    <ul className='panel operate__events' aria-label='Who moderates'>
      {moderators.map((moderator) => (
        <Row key={moderator.address} moderator={moderator} />
      ))}
    </ul>
  );
}

function Row({ moderator }: { readonly moderator: Moderator }) {
  const { address, profileImage, pseudonym } = moderator;
  const { client } = useOperator();
  const cache = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const name = moderator.name || pseudonym;
  const remove = useMutation({
    mutationFn: () => client.admin.removeModerator(address),
    onSuccess: async () => {
      showToast({ title: 'Moderates no more', text: name, tone: 'good' });
      await renew(cache, MODERATORS, MODERATED_COMMENTS);
    },
    onError: (error) => showToast({ title: 'Still a moderator', text: operatorErrorText(error), tone: 'bad' }),
  });
  return (
    <li className='grid gap-3 pad operate__moderator'>
      <Mark id={address} image={profileImage} size={28} round />
      <div className='stack gap-0 operate__who'>
        <strong>{name}</strong>
        <code className='small faint truncate'>{address}</code>
      </div>
      <Button
        size='sm'
        busy={remove.isPending}
        aria-label={`Take the right from ${name}`}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        title={`Take the right to moderate from ${name}?`}
        action='Take it away'
        open={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>They can no longer remove comments of others or dismiss reports. What they did stays as it is.</p>
      </ConfirmDialog>
    </li>
  );
}
