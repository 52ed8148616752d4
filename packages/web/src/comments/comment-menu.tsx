/** Actions on a comment: remove one's own or report another's. Moderators remove any comment, or all of an author. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { type Account, isSame } from '../account/account-queries.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import { type CommentedKind, profileQuery } from '../venue/queries.ts';
import { removedText, removeInSteps } from '../venue/remove-in-steps.ts';
import { authorOf, type CommentNode, renewAllComments, renewComments } from './comment-cache.ts';

type CommentMenuProps = { readonly comment: CommentNode; readonly kind: CommentedKind; readonly id: string };

export function CommentMenu(props: CommentMenuProps) {
  const account = useAccount();
  return account === null ? null : <Menu {...props} account={account} />;
}

const DIALOGS = {
  remove: {
    title: 'Delete this comment?',
    text: 'Its text is gone for ever. Replies to it stay.',
    action: 'Delete it',
  },
  report: {
    title: 'Report this comment?',
    text: 'The moderators of this venue are told, and decide.',
    action: 'Report it',
  },
} as const;

function Menu({ comment, kind, id, account }: CommentMenuProps & { readonly account: Account }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'remove' | 'report' | 'all'>('report');
  const [isOpen, setOpen] = useState(false);
  const [isReported, setReported] = useState(false);
  const { data } = useQuery(profileQuery(account.client, account.address));
  const isOwn = isSame(comment.userAddress, account.address);
  const isModerator = data?.users.some(({ mod }) => mod) === true;
  const author = authorOf(comment);
  const ask = (what: typeof asked): void => {
    setAsked(what);
    setOpen(true);
  };
  const remove = async (): Promise<void> => {
    try {
      await account.client.comments.remove(comment.id);
      showToast({ title: 'Comment removed' });
    } catch (error) {
      showToast({ tone: 'bad', title: 'The comment was not removed', text: errorText(error) });
    }
    renewComments(queries, kind, id, comment.parentCommentID === '' ? null : comment.parentCommentID);
  };
  const removeAll = async (): Promise<void> => {
    try {
      const removed = await removeInSteps(() => account.client.comments.removeAllOf(comment.userAddress));
      showToast({ title: removedText(removed) });
    } catch (error) {
      showToast({ tone: 'bad', title: 'Not all comments were removed', text: errorText(error) });
    }
    renewAllComments(queries);
  };
  const report = async (): Promise<void> => {
    try {
      await account.client.comments.report(comment.id);
      setReported(true);
      showToast({ title: 'Reported', text: 'The moderators of this venue will look at it.' });
    } catch (error) {
      showToast({ tone: 'bad', title: 'The report was not taken', text: errorText(error) });
    }
  };
  const dialog =
    asked === 'all'
      ? {
          title: `Remove all comments of ${author}?`,
          text: 'Everything that this account has written here and elsewhere is gone for ever. Replies of others stay.',
          action: 'Remove all',
        }
      : DIALOGS[asked];
  return (
    <>
      {(isOwn || isModerator) && (
        <Button kind='ghost' size='sm' onClick={() => ask('remove')}>
          {isOwn ? 'Delete' : 'Remove'}
        </Button>
      )}
      {isModerator && !isOwn && (
        <Button kind='ghost' size='sm' aria-label={`Remove all comments of ${author}`} onClick={() => ask('all')}>
          Remove all of author
        </Button>
      )}
      {!isOwn && (
        <Button kind='ghost' size='sm' disabled={isReported} onClick={() => ask('report')}>
          {isReported ? 'Reported' : 'Report'}
        </Button>
      )}
      <ConfirmDialog
        title={dialog.title}
        action={dialog.action}
        open={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => void { remove, all: removeAll, report }[asked]()}
      >
        <p>{dialog.text}</p>
      </ConfirmDialog>
    </>
  );
}
