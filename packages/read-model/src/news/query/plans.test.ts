import { afterAll, expect, test } from 'vitest';
import { openTestStore } from '../../testing/test-store.ts';
import { closingBetween, newsAfter } from './news.ts';

const { close, database, planOf } = openTestStore();
afterAll(() => close());

test('news: the next after a position, and trading that ends between two times, come off an index', () => {
  expect(planOf(newsAfter(database, 5, 9_000_000))[0]).toBe('SEARCH n USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)');
  expect(planOf(closingBetween(database, 5, 9))[0]).toBe(
    'SEARCH m USING INDEX markets_by_close (close_ms>? AND close_ms<?)',
  );
});
