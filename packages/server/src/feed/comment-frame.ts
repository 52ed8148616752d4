/** A message about a discussion, ready for the wire: made once, the same bytes for every reader. */
import type { Comment, CommentFeedMessage } from '@bellwether/contract';
import type { CommentEntity } from '@bellwether/engine';

/** A message that tells of a change. */
export type CommentMessage = Exclude<CommentFeedMessage, { readonly event_type: 'discussion' | 'resync' }>;

/** What a message is about, as far as the message does not say it. */
export interface CommentSubject {
  readonly entity: CommentEntity;
  /** A comment that has come or gone. */
  readonly comment: Comment | null;
  /** A reaction that was taken back. */
  readonly taken: { readonly id: string; readonly createdAt: string } | null;
}

export class CommentFrame {
  readonly sequence: number;
  /** Characters. */
  readonly size: number;
  #message: CommentMessage;
  #subject: CommentSubject;
  #bytes: Buffer | null = null;

  constructor(message: CommentMessage, subject: CommentSubject) {
    this.#message = message;
    this.#subject = subject;
    this.sequence = message.sequence;
    // Messages are short lived or kept: either way their text is made once and let go of with the bytes.
    this.size = JSON.stringify(message).length;
  }

  get message(): CommentMessage {
    return this.#message;
  }

  get subject(): CommentSubject {
    return this.#subject;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(JSON.stringify(this.#message));
    return this.#bytes;
  }

  /** Lets go of the bytes; they are made again when asked for. */
  release(): void {
    this.#bytes = null;
  }

  /** Ids of comments that it says are removed. */
  get removed(): readonly string[] {
    return this.#message.states.filter(({ removed }) => removed).map(({ id }) => id);
  }

  /** Takes the text of a comment back, so that no late reader is given what has been removed. */
  withdraw(commentId: string): void {
    const message = this.#message;
    if (message.event_type !== 'comment_created' || message.comment.id !== commentId) return;
    const comment: Comment = { ...message.comment, body: '', removed: true, reactions: [], reactionCount: 0 };
    this.#message = { ...message, comment };
    this.#subject = { ...this.#subject, comment };
    this.#bytes = null;
  }
}
