import { expect, test } from 'vitest';
import { type CommentFeedItem, createCommentFeed } from './comment-feed.ts';
import { ScriptedVenue } from './scripted-venue.testing.ts';

const NAME = 'Event:12';
const at = (sequence: number) => ({ event_type: 'comment_updated', discussion: NAME, sequence, states: [] });
const place = (sequence: number) => ({ event_type: 'discussion', discussion: NAME, sequence });

async function connect({ bufferMax = 100 } = {}) {
  const venue = new ScriptedVenue();
  const feed = createCommentFeed({ socket: venue.socket, discussions: [NAME], bufferMax });
  const next = async (): Promise<string> => textOf((await feed.next()).value);
  expect(await next()).toBe('connected');
  return { feed, said: venue.said, next, hear: venue.say.bind(venue), cut: () => venue.cut() };
}

function textOf(item: CommentFeedItem | undefined): string {
  if (item?.kind === 'message') return `message ${item.message.sequence}`;
  if (item?.kind === 'resync') return `resync ${item.reason}`;
  return item?.kind ?? 'end';
}

test('comment feed: it joins, hands on what follows once, and comes back where it was', async () => {
  const { feed, said, next, hear, cut } = await connect();
  expect(said).toEqual([{ type: 'market', comments: [NAME] }]);
  hear(place(4), at(5), at(5), at(6), { ...at(1), discussion: 'Event:13' });
  expect([await next(), await next(), await next()]).toEqual(['joined', 'message 5', 'message 6']);
  cut();
  expect([await next(), await next()]).toEqual(['disconnected', 'connected']);
  expect(said.at(-1)).toEqual({ type: 'market', comments: [NAME], since: { [NAME]: 6 } });
  hear(place(6), at(7));
  expect(await next()).toBe('message 7');
  cut();
  expect([await next(), await next()]).toEqual(['disconnected', 'connected']);
  hear({ event_type: 'resync', reason: 'too_old', discussion: NAME, sequence: 20 }, at(21));
  expect([await next(), await next()]).toEqual(['resync too_old', 'message 21']);
  feed.close();
});

test('comment feed: a message is missing: it asks where the discussion is, and says so', async () => {
  const { feed, said, next, hear } = await connect();
  hear(place(4), at(6), at(7), place(9), at(10));
  expect([await next(), await next(), await next()]).toEqual(['joined', 'resync gap', 'message 10']);
  expect(said.slice(1)).toEqual([{ type: 'market', operation: 'subscribe', comments: [NAME] }]);
  feed.close();
});

test('comment feed: a reader that does not keep up is told so, once it reads again', async () => {
  const { feed, said, next, hear } = await connect({ bufferMax: 2 });
  hear(place(4), at(5), at(6), at(7));
  const waiting = next();
  expect(said.slice(1)).toEqual([{ type: 'market', operation: 'subscribe', comments: [NAME] }]);
  hear(place(9), at(10));
  expect([await waiting, await next()]).toEqual(['resync slow_consumer', 'message 10']);
  feed.close();
});

test('comment feed: discussions come and go', async () => {
  const { feed, said, next, hear } = await connect();
  hear(place(4));
  expect(await next()).toBe('joined');
  feed.subscribe([NAME, 'Series:3']);
  feed.unsubscribe([NAME, 'market:9']);
  hear(at(5), { event_type: 'discussion', discussion: 'Series:3', sequence: 0 });
  expect(await next()).toBe('joined');
  expect(said.slice(1)).toEqual([
    { type: 'market', operation: 'subscribe', comments: ['Series:3'] },
    { operation: 'unsubscribe', comments: [NAME] },
  ]);
  feed.close();
});
