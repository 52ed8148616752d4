/** Plans of every list of comments: read from an index in the order of the answer, without scans or sorting. */
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../projections/fixtures/test-store.ts';
import { allHoldings, holderWallets, holdingsIn } from './comment-entities.ts';
import {
  accountPage,
  type CommentListing,
  discussionPlaceOf,
  moderationPage,
  nestedRepliesOf,
  reactionsOf,
  repliesPage,
  topLevelAuthors,
  topLevelPage,
} from './comments.ts';
import { moderatorsPage, tradedWallets } from './profiles.ts';

let store: TestStore;
beforeAll(() => {
  store = openTestStore();
});
afterAll(() => store.close());

function planOf({ sql, parameters }: CompiledQuery): string {
  const steps = store.query(`EXPLAIN QUERY PLAN ${sql}`, ...(parameters as (string | number)[]));
  const plan = steps.map((row) => String(row['detail'])).join('\n');
  expect(plan).not.toMatch(/^SCAN|TEMP B-TREE/m);
  return plan;
}

const page = { limit: 20, offset: 40 };

test('comments: replies and a user’s comments are read off their index', () => {
  expect(planOf(repliesPage(store.database, 1, page).compile())).toBe(
    'SEARCH comments USING INDEX comments_by_parent (parent=? AND shown=?)',
  );
  expect(planOf(accountPage(store.database, 1, page).compile())).toBe(
    'SEARCH comments USING INDEX comments_by_account (account=? AND removed=?)',
  );
});

const ENTITIES = [null, { type: 0, id: 7 }, { type: 1, id: 7 }, { type: 2, id: 7 }] as const;
const LISTINGS: readonly (readonly [CommentListing, string])[] = ENTITIES.flatMap((entity) =>
  (['id', 'reaction_count'] as const).flatMap((order) =>
    [true, false].map((ascending): [CommentListing, string] => {
      const index = `${entity === null ? 'comments_by_parent' : 'comments_by_entity'}${order === 'id' ? '' : '_reactions'}`;
      const keys =
        entity === null ? '(parent=? AND shown=?)' : '(entity_type=? AND entity_id=? AND parent=? AND shown=?)';
      return [{ entity, order, ascending, ...page }, `SEARCH c USING INDEX ${index} ${keys}`];
    }),
  ),
);

test.each(LISTINGS)('comments: %j is read off its index', (listing, first) => {
  const plan = planOf(topLevelPage(store.database, listing).compile());
  expect(plan.split('\n')[0]).toBe(first);
  expect(planOf(topLevelAuthors(store.database, listing).compile())).toBe(plan);
});

test.each([
  [false, 'id', 'comments_by_removed (removed=?)'],
  [false, 'report_count', 'comments_by_reports (removed=?)'],
  [true, 'id', 'comments_by_reported (removed=? AND <expr>=?)'],
  [true, 'report_count', 'comments_by_reports (removed=? AND report_count>?)'],
] as const)('moderation: comments, reported %j, by %s, are read off their index', (reported, order, index) => {
  const plan = planOf(moderationPage(store.database, { reported, order, ...page }).compile());
  expect(plan).toBe(`SEARCH comments USING INDEX ${index}`);
});

test('moderators: are read off an index of them alone', () => {
  expect(planOf(moderatorsPage(store.database, page).compile()).split('\n')).toEqual([
    'SEARCH profiles USING INDEX profiles_by_moderator (moderator=?)',
    'SEARCH accounts USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('profiles: the wallets of an account that traded are looked up, one by one', () => {
  expect(planOf(tradedWallets(store.database, [1, 2]).compile()).split('\n')).toEqual([
    'SEARCH wallets USING INDEX wallets_by_account (account=?)',
    'SEARCH trader_periods USING PRIMARY KEY (period=? AND start_day=? AND wallet=?)',
  ]);
});

test('comments: how often a discussion has changed is looked up', () => {
  const plan = planOf(discussionPlaceOf(store.database, { type: 0, id: 7 }).compile());
  expect(plan).toContain('SEARCH p USING PRIMARY KEY (name=?)');
  expect(plan).toContain('SEARCH d USING PRIMARY KEY (entity_type=? AND entity_id=?)');
});

test('comments: what stands below a page is looked up, never scanned', () => {
  const nested = planOf(nestedRepliesOf(store.database, [1, 2, 3], 10).compile());
  expect(nested).toContain('SEARCH x USING COVERING INDEX comments_by_parent (parent=? AND shown=?)');
  expect(nested).toContain('SEARCH r USING INTEGER PRIMARY KEY (rowid=?)');
  const reactions = planOf(reactionsOf(store.database, [1, 2, 3], 10).compile());
  expect(reactions).toContain('SEARCH x USING COVERING INDEX reactions_by_comment (comment=?)');
  expect(reactions).toContain('SEARCH r USING INTEGER PRIMARY KEY (rowid=?)');
  expect(planOf(holdingsIn(store.database, [1, 2], [1, 2, 3]).compile())).toBe(
    'SEARCH position_costs USING PRIMARY KEY (wallet=? AND market=?)',
  );
  expect(planOf(holderWallets(store.database, 1, 0, 10).compile())).toMatch(
    /^SEARCH positions USING (PRIMARY KEY|COVERING INDEX positions_by_size) \(market=\? AND outcome=\?\)$/,
  );
  expect(planOf(allHoldings(store.database, [1, 2, 3]).compile())).toContain(
    'SEARCH position_costs USING COVERING INDEX position_costs_by_size (wallet=? AND shares_micros>?)',
  );
});
