import { type Comment, NESTED_REPLIES_MAX } from '@bellwether/contract';
import { expect, test } from 'vitest';
import type { CommentMessage } from './comment-feed.ts';
import { applyToComments } from './comment-list.ts';

const comment = (id: string, parentCommentID: string | null, replies: readonly unknown[] = []): Comment =>
  ({ id, parentCommentID, body: '', replies }) as unknown as Comment;

const created = (reply: Comment): CommentMessage =>
  ({ event_type: 'comment_created', comment: reply, states: [] }) as unknown as CommentMessage;

const replyCounts = (list: readonly Comment[]): number[] => list.map(({ replies }) => replies.length);

test('comment list: a comment and its replies keep as many replies as an answer of the venue shows', () => {
  const [first, second] = NESTED_REPLIES_MAX;
  let list: readonly Comment[] = [comment('top', null)];
  for (let index = 0; index <= first; index++) list = applyToComments(list, created(comment(`a${index}`, 'top')));
  expect(replyCounts(list)).toEqual([first]);
  for (let index = 0; index <= second; index++) list = applyToComments(list, created(comment(`b${index}`, 'a0')));
  expect(list[0]?.replies.map(({ replies }) => replies.length)).toEqual([second, ...Array(first - 1).fill(0)]);
  expect(applyToComments(list, created(comment('c0', 'b0')))).toEqual(list);
});
