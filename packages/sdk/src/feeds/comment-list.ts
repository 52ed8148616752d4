/**
 * Takes a message of the comments feed into a list of comments as `GET /comments` or `GET /comments/{id}` answers it.
 * Pure; doing it again changes nothing, and it may be done to a list that is newer than the message: later messages, which
 * are certain to come, put right what an earlier one has put back.
 */
import type { Comment } from '@bellwether/contract';
import type { CommentMessage } from './comment-feed.ts';

type Reply = Comment['replies'][number];
type Node = Comment | Reply | Reply['replies'][number];
type State = CommentMessage['states'][number];

export interface CommentListPlace {
  /** Whose replies the list has; '' for the top level. Default ''. */
  readonly parent?: string;
  /** Where a new comment of this level goes; `none`: it is not put in. Default `first`. */
  readonly added?: 'first' | 'last' | 'none';
}

/** As many replies as the venue nests below comments of the first and of the second level; the third has none. */
const NESTED_MAX = [10, 5, 0] as const;

/** The list after the message; the same list when nothing in it changes. */
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
    // Levels differ only in how deep they are nested.
    return [{ ...node, ...(state === undefined ? {} : fieldsOf(state, node)), replies } as Item];
  });
  return isChanged ? after : nodes;
}

/** The replies with the new one, if it answers this comment and has its place in an answer. */
function withReply(
  node: Node,
  replies: readonly Node[],
  created: Comment | null,
  states: ReadonlyMap<string, State>,
  level: number,
): readonly Node[] {
  if (created?.parentCommentID !== node.id || replies.length >= (NESTED_MAX[level] ?? 0)) return replies;
  const state = states.get(created.id);
  if (state?.gone === true || replies.some(({ id }) => id === created.id)) return replies;
  return [...replies, { ...created, ...(state === undefined ? {} : fieldsOf(state, created)), replies: [] }];
}

function repliesOf(node: Node): readonly Node[] {
  // What stands below the third level is always empty.
  return node.replies as readonly Node[];
}

function fieldsOf({ gone: _, ...fields }: State, { body }: Node) {
  return { ...fields, body: fields.removed ? '' : body };
}
