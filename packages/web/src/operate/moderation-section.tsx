/** Comments that people reported, or all of them: read, remove, dismiss the reports, and say who may moderate. */
import type { Comment } from '@bellwether/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { CommentPlace } from './comment-place.tsx';
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
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    staleTime: 0,
    refetchInterval: 30_000,
  });
  const comments = query.data?.pages.flat() ?? [];
  return (
    <section className='stack' aria-label='Comments to moderate'>
      <div className='row operate__wrap'>
        <Segmented label='Which comments' value={shown} options={SHOWN} onChange={setShown} />
        <Segmented label='Order' value={order} options={ORDERS} onChange={setOrder} />
      </div>
      {query.isPending && <SkeletonLines lines={6} />}
      {query.isError && (
        <ErrorState
          title='The comments could not be read'
          text={operatorErrorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && comments.length === 0 && (
        <EmptyState title={shown === 'reported' ? 'Nothing is reported' : 'No one has commented yet'}>
          <p className='small'>
            {shown === 'reported' ? 'Comments that someone reports appear here.' : 'The latest would be here.'}
          </p>
        </EmptyState>
      )}
      {comments.length > 0 && (
        <ul className='stack'>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
      <ModeratorForm />
      <ModeratorList />
    </section>
  );
}

function CommentItem({ comment }: { readonly comment: Comment }) {
  const { client } = useOperator();
  const cache = useQueryClient();
  const { profile } = comment;
  const name = profile.name || profile.pseudonym;
  const remove = useMutation({
    mutationFn: () => client.admin.removeComment(comment.id),
    onSuccess: async () => {
      showToast({ title: 'Removed', text: 'Its text is gone; replies to it stay.', tone: 'good' });
      await cache.invalidateQueries({ queryKey: MODERATED_COMMENTS });
    },
    onError: (error) => showToast({ title: 'Not removed', text: operatorErrorText(error), tone: 'bad' }),
  });
  const removeAll = useMutation({
    mutationFn: async () => {
      let removed = 0;
      for (;;) {
        const step = await client.admin.removeCommentsOf(comment.userAddress);
        removed += step.removed;
        if (step.complete) return removed;
      }
    },
    onSuccess: async (removed) => {
      showToast({ title: removed === 1 ? '1 comment removed' : `${removed} comments removed`, tone: 'good' });
      await cache.invalidateQueries({ queryKey: MODERATED_COMMENTS });
    },
    onError: (error) => showToast({ title: 'Not all removed', text: operatorErrorText(error), tone: 'bad' }),
  });
  const [asksAll, setAsksAll] = useState(false);
  const dismiss = useMutation({
    mutationFn: () => client.admin.dismissReports(comment.id),
    onSuccess: async () => {
      showToast({ title: 'Reports dismissed', text: 'The comment stays as it is.', tone: 'good' });
      await cache.invalidateQueries({ queryKey: MODERATED_COMMENTS });
    },
    onError: (error) => showToast({ title: 'Not dismissed', text: operatorErrorText(error), tone: 'bad' }),
  });
  return (
    <li className='panel operate__comment'>
      <div className='row operate__wrap'>
        <Mark id={comment.userAddress} image={profile.profileImage} size={28} round />
        <strong>{name}</strong>
        {profile.isMod && <span className='badge'>Moderator</span>}
        <span className='small faint'>
          <TimeAgo time={comment.createdAt} /> on <CommentPlace comment={comment} />
          {comment.parentCommentID !== '' && ', a reply'}
        </span>
        {comment.reportCount > 0 && (
          <span className='badge badge--warn'>
            {comment.reportCount === 1 ? 'Reported once' : `Reported by ${comment.reportCount}`}
          </span>
        )}
      </div>
      <p className='operate__quote'>{comment.body}</p>
      <div className='row operate__wrap row--apart'>
        <code className='small faint truncate'>{comment.userAddress}</code>
        <div className='row'>
          {comment.reportCount > 0 && (
            <Button
              size='sm'
              busy={dismiss.isPending}
              disabled={remove.isPending}
              aria-label={`Dismiss reports of the comment of ${name}`}
              onClick={() => dismiss.mutate()}
            >
              Dismiss reports
            </Button>
          )}
          <Button
            size='sm'
            kind='danger'
            busy={remove.isPending}
            disabled={dismiss.isPending}
            aria-label={`Remove the comment of ${name}`}
            onClick={() => remove.mutate()}
          >
            Remove
          </Button>
          <Button
            size='sm'
            kind='danger'
            busy={removeAll.isPending}
            disabled={remove.isPending || dismiss.isPending}
            aria-label={`Remove all comments of ${name}`}
            onClick={() => setAsksAll(true)}
          >
            Remove all of author
          </Button>
        </div>
      </div>
      <Dialog title={`Remove all comments of ${name}?`} open={asksAll} onClose={() => setAsksAll(false)}>
        <div className='stack'>
          <p>Everything that this account has written is removed for good. Replies of others stay.</p>
          <Button
            kind='danger'
            onClick={() => {
              setAsksAll(false);
              removeAll.mutate();
            }}
          >
            Remove all
          </Button>
        </div>
      </Dialog>
    </li>
  );
}
