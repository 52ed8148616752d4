/** The like button below a comment, with the number of likes. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../account/account.ts';
import { useAccount } from '../account/account-context.tsx';
import { isSame } from '../account/account-queries.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import type { CommentedKind } from '../venue/queries.ts';
import { renewComments } from './comment-cache.ts';
import type { CommentNode } from './comment-node.ts';

interface ReactionButtonProps {
  readonly comment: CommentNode;
  readonly kind: CommentedKind;
  readonly id: string;
}

export function ReactionButton(props: ReactionButtonProps) {
  const account = useAccount();
  if (account !== null) return <OwnReaction {...props} account={account} />;
  return (
    <span className='small faint comment__reactions numeric'>
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
