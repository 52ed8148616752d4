/** Comments of every level as one type. The venue nests three levels in an answer; deeper ones are read by request. */
import type { Comment } from '@bellwether/contract';

type Reply = Comment['replies'][number];

export type CommentNode = Comment | Reply | Reply['replies'][number];

/** Replies that came along. */
export function repliesOf(comment: CommentNode): readonly CommentNode[] {
  const replies: readonly object[] = comment.replies;
  return replies.filter((reply): reply is CommentNode => 'id' in reply);
}

/** What the author is called. */
export function authorOf({ profile, userAddress }: CommentNode): string {
  return profile.name || profile.pseudonym || `${userAddress.slice(0, 6)}…${userAddress.slice(-4)}`;
}
