/** Shows at once in the lists of comments what the reader does to them; what others do comes over the feed. */
import type { Comment } from '@bellwether/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { KEYS } from '../venue/keys.ts';
import type { CommentedKind } from '../venue/queries.ts';

/** Has everything read again that may show the change: the list, and the replies below `parentId`. */
export function renewComments(queries: QueryClient, kind: CommentedKind, id: string, parentId: string | null): void {
  void queries.invalidateQueries({ queryKey: KEYS.comments(kind, id) });
  if (parentId !== null) void queries.invalidateQueries({ queryKey: KEYS.replies(parentId) });
}

/** Has every list of comments read again: those of one author may be anywhere. */
export function renewAllComments(queries: QueryClient): void {
  for (const queryKey of [KEYS.allComments, KEYS.allReplies]) void queries.invalidateQueries({ queryKey });
}

/** Puts a new comment on top at once. */
export function prependComment(queries: QueryClient, kind: CommentedKind, id: string, comment: Comment): void {
  queries.setQueryData<InfiniteData<Comment[]>>(KEYS.comments(kind, id), (known) => {
    const [first = [], ...rest] = known?.pages ?? [];
    if (known === undefined || first.some((other) => other.id === comment.id)) return known;
    return { ...known, pages: [[comment, ...first], ...rest] };
  });
}
