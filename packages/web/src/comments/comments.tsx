/** The discussion of an event or a market, newest first, with replies nested. Comments are plain text. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { type Account, isSame } from '../account/account-queries.ts';
import { flatten } from '../catalog/event-grid.tsx';
import type { TokenLabel } from '../event/token-labels.ts';
import { fromMicros } from '../format/decimal.ts';
import { formatCompactShares, formatCount } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { OutcomeBadge } from '../ui/outcome-badge.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import { errorText } from '../venue/error-text.ts';
import { type CommentedKind, commentsInfinite, repliesInfinite } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { authorOf, type CommentNode, renewComments, repliesOf } from './comment-cache.ts';
import { CommentMenu } from './comment-menu.tsx';
import { Composer } from './composer.tsx';
import { useLiveDiscussion } from './live-discussion.ts';
import './comments.css';

interface CommentsProps {
  readonly kind: CommentedKind;
  /** Catalog id of the event or market. */
  readonly id: string;
  /** Names of tokens, for holders' badges. */
  readonly tokenLabels: ReadonlyMap<string, TokenLabel>;
}

const REPLIES_FIRST = 3;

export function Comments({ kind, id, tokenLabels }: CommentsProps) {
  const list = useInfiniteQuery(commentsInfinite(useClient(), kind, id));
  const place = useKeptPlace(list.data);
  useLiveDiscussion(kind, id, place.remember);
  return (
    <Panel title='Comments' padded>
      <Composer kind={kind} id={id} parent={null} onDone={() => undefined} />
      <Answer to={list} failure='The comments could not be read' lines={4}>
        {({ pages }) => {
          const comments = flatten(pages) ?? [];
          return comments.length === 0 ? (
            <EmptyState title='No comments yet'>
              <p className='small'>What do you know that the price does not?</p>
            </EmptyState>
          ) : (
            <ul className='stack gap-5 comments' ref={place.list}>
              {comments.map((comment) => (
                <CommentItem key={comment.id} comment={comment} kind={kind} entityId={id} tokenLabels={tokenLabels} />
              ))}
            </ul>
          );
        }}
      </Answer>
      <ShowMore of={list} text='More comments' small />
    </Panel>
  );
}

interface CommentItemProps {
  readonly comment: CommentNode;
  readonly kind: CommentedKind;
  readonly entityId: string;
  readonly tokenLabels: ReadonlyMap<string, TokenLabel>;
}

function CommentItem(props: CommentItemProps) {
  const { comment, kind, entityId } = props;
  const [isReplying, setReplying] = useState(false);
  return (
    <li className='gap-3 flex comment'>
      <Mark
        id={comment.profile.baseAddress || comment.userAddress}
        image={comment.profile.profileImage}
        size={32}
        round
      />
      <div className='comment__content'>
        <CommentHead {...props} />
        {comment.removed ? (
          <p className='break comment__body faint'>This comment was removed.</p>
        ) : (
          <p className='break as-written comment__body'>{comment.body}</p>
        )}
        {!comment.removed && (
          <div className='row gap-1 comment__actions'>
            <ReactionButton comment={comment} kind={kind} id={entityId} />
            <Button kind='ghost' size='sm' aria-expanded={isReplying} onClick={() => setReplying(!isReplying)}>
              <Icon name='reply' size={15} />
              Reply
            </Button>
            <CommentMenu comment={comment} kind={kind} id={entityId} />
          </div>
        )}
        {isReplying && <Composer kind={kind} id={entityId} parent={comment} onDone={() => setReplying(false)} />}
        <Replies {...props} />
      </div>
    </li>
  );
}

function CommentHead({ comment, tokenLabels }: CommentItemProps) {
  const { profile } = comment;
  const [held] = profile.positions.flatMap(({ tokenId, positionSize }) => {
    const token = tokenLabels.get(tokenId);
    return token === undefined ? [] : [{ ...token, size: formatCompactShares(fromMicros(BigInt(positionSize))) }];
  });
  return (
    <p className='row wrap comment__head'>
      <Link to='/profile/$address' params={{ address: comment.userAddress }} className='plain strong'>
        {authorOf(comment)}
      </Link>
      {profile.isMod && <span className='badge badge--accent'>Moderator</span>}
      {held !== undefined && (
        <OutcomeBadge index={held.outcomeIndex}>
          <span className='visually-hidden'>Holds </span>
          {held.size} {held.text}
        </OutcomeBadge>
      )}
      <span className='faint small'>
        <TimeAgo time={comment.createdAt} />
      </span>
    </p>
  );
}

function Replies(props: CommentItemProps) {
  const { comment } = props;
  const [areAllShown, showAll] = useState(false);
  const client = useClient();
  const all = useInfiniteQuery({ ...repliesInfinite(client, comment.id), enabled: areAllShown });
  const nested = repliesOf(comment);
  const shown: readonly CommentNode[] = areAllShown
    ? (flatten(all.data?.pages) ?? nested)
    : nested.slice(0, REPLIES_FIRST);
  const left = comment.replyCount - shown.length;
  if (comment.replyCount === 0) return null;
  return (
    <>
      {shown.length > 0 && (
        <ul className='stack gap-5 comments gap-4 comments--nested'>
          {shown.map((reply) => (
            <CommentItem key={reply.id} {...props} comment={reply} />
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button
          kind='ghost'
          size='sm'
          busy={all.isFetching}
          onClick={() => (areAllShown ? void all.fetchNextPage() : showAll(true))}
        >
          {formatCount(left)} more {left === 1 ? 'reply' : 'replies'}
        </Button>
      )}
    </>
  );
}

type ReactionButtonProps = { readonly comment: CommentNode; readonly kind: CommentedKind; readonly id: string };

/** The like button below a comment, with the number of likes. */
function ReactionButton(props: ReactionButtonProps) {
  const account = useAccount();
  if (account !== null) return <OwnReaction {...props} account={account} />;
  return (
    <span className='small faint inline-row comment__reactions numeric'>
      <Icon name='heart' size={15} />
      <span className='visually-hidden'>Likes: </span>
      {formatCount(props.comment.reactionCount)}
    </span>
  );
}

function OwnReaction({ comment, kind, id, account }: ReactionButtonProps & { readonly account: Account }) {
  const queries = useQueryClient();
  // The venue's last answer to a toggle; the list contains only the most recent reactions.
  const [answered, setAnswered] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const listed = comment.reactions.some(({ userAddress }) => isSame(userAddress, account.address));
  const isMine = answered ?? listed;
  const count = comment.reactionCount;
  const toggle = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { comments } = account.client;
      await (isMine ? comments.unreact(comment.id, {}) : comments.react(comment.id, {}));
      setAnswered(!isMine);
      renewComments(queries, kind, id, comment.parentCommentID === '' ? null : comment.parentCommentID);
    } catch (error) {
      showToast({ tone: 'bad', title: 'Your reaction was not taken', text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind='ghost'
      size='sm'
      className={isMine ? 'numeric button--on' : 'numeric'}
      aria-pressed={isMine}
      aria-label={`Like, ${formatCount(count)}`}
      onClick={() => void toggle()}
    >
      <Icon name='heart' size={15} />
      {formatCount(count)}
    </Button>
  );
}

interface KeptPlace {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Records the position; call this before the list changes. */
  readonly remember: () => void;
}

interface Place {
  readonly element: Element;
  /** Pixels below the top edge of the window. */
  readonly top: number;
}

/** Restores the recorded position whenever `content`, the list's data, changes. */
function useKeptPlace(content: unknown): KeptPlace {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<Place | null>(null);
  const remember = useCallback(() => {
    place.current ??= list.current === null ? null : placeIn(list.current);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the content that moves things
  useLayoutEffect(() => {
    const kept = place.current;
    place.current = null;
    if (kept === null || !kept.element.isConnected) return;
    const moved = kept.element.getBoundingClientRect().top - kept.top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }, [content]);
  return { list, remember };
}

/** Returns the focused element, or the first visible item of a list that starts above the window; else null. */
function placeIn(list: HTMLUListElement): Place | null {
  const { activeElement } = document;
  if (activeElement !== null && list.contains(activeElement)) return placeOf(activeElement);
  if (list.getBoundingClientRect().top >= 0) return null;
  const first = [...list.children].find((item) => item.getBoundingClientRect().bottom > 0);
  return first === undefined ? null : placeOf(first);
}

function placeOf(element: Element): Place {
  return { element, top: element.getBoundingClientRect().top };
}
