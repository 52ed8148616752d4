/** A message about a discussion, ready for the wire: encoded once, with the same bytes for every reader. */
import type { Comment, CommentFeedMessage } from '@bellwether/contract';
import type { CommentEntity } from '@bellwether/engine';

/** A message that reports a change. */
export type CommentMessage = Exclude<CommentFeedMessage, { readonly event_type: 'discussion' | 'resync' }>;

/** Facts about the subject of a message that the message itself lacks. */
export interface CommentSubject {
  readonly entity: CommentEntity;
  /** Comment that was added or removed. */
  readonly comment: Comment | null;
  /** Reaction that was taken back. */
  readonly taken: { readonly id: string; readonly createdAt: string } | null;
}

export class CommentFrame {
  readonly sequence: number;
  /** Size in characters. */
  readonly size: number;
  #message: CommentMessage;
  #subject: CommentSubject;
  #bytes: Buffer | null = null;

  constructor(message: CommentMessage, subject: CommentSubject) {
    this.#message = message;
    this.#subject = subject;
    this.sequence = message.sequence;
    // Only the length is kept: messages are short-lived or stay for long, and `bytes` makes the text again.
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

  /** Drops the bytes, which are made again on demand. */
  release(): void {
    this.#bytes = null;
  }

  /** Ids of comments that the message reports as removed. */
  get removed(): readonly string[] {
    return this.#message.states.filter(({ removed }) => removed).map(({ id }) => id);
  }

  /** Withdraws the text of a comment, so that late readers do not receive removed text. */
  withdraw(commentId: string): void {
    const message = this.#message;
    if (message.event_type !== 'comment_created' || message.comment.id !== commentId) return;
    const comment: Comment = { ...message.comment, body: '', removed: true, reactions: [], reactionCount: 0 };
    this.#message = { ...message, comment };
    this.#subject = { ...this.#subject, comment };
    this.#bytes = null;
  }
}
