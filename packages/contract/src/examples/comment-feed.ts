/** Examples of messages about discussions on the market channel, by schema name. */
import type { Json } from '../json.ts';
import { COMMENT } from './community.ts';
import { SAMPLE, UPDATED_AT } from './sample.ts';

const STATE = {
  id: '101',
  parentCommentID: '',
  gone: false,
  removed: false,
  updatedAt: UPDATED_AT,
  reactions: [],
  reportCount: 0,
  reactionCount: 0,
  replyCount: 0,
} as const;
const PLACE = { discussion: `Event:${SAMPLE.eventId}`, sequence: 12, timestamp: '1795200000000' } as const;
const REACTION = { commentID: 101, reactionType: 'HEART', userAddress: SAMPLE.bob } as const;
const FULL_REACTION = { id: '7', ...REACTION, createdAt: UPDATED_AT } as const;

/** Examples by component name. */
export const COMMENT_FEED_EXAMPLES: Readonly<Record<string, Json>> = {
  DiscussionMessage: { event_type: 'discussion', discussion: PLACE.discussion, sequence: 11 },
  CommentCreatedMessage: { event_type: 'comment_created', comment: COMMENT, states: [STATE], ...PLACE },
  CommentRemovedMessage: {
    event_type: 'comment_removed',
    comment_id: '101',
    states: [{ ...STATE, gone: true, removed: true }],
    ...PLACE,
  },
  CommentUpdatedMessage: {
    event_type: 'comment_updated',
    comment_id: '101',
    states: [{ ...STATE, reportCount: 1 }],
    ...PLACE,
  },
  ReactionCreatedMessage: {
    event_type: 'reaction_created',
    reaction: FULL_REACTION,
    states: [{ ...STATE, reactionCount: 1, reactions: [FULL_REACTION] }],
    ...PLACE,
  },
  ReactionRemovedMessage: { event_type: 'reaction_removed', reaction: REACTION, states: [STATE], ...PLACE },
  DiscussionResyncMessage: { event_type: 'resync', reason: 'too_old', discussion: PLACE.discussion, sequence: 12 },
};
