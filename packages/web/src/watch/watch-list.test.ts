import { expect, test } from 'vitest';
import { isWatching, readWatched, toggled, WATCHED_MAX, watchedEvents } from './watch-list.ts';

const event = { event: 'race', market: null };
const first = { event: 'race', market: 'one' };
const second = { event: 'race', market: 'two' };

test('watch list: a market is added and taken away, and its event is watched with it', () => {
  const list = toggled(toggled([], first), second);
  expect(watchedEvents(list)).toEqual(['race']);
  expect([first, second, event].map((one) => isWatching(list, one))).toEqual([true, true, true]);
  expect([toggled(list, first), toggled(list, event)]).toEqual([[second], []]);
});

test('watch list: an event as such does not make each of its markets watched', () =>
  expect(isWatching(toggled([], event), first)).toBe(false));

test('watch list: the latest come first, and it does not grow without end', () => {
  let list = readWatched(null);
  for (let count = 0; count <= WATCHED_MAX; count += 1) list = toggled(list, { event: `event-${count}`, market: null });
  expect(list).toHaveLength(WATCHED_MAX);
  expect(watchedEvents(list)[0]).toBe(`event-${WATCHED_MAX}`);
});

test.each([null, '', '{', '{}', '[1, null, {"event": ""}, {"event": "a", "market": 1}]'])(
  'watch list: %j is no list',
  (text) => expect(readWatched(text)).toEqual([]),
);
