/** Reported comments, or all: read and remove them, dismiss reports, and manage moderators. */
import type { Comment } from '@bellwether/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import { paged, reading } from '../venue/queries.ts';
import { removedText, removeInSteps } from '../venue/remove-in-steps.ts';
import { MODERATED_COMMENTS, ModeratorForm, ModeratorList } from './moderators.tsx';
import { useOperator } from './operator.tsx';
import { operatorErrorText } from './refusal.tsx';

const PAGE = 20;

const SHOWN = { reported: 'Reported', all: 'All' };
const ORDERS = { createdAt: 'Newest', reportCount: 'Most reported' };

export function ModerationSection() {
  const { client } = useOperator();
  const [shown, setShown] = useState<'reported' | 'all'>('reported');
  const [order, setOrder] = useState<'createdAt' | 'reportCount'>('reportCount');
  const filter = { reported: shown === 'reported', order };
  const key = [...MODERATED_COMMENTS, shown, order];
  const query = useInfiniteQuery({
    ...paged(key, PAGE, (page, call) => client.admin.comments({ ...filter, ...page }, call), 0),
    refetchInterval: 30_000,
  });
  return (
    <section className='stack' aria-label='Comments to moderate'>
      <div className='row wrap'>
        <Segmented label='Which comments' value={shown} options={SHOWN} onChange={setShown} />
        <Segmented label='Order' value={order} options={ORDERS} onChange={setOrder} />
      </div>
      <Answer to={query} failure='The comments could not be read' lines={4} explain={operatorErrorText}>
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

/** A comment as a moderator sees it: text, place, reports and actions. */
export function CommentItem({ comment }: { readonly comment: Comment }) {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<'one' | 'all' | null>(null);
  const { profile } = comment;
  const name = profile.name || profile.pseudonym;
  const done = (title: string, text?: string): Promise<void> => {
    showToast({ title, ...(text !== undefined && { text }), tone: 'good' });
    return cache.invalidateQueries({ queryKey: MODERATED_COMMENTS });
  };
  const failed = (title: string) => (error: unknown) =>
    showToast({ title, text: operatorErrorText(error), tone: 'bad' });
  const remove = useMutation({
    mutationFn: () => client.admin.removeComment(comment.id),
    onSuccess: () => done('Removed', 'Its text is gone; replies to it stay.'),
    onError: failed('Not removed'),
  });
  const removeAll = useMutation({
    mutationFn: () => removeInSteps(() => client.admin.removeCommentsOf(comment.userAddress)),
    onSuccess: (removed) => done(removedText(removed)),
    onError: failed('Not all removed'),
  });
  const dismiss = useMutation({
    mutationFn: () => client.admin.dismissReports(comment.id),
    onSuccess: () => done('Reports dismissed', 'The comment stays as it is.'),
    onError: failed('Not dismissed'),
  });
  return (
    <li className='panel stack gap-2 pad'>
      <div className='row wrap'>
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
      <p className='break operate__text'>{comment.body}</p>
      <div className='row wrap row--apart'>
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
            onClick={() => setAsked('one')}
          >
            Remove
          </Button>
          <Button
            size='sm'
            kind='danger'
            busy={removeAll.isPending}
            disabled={remove.isPending || dismiss.isPending}
            aria-label={`Remove all comments of ${name}`}
            onClick={() => setAsked('all')}
          >
            Remove all of author
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={`Remove the comment of ${name}?`}
        action='Remove it'
        open={asked === 'one'}
        onClose={() => setAsked(null)}
        onConfirm={() => remove.mutate()}
      >
        <blockquote className='break operate__text'>{comment.body}</blockquote>
        <p>Its text is removed for good. Replies to it stay.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Remove all comments of ${name}?`}
        action='Remove all'
        open={asked === 'all'}
        onClose={() => setAsked(null)}
        onConfirm={() => removeAll.mutate()}
      >
        <p>Everything that this account has written is removed for good. Replies of others stay.</p>
      </ConfirmDialog>
    </li>
  );
}

const KEPT_MS = 10 * 60_000;

function CommentPlace({ comment }: { readonly comment: Comment }) {
  const { parentEntityType: type, parentEntityID: id } = comment;
  const { client } = useOperator();
  const read = async (call: { readonly signal: AbortSignal }) => {
    if (type === 'Event') return client.events.get({ id }, {}, call);
    const { slug, question } = await client.markets.find({ id }, call);
    return { slug, title: question };
  };
  const { data } = useQuery({ ...reading(['operate', 'place', type, id], read, KEPT_MS), enabled: type !== 'Series' });
  if (data === undefined) return <span>{`${type.toLowerCase()} ${id}`}</span>;
  const to = type === 'Event' ? '/event/$slug' : '/market/$slug';
  return (
    <Link to={to} params={{ slug: data.slug }}>
      {data.title}
    </Link>
  );
}
