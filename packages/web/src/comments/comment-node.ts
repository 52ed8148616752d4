/** A common type for comments of all levels. The venue nests three levels; deeper ones are fetched on demand. */
import type { Comment } from '@bellwether/contract';

type Reply = Comment['replies'][number];

export type CommentNode = Comment | Reply | Reply['replies'][number];

/** Returns the replies included in the answer. */
export function repliesOf(comment: CommentNode): readonly CommentNode[] {
  const replies: readonly object[] = comment.replies;
  return replies.filter((reply): reply is CommentNode => 'id' in reply);
}

/** Returns the author's display name. */
export function authorOf({ profile, userAddress }: CommentNode): string {
  return profile.name || profile.pseudonym || `${userAddress.slice(0, 6)}…${userAddress.slice(-4)}`;
}
