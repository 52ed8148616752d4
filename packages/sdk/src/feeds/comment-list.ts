/**
 * Applies messages of the comments feed to a list of comments from `GET /comments` or `GET /comments/{id}`. Pure and
 * idempotent. The list may be newer than the message: anything that an old message sets back, later messages of the
 * feed correct.
 */
import { type Comment, NESTED_REPLIES_MAX } from '@bellwether/contract';
import type { CommentMessage } from './comment-feed.ts';

type Reply = Comment['replies'][number];
type Node = Comment | Reply | Reply['replies'][number];
type State = CommentMessage['states'][number];

export interface CommentListPlace {
  /** Id of the comment whose replies the list holds; '' for the top level. Default ''. */
  readonly parent?: string;
  /** Position of a new comment in the list; `none` leaves it out. Default `first`. */
  readonly added?: 'first' | 'last' | 'none';
}

/**
 * Returns the list after the message; the same list if nothing changes. After a removal a comment may have fewer replies
 * than a new answer: replies beyond those shown were never in the list.
 */
export function applyToComments(
  comments: readonly Comment[],
  message: CommentMessage,
  { parent = '', added = 'first' }: CommentListPlace = {},
): readonly Comment[] {
  const created = message.event_type === 'comment_created' ? message.comment : null;
  const states = new Map(message.states.map((state) => [state.id, state]));
  const own = withStates(comments, states, created, 0);
  if (created === null || created.parentCommentID !== parent || added === 'none') return own;
  if (states.get(created.id)?.gone === true || own.some(({ id }) => id === created.id)) return own;
  const [fresh] = withStates([created], states, null, 0);
  if (fresh === undefined) return own;
  return added === 'first' ? [fresh, ...own] : [...own, fresh];
}

function withStates<Item extends Node>(
  nodes: readonly Item[],
  states: ReadonlyMap<string, State>,
  created: Comment | null,
  level: number,
): readonly Item[] {
  let isChanged = false;
  const after = nodes.flatMap((node): Item[] => {
    const state = states.get(node.id);
    if (state?.gone === true) {
      isChanged = true;
      return [];
    }
    const replies = withReply(node, withStates(repliesOf(node), states, created, level + 1), created, states, level);
    if (state === undefined && replies === node.replies) return [node];
    isChanged = true;
    // Levels differ only in their depth of nesting.
    return [{ ...node, ...(state === undefined ? {} : fieldsOf(state, node)), replies } as Item];
  });
  return isChanged ? after : nodes;
}

/** Adds the new comment if it replies to this one and an answer would show it. */
function withReply(
  node: Node,
  replies: readonly Node[],
  created: Comment | null,
  states: ReadonlyMap<string, State>,
  level: number,
): readonly Node[] {
  if (created?.parentCommentID !== node.id || replies.length >= (NESTED_REPLIES_MAX[level] ?? 0)) return replies;
  const state = states.get(created.id);
  if (state?.gone === true || replies.some(({ id }) => id === created.id)) return replies;
  return [...replies, { ...created, ...(state === undefined ? {} : fieldsOf(state, created)), replies: [] }];
}

function repliesOf(node: Node): readonly Node[] {
  // Replies below the third level are always empty.
  return node.replies as readonly Node[];
}

function fieldsOf({ gone: _, ...fields }: State, { body }: Node) {
  return { ...fields, body: fields.removed ? '' : body };
}
