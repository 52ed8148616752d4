/** Keeps a discussion as a careful client does, all levels in one flat map; throws at the first mismatch. */
import type { Comment, CommentFeedMessage } from '@bellwether/contract';

/** A comment without fields that messages do not contain or that are kept elsewhere. */
export type KeptComment = Omit<Comment, 'replies' | 'profile'>;

export class CommentKeeper {
  readonly comments = new Map<string, KeptComment>();
  /** Sequence of the last message; null until the venue has sent the position of the discussion. */
  sequence: number | null = null;
  readonly resyncs: CommentFeedMessage[] = [];

  read(comments: Iterable<KeptComment>): void {
    this.comments.clear();
    for (const comment of comments) this.comments.set(comment.id, comment);
  }

  take(message: CommentFeedMessage): void {
    const { sequence } = message;
    if (message.event_type === 'discussion' || message.event_type === 'resync') {
      if (message.event_type === 'resync') this.resyncs.push(message);
      this.sequence = sequence;
      return;
    }
    if (this.sequence === null || sequence !== this.sequence + 1)
      throw new Error(`sequence ${sequence} follows ${this.sequence}`);
    this.sequence = sequence;
    if (message.event_type === 'comment_created') {
      const { replies: _, profile: __, ...comment } = message.comment;
      this.comments.set(comment.id, comment);
    }
    for (const { gone, ...state } of message.states) {
      const known = this.comments.get(state.id);
      if (gone) this.comments.delete(state.id);
      else if (known !== undefined)
        this.comments.set(state.id, { ...known, ...state, body: state.removed ? '' : known.body });
    }
  }
}
