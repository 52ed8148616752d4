/** Messages about discussions in the format of the activity feed, made once for all readers of a frame. */
import type { ReactionType } from '@bellwether/engine';
import { LiveMessage } from '../live/live-message.ts';
import type { CommentFrame, CommentMessage } from './comment-frame.ts';

const ICONS: Readonly<Record<ReactionType, string>> = { HEART: '❤️' };

export interface LiveCommentMessage {
  readonly type: 'comment_created' | 'comment_removed' | 'reaction_created' | 'reaction_removed';
  readonly message: LiveMessage;
}

export class LiveCommentMessages {
  #frame: CommentFrame | null = null;
  /** Message of the frame at that time: the text of a comment may be withdrawn later. */
  #said: CommentMessage | null = null;
  #cached: LiveCommentMessage | null = null;

  /** Returns the message of a frame; null if this protocol has none. */
  of(frame: CommentFrame): LiveCommentMessage | null {
    if (this.#frame !== frame || this.#said !== frame.message) {
      this.#frame = frame;
      this.#said = frame.message;
      this.#cached = make(frame);
    }
    return this.#cached;
  }

  /** Drops messages that readers will not ask for again. */
  clear(): void {
    this.#frame = null;
    this.#said = null;
    this.#cached = null;
  }
}

function make({ message, subject }: CommentFrame): LiveCommentMessage | null {
  const { event_type: type, sequence, timestamp } = message;
  if (type === 'comment_updated') return null;
  const said = (payload: object): LiveCommentMessage => ({
    type,
    message: new LiveMessage('comments', type, Number(timestamp), JSON.stringify({ ...payload, sequence })),
  });
  if (type === 'comment_created' || type === 'comment_removed') {
    const { comment } = subject;
    if (comment === null) throw new Error(`a message about a comment without the comment: ${type}`);
    const { replies: _, profile, ...shown } = comment;
    // Clients of this protocol expect more fields of the optimized image than a venue without conversion has, so omit
    // it.
    const { profileImageOptimized: __, ...author } = profile;
    return said({ ...shown, profile: author });
  }
  const { reaction } = message;
  const { entity, taken } = subject;
  return said({
    ...reaction,
    ...taken,
    icon: ICONS[reaction.reactionType],
    parentEntityType: entity.type,
    parentEntityID: entity.id,
  });
}
