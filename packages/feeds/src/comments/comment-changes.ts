/** Changes of an entry in discussions, before the resulting comments are read. */

import type { CommentState, Reaction } from '@bellwether/contract';
import type { CommentEntity, CommentId, Event, State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { DiscussionAnswer, DiscussionChange } from '@bellwether/read-model/community/answer/discussion.ts';
import type { CommentMessage } from './comment-frame.ts';

/** A change that one message reports. */
export interface CommentChange extends DiscussionChange {
  readonly kind: CommentMessage['event_type'];
  /** Sequence of the entry. */
  readonly position: number;
  readonly timeMs: number;
  /** Account that reacted, and its reaction; null for all other changes. */
  readonly reaction: Pick<Reaction, 'commentID' | 'reactionType' | 'userAddress'> | null;
}

export type EntityChange = { readonly entity: CommentEntity; readonly change: CommentChange };

/**
 * Returns the change that an event makes in a discussion; null for all other events. `state` is the state after the
 * entry.
 */
export function commentChange(event: Event, entry: ChainedEntry, state: Readonly<State>): EntityChange | null {
  switch (event.kind) {
    case 'CommentAdded':
      return { entity: event.entity, change: changeOf('comment_created', event.comment, entry) };
    case 'CommentRemoved':
      return onComment('comment_removed', event.comment, entry, state);
    case 'CommentReported':
    case 'ReportsDismissed':
      return onComment('comment_updated', event.comment, entry, state);
    case 'ReactionAdded':
    case 'ReactionRemoved': {
      const userAddress = state.accounts[event.account]?.address ?? '';
      const reaction = { commentID: event.comment, reactionType: event.reaction, userAddress };
      const kind = event.kind === 'ReactionAdded' ? 'reaction_created' : 'reaction_removed';
      const found = onComment(kind, event.comment, entry, state);
      return found === null ? null : { ...found, change: { ...found.change, reaction } };
    }
    default:
      return null;
  }
}

function onComment(kind: CommentChange['kind'], comment: CommentId, entry: ChainedEntry, state: Readonly<State>) {
  const facts = state.community.comments.get(comment);
  return facts === null ? null : { entity: facts.entity, change: changeOf(kind, comment, entry) };
}

function changeOf(kind: CommentChange['kind'], comment: CommentId, { sequence, timeMs }: ChainedEntry): CommentChange {
  const isMoved = kind === 'comment_created' || kind === 'comment_removed';
  const takenBy = kind === 'reaction_removed' ? sequence : null;
  return { kind, comment, isMoved, takenBy, position: sequence, timeMs, reaction: null };
}

/** Returns the message of a change; `read` has its comments as they were found afterwards. */
export function commentMessage(
  { kind, comment, position, timeMs, reaction }: CommentChange,
  read: DiscussionAnswer['changes'][number],
  discussion: string,
  sequence: number,
): CommentMessage {
  const states: CommentState[] = [...read.states];
  const place = { states, discussion, sequence, timestamp: String(timeMs) };
  const id = String(comment);
  switch (kind) {
    case 'comment_created':
      if (read.comment === null) throw new Error(`the read store has no comment ${id}`);
      return { event_type: kind, comment: read.comment, ...place };
    case 'comment_removed':
    case 'comment_updated':
      return { event_type: kind, comment_id: id, ...place };
    case 'reaction_created':
    case 'reaction_removed': {
      if (reaction === null) throw new Error(`a reaction to comment ${id} by no one`);
      if (kind === 'reaction_removed') return { event_type: kind, reaction, ...place };
      const createdAt = new Date(timeMs).toISOString();
      // The id of a reaction is the sequence of its entry.
      return { event_type: kind, reaction: { id: String(position), ...reaction, createdAt }, ...place };
    }
  }
}
