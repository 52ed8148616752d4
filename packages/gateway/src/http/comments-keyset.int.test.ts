/** Comments by keyset as clients see them: pages, what changes between them, cursors and refusals. */
import type { Comment, CommentsKeysetPage } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addEvent, send, type TestMarket, type Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const [rain, sun] = await Promise.all(
  ['rain', 'sun'].map(async (slug) => ((await addEvent(stack, [`${slug}?`], {}, { slug })) as [TestMarket])[0]),
);
const about = (market: TestMarket | undefined) => ({
  parentEntityType: 'Event',
  parentEntityID: Number(market?.eventId),
});
const named = (market: TestMarket | undefined) => `parent_entity_type=Event&parent_entity_id=${market?.eventId}`;

async function write(author: Trader, body: string, market = rain, parentCommentID?: string): Promise<Comment> {
  stack.time.nowMs += 5_000;
  return (await author.send('POST', '/comments', { body, ...about(market), parentCommentID })).body as Comment;
}

const page = async (query: string) =>
  (await send(stack, 'GET', `/comments/keyset?${query}`)).body as CommentsKeysetPage;
const refusal = async (query: string) =>
  ((await send(stack, 'GET', `/comments/keyset?${query}`)).body as { error: string }).error;
const bodies = ({ comments }: CommentsKeysetPage) => comments.map(({ body }) => body);

/** Texts of all pages; `between` runs after each. */
async function pages(query: string, between: () => Promise<unknown> = async () => null): Promise<string[][]> {
  const shown: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const next = await page(`${query}${cursor === undefined ? '' : `&after_cursor=${cursor}`}`);
    shown.push(bodies(next));
    if (next.next_cursor === undefined) return shown;
    cursor = next.next_cursor;
    await between();
  }
}

const written: Comment[] = [];
for (const body of ['1', '2', '3', '4', '5']) written.push(await write(body < '3' ? alice : bob, body));
await write(bob, 'a reply', rain, written[0]?.id);
await write(bob, 'elsewhere', sun);

test('comments by keyset: oldest first by default, in either direction, of one entity or of all', async () => {
  expect(await pages(`${named(rain)}&limit=2`)).toEqual([['1', '2'], ['3', '4'], ['5']]);
  expect(await pages(`${named(rain)}&limit=2&ascending=false&order=createdAt`)).toEqual([
    ['5', '4'],
    ['3', '2'],
    ['1'],
  ]);
  // A page that is exactly full is known to be the last.
  expect(await pages(`${named(rain)}&limit=5`)).toHaveLength(1);
  expect((await pages('limit=4')).flat()).toEqual(['1', '2', '3', '4', '5', 'elsewhere']);
  expect(await page('parent_entity_type=Event&parent_entity_id=999999')).toEqual({ comments: [] });
});

test('comments by keyset: rows are those of the list by offset', async () => {
  const byOffset = (await send(stack, 'GET', `/comments?${named(rain)}&ascending=true`)).body;
  expect((await page(named(rain))).comments).toEqual(byOffset);
});

test('comments by keyset: comments that are added or removed between pages shift no other [S10]', async () => {
  let added = 0;
  const between = async () => {
    added += 1;
    await alice.send('DELETE', `/comments/${(await write(alice, `removed ${added}`)).id}`);
    if (added === 1) await alice.send('DELETE', `/comments/${written[1]?.id}`);
    if (added === 2) await write(alice, 'added');
  };
  expect(await pages(`${named(rain)}&limit=2`, between)).toEqual([
    ['1', '2'],
    ['3', '4'],
    ['5', 'added'],
  ]);
});

test('comments by keyset: cursors of other lists, and what is no cursor, are refused in words', async () => {
  const { next_cursor: cursor } = await page('limit=1&order=createdAt');
  expect(bodies(await page(`limit=1&order=id&after_cursor=${cursor}`))).toHaveLength(1);
  const other = 'after_cursor goes with /comments/keyset?order=id&ascending=true, not with ';
  expect(await refusal(`ascending=false&after_cursor=${cursor}`)).toBe(
    `${other}/comments/keyset?order=id&ascending=false`,
  );
  const events = (await send(stack, 'GET', `/events/keyset?after_cursor=${cursor}`)).body;
  expect(events).toMatchObject({ error: `${other}/events/keyset?order=id&ascending=true` });
  expect(await refusal('after_cursor=MjA')).toMatch(/^after_cursor is no cursor of this venue/);
  expect(await refusal('offset=3')).toBe('offset is not allowed on keyset endpoints: send after_cursor');
  expect(await refusal('cursor=x')).toBe('unknown parameter: cursor; did you mean after_cursor?');
  expect(await refusal('order=reactionCount')).toBe('order must be one of id, createdAt');
  expect(await refusal('limit=101')).toBe('limit must be in 1..100');
});
