import { afterAll, expect, test } from 'vitest';
import { actsPage } from './acts/query/acts.ts';
import { newestEvents, newestResults } from './catalog/query/news.ts';
import { openTestStore } from './testing/test-store.ts';

const store = openTestStore();
const { database, planOf } = store;
afterAll(() => store.close());

test.each([
  ['news: events', newestEvents(database, { tag: 'a', limit: 50 }), 'SCAN e'],
  ['news: results', newestResults(database, { tag: 'a', limit: 50 }), 'SCAN r USING INDEX result_lines_by_time'],
  ['acts', actsPage(database, { limit: 50 }), 'SCAN acts'],
  [
    'acts: of an actor',
    actsPage(database, { actor: 'a', limit: 50 }),
    'SEARCH acts USING INDEX acts_by_actor (actor=?)',
  ],
])('%s: newest first, without sorting', (_name, query, first) => {
  const plan = planOf(query);
  expect([plan[0], plan.filter((step) => step.includes('TEMP B-TREE'))]).toEqual([first, []]);
});
