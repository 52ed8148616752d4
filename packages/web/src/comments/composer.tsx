/** The form for a comment or a reply. Visitors see how to sign in instead. */
import { isOutcomeUnknown } from '@bellwether/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import type { Account } from '../account/account-queries.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { errorText } from '../venue/error-text.ts';
import type { CommentedKind } from '../venue/queries.ts';
import { authorOf, type CommentNode, prependComment, renewComments } from './comment-cache.ts';
import { COMMENT_LENGTH_MAX, commentText } from './comment-text.ts';

interface ComposerProps {
  readonly kind: CommentedKind;
  /** Catalog id of the event or market. */
  readonly id: string;
  /** The comment being answered; null for a new thread. */
  readonly parent: CommentNode | null;
  /** Called when the comment has been posted or abandoned. */
  readonly onDone: () => void;
}

export function Composer(props: ComposerProps) {
  const { state, signIn } = useAccountControl();
  if (state.kind === 'open') return <CommentForm {...props} account={state.account} />;
  return (
    <p className='small soft rounded composer-hint'>
      {state.kind === 'none' ? (
        <>
          <Link to='/account'>Start an account</Link> to join the discussion.
        </>
      ) : (
        <>
          <Button size='sm' busy={state.kind === 'opening'} onClick={signIn}>
            Sign in
          </Button>{' '}
          to join the discussion.
        </>
      )}
    </p>
  );
}

/** Length from which the remaining characters are shown. */
const COUNTED_FROM = COMMENT_LENGTH_MAX - 200;

function CommentForm({ kind, id, parent, onDone, account }: ComposerProps & { readonly account: Account }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  /** The field's current text, for code that resumes after an await. */
  const latest = useRef('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const body = commentText(typed);
  const isTooLong = body.length > COMMENT_LENGTH_MAX;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (body === '' || isTooLong || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const comment = await account.client.comments.add({
        body,
        parentEntityType: kind,
        parentEntityID: Number(id),
        ...(parent !== null && { parentCommentID: parent.id }),
      });
      if (parent === null) prependComment(queries, kind, id, comment);
      // Text typed while the request was in flight belongs to the next comment.
      if (latest.current === typed) {
        setTyped('');
        onDone();
      }
    } catch (refusal) {
      setError(
        isOutcomeUnknown(refusal)
          ? 'No clear answer came: it may have been written or not. Look below before you send it again.'
          : errorText(refusal),
      );
    } finally {
      setBusy(false);
      renewComments(queries, kind, id, parent?.id ?? null);
    }
  };
  return (
    <form className='stack gap-2 composer' onSubmit={(event) => void submit(event)}>
      <TextField
        label={parent === null ? 'Write a comment' : `Reply to ${authorOf(parent)}`}
        rows={parent === null ? 2 : 3}
        value={typed}
        autoFocus={parent !== null}
        error={isTooLong ? `At most ${formatCount(COMMENT_LENGTH_MAX)} characters.` : error}
        hint={body.length >= COUNTED_FROM ? `${formatCount(COMMENT_LENGTH_MAX - body.length)} characters left` : null}
        onChange={(event) => {
          latest.current = event.target.value;
          setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && parent !== null) onDone();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className='row end'>
        {parent !== null && (
          <Button size='sm' kind='ghost' onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button type='submit' size='sm' kind='primary' busy={isBusy} disabled={body === '' || isTooLong}>
          {parent === null ? 'Comment' : 'Reply'}
        </Button>
      </div>
    </form>
  );
}
