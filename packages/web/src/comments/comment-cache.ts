/** Shows the user's own changes to comments at once. Changes by others arrive over the feed. */
import type { Comment } from '@bellwether/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';
import type { CommentedKind } from '../venue/queries.ts';

/** Refetches all queries that may show the change: the list, and the replies to `parentId`. */
export function renewComments(queries: QueryClient, kind: CommentedKind, id: string, parentId: string | null): void {
  void queries.invalidateQueries({ queryKey: KEYS.comments(kind, id) });
  if (parentId !== null) void queries.invalidateQueries({ queryKey: KEYS.replies(parentId) });
}

/** Refetches every list of comments, because any list may contain the author's comments. */
export function renewAllComments(queries: QueryClient): void {
  for (const queryKey of [KEYS.allComments, KEYS.allReplies]) void queries.invalidateQueries({ queryKey });
}

export function prependComment(queries: QueryClient, kind: CommentedKind, id: string, comment: Comment): void {
  queries.setQueryData<InfiniteData<Comment[]>>(KEYS.comments(kind, id), (known) => {
    const [first = [], ...rest] = known?.pages ?? [];
    if (known === undefined || first.some((other) => other.id === comment.id)) return known;
    return { ...known, pages: [[comment, ...first], ...rest] };
  });
}

type Reply = Comment['replies'][number];

export type CommentNode = Comment | Reply | Reply['replies'][number];

export function repliesOf(comment: CommentNode): readonly CommentNode[] {
  const replies: readonly object[] = comment.replies;
  return replies.filter((reply): reply is CommentNode => 'id' in reply);
}

export function authorOf({ profile, userAddress }: CommentNode): string {
  return profile.name || profile.pseudonym || `${userAddress.slice(0, 6)}…${userAddress.slice(-4)}`;
}
