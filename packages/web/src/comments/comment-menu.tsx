/** What else can be done with a comment: remove one's own (a moderator: any), report another's. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, useAccount } from '../account/account-context.tsx';
import { isSame } from '../account/account-queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { errorText } from '../venue/error-text.ts';
import { profileQuery } from '../venue/profile-queries.ts';
import type { CommentedKind } from '../venue/queries.ts';
import { renewComments } from './comment-cache.ts';
import type { CommentNode } from './comment-node.ts';

export interface CommentMenuProps {
  readonly comment: CommentNode;
  readonly kind: CommentedKind;
  readonly id: string;
}

export function CommentMenu(props: CommentMenuProps) {
  const account = useAccount();
  return account === null ? null : <Menu {...props} account={account} />;
}

function Menu({ comment, kind, id, account }: CommentMenuProps & { readonly account: Account }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'remove' | 'report' | null>(null);
  const [isReported, setReported] = useState(false);
  const { data } = useQuery(profileQuery(account.client, account.address));
  const isOwn = isSame(comment.userAddress, account.address);
  const mayRemove = isOwn || data?.users.some(({ mod }) => mod) === true;
  const remove = async (): Promise<void> => {
    setAsked(null);
    try {
      await account.client.comments.remove(comment.id);
      showToast({ title: 'Comment removed' });
    } catch (error) {
      showToast({ tone: 'bad', title: 'The comment was not removed', text: errorText(error) });
    }
    renewComments(queries, kind, id, comment.parentCommentID === '' ? null : comment.parentCommentID);
  };
  const report = async (): Promise<void> => {
    setAsked(null);
    try {
      await account.client.comments.report(comment.id);
      setReported(true);
      showToast({ title: 'Reported', text: 'The moderators of this venue will look at it.' });
    } catch (error) {
      showToast({ tone: 'bad', title: 'The report was not taken', text: errorText(error) });
    }
  };
  return (
    <>
      {mayRemove && (
        <Button kind='ghost' size='sm' onClick={() => setAsked('remove')}>
          {isOwn ? 'Delete' : 'Remove'}
        </Button>
      )}
      {!isOwn && (
        <Button kind='ghost' size='sm' disabled={isReported} onClick={() => setAsked('report')}>
          {isReported ? 'Reported' : 'Report'}
        </Button>
      )}
      <Dialog
        title={asked === 'report' ? 'Report this comment?' : 'Delete this comment?'}
        open={asked !== null}
        onClose={() => setAsked(null)}
      >
        <div className='stack'>
          <p>
            {asked === 'report'
              ? 'The moderators of this venue are told, and decide.'
              : 'Its text is gone for ever. Replies to it stay.'}
          </p>
          <div className='row'>
            <Button kind='danger' onClick={() => void (asked === 'report' ? report() : remove())}>
              {asked === 'report' ? 'Report it' : 'Delete it'}
            </Button>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
