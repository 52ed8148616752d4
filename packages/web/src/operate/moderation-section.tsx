/** Reported comments, or all: read and remove them, dismiss reports, and manage moderators. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Answer } from '../venue/answer.tsx';
import { byOffset } from '../venue/by-offset.ts';
import { CommentItem } from './comment-item.tsx';
import { MODERATED_COMMENTS } from './moderation-keys.ts';
import { ModeratorForm } from './moderator-form.tsx';
import { ModeratorList } from './moderator-list.tsx';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './operator-error.ts';

const PAGE = 20;

const SHOWN = [
  { value: 'reported', label: 'Reported' },
  { value: 'all', label: 'All' },
] as const;
const ORDERS = [
  { value: 'createdAt', label: 'Newest' },
  { value: 'reportCount', label: 'Most reported' },
] as const;

export function ModerationSection() {
  const { client } = useOperator();
  const [shown, setShown] = useState<'reported' | 'all'>('reported');
  const [order, setOrder] = useState<'createdAt' | 'reportCount'>('reportCount');
  const query = useInfiniteQuery({
    queryKey: [...MODERATED_COMMENTS, shown, order],
    queryFn: ({ pageParam, signal }) =>
      client.admin.comments({ reported: shown === 'reported', order, limit: PAGE, offset: pageParam }, { signal }),
    ...byOffset(PAGE),
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return (
    <section className='stack' aria-label='Comments to moderate'>
      <div className='row wrap'>
        <Segmented label='Which comments' value={shown} options={SHOWN} onChange={setShown} />
        <Segmented label='Order' value={order} options={ORDERS} onChange={setOrder} />
      </div>
      <Answer to={query} failure='The comments could not be read' lines={6} explain={operatorErrorText}>
        {({ pages }) =>
          pages.flat().length === 0 ? (
            <EmptyState title={shown === 'reported' ? 'Nothing is reported' : 'No one has commented yet'}>
              <p className='small'>
                {shown === 'reported' ? 'Comments that someone reports appear here.' : 'The latest would be here.'}
              </p>
            </EmptyState>
          ) : (
            <ul className='stack'>
              {pages.flat().map((comment) => (
                <CommentItem key={comment.id} comment={comment} />
              ))}
            </ul>
          )
        }
      </Answer>
      <ShowMore of={query} text='Show more' />
      <ModeratorForm />
      <ModeratorList />
    </section>
  );
}
