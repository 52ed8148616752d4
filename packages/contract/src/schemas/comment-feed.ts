/**
 * Discussions on the market channel: messages for clients that listed discussions in `comments`. All of this is
 * additive. docs/reference/feeds.md has the rules for joining and resuming.
 */
import { Type } from 'typebox';
import { count, flag, text } from '../described.ts';
import { Comment, DiscussionName, Reaction } from './comment.ts';
import { IsoTime } from './common.ts';
import { ResyncReasonText } from './feed.ts';

const ofDiscussion = {
  discussion: DiscussionName,
  sequence: count('rises by 1 with each change of the discussion; additive'),
};
const inDiscussion = {
  ...ofDiscussion,
  timestamp: Type.String({ pattern: '^[0-9]{1,16}$', description: 'Unix milliseconds' }),
};

/** The mutable fields of a comment, as of this message or later. */
export const CommentState = Type.Object(
  {
    id: Type.String(),
    parentCommentID: text('comment that is answered; empty at the top level'),
    gone: flag('it has left every list'),
    removed: flag('its body is empty'),
    updatedAt: IsoTime,
    reactions: Comment.properties.reactions,
    reportCount: Comment.properties.reportCount,
    reactionCount: Comment.properties.reactionCount,
    replyCount: Comment.properties.replyCount,
  },
  { description: 'fields of a comment that may change, as they are at this message or later' },
);
export type CommentState = Type.Static<typeof CommentState>;

const States = Type.Array(CommentState, {
  minItems: 1,
  description: 'the comment itself, then those above it that changed with it',
});

/** Position at which the stream of a discussion continues: its next message has the next sequence. */
export const DiscussionMessage = Type.Object(
  { event_type: Type.Literal('discussion'), ...ofDiscussion },
  { description: 'the next message of the discussion has the next sequence: read its comments now; additive' },
);

/** A comment or a reply was written. */
export const CommentCreatedMessage = Type.Object(
  { event_type: Type.Literal('comment_created'), comment: Comment, states: States, ...inDiscussion },
  { description: 'comment is as GET /comments shows it, without replies; additive' },
);

/** A comment was removed, by its author, a moderator or the operator. */
export const CommentRemovedMessage = Type.Object({
  event_type: Type.Literal('comment_removed'),
  comment_id: Type.String(),
  states: States,
  ...inDiscussion,
});

/** Another change of a comment; at present: it was reported, or its reports were dismissed. */
export const CommentUpdatedMessage = Type.Object({
  event_type: Type.Literal('comment_updated'),
  comment_id: Type.String(),
  states: States,
  ...inDiscussion,
});

export const ReactionCreatedMessage = Type.Object({
  event_type: Type.Literal('reaction_created'),
  reaction: Reaction,
  states: States,
  ...inDiscussion,
});

export const ReactionRemovedMessage = Type.Object({
  event_type: Type.Literal('reaction_removed'),
  reaction: Type.Object({
    commentID: Reaction.properties.commentID,
    reactionType: Reaction.properties.reactionType,
    userAddress: Reaction.properties.userAddress,
  }),
  states: States,
  ...inDiscussion,
});

export const DiscussionResyncMessage = Type.Object(
  { event_type: Type.Literal('resync'), reason: ResyncReasonText, ...ofDiscussion },
  { description: 'messages up to this sequence are missing: read the comments again; additive' },
);

/** A message about a discussion; each is a separate frame. */
export const CommentFeedMessage = Type.Union([
  DiscussionMessage,
  CommentCreatedMessage,
  CommentRemovedMessage,
  CommentUpdatedMessage,
  ReactionCreatedMessage,
  ReactionRemovedMessage,
  DiscussionResyncMessage,
]);
export type CommentFeedMessage = Type.Static<typeof CommentFeedMessage>;
