/** Plans of statements: for all filters and orders, rows are read from an index in the order of the answer. */
import { afterAll, describe, expect, test } from 'vitest';
import { clarificationRows, noticedClarifications, suggestionsPage } from './asking/query/asking.ts';
import { linesOfMarkets, noticedLines, resultOfQuestion } from './catalog/query/resolutions.ts';
import { allHoldings, holderWallets, holdingsIn } from './community/query/context.ts';
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
} from './community/query/discussions.ts';
import { moderatorsPage, tradedWallets } from './community/query/profiles.ts';
import { positionsOfMarket, positionsOfWallet } from './data-v2/query/positions.ts';
import { daysOfWallet } from './data-v2/query/trader-days.ts';
import { grantStarts, grantSums } from './grants/query/grants.ts';
import { activityBatch, sortedActivity } from './ledger/query/activity.ts';
import { builderTradeIds, fillsOfTrades } from './ledger/query/builder-trades.ts';
import { holdersOf, netHoldersOf } from './ledger/query/data.ts';
import { firstSecond } from './ledger/query/id-ranges.ts';
import {
  blockedFillIds,
  type FillFilter,
  type FillStream,
  fillIdsBelow,
  lastBlockedId,
  marketsOfWallet,
  nestedFillIds,
  streamsOf,
  youngFillIds,
} from './ledger/query/ledger.ts';
import { namedMarkets } from './ledger/query/ledger-context.ts';
import { ownFillIds, signedFillIds } from './ledger/query/own-trades.ts';
import { BLOCKS_OF_BLOCKS, BLOCKS_OF_FILLS, type FillKind } from './ledger/tables.ts';
import { endedPositions, heldPositions, positionSums, rankedTraders, tradersOf } from './portfolio/query/portfolio.ts';
import { biggestWins } from './portfolio/query/wins.ts';
import { newestPoint, oldestPoint, pointBefore, pointsBetween } from './prices/query/price-history.ts';
import { openTestStore } from './testing/test-store.ts';

const store = openTestStore();
const { database, planOf } = store;
afterAll(() => store.close());

const page = { limit: 20, offset: 40 };
const moderated = (reported: boolean, order: 'id' | 'report_count') =>
  moderationPage(database, { reported, order, ...page });
const COSTS = 'position_costs USING PRIMARY KEY (wallet=? AND market=?)';
const OF_DAY = '(period=? AND start_day=?';
const PRICES = 'price_points USING PRIMARY KEY (market=? AND grain=?';
const PERIODS = 'trader_periods USING';
const COMMENTS = 'comments USING INDEX comments_by';
const ROW = 'USING INTEGER PRIMARY KEY (rowid=?)';

/** Queries without variants, with what each step of their plans searches. */
const PLANS: readonly (readonly [string, Parameters<typeof planOf>[0], ...string[]])[] = [
  [
    'asking: clarifications of events in their order',
    clarificationRows(database, [1, 2]),
    'clarifications USING PRIMARY KEY (event=?)',
  ],
  [
    'asking: suggestions of an account, newest first',
    suggestionsPage(database, { account: 3, status: null, ...page }),
    `a ${ROW}`,
    's USING INDEX suggestions_by_account (account=?)',
    `e ${ROW} LEFT-JOIN`,
  ],
  [
    'asking: suggestions of a status, newest first',
    suggestionsPage(database, { account: null, status: 'waiting', ...page }),
    's USING INDEX suggestions_by_status (status=?)',
    `a ${ROW}`,
    `e ${ROW} LEFT-JOIN`,
  ],
  [
    'grants: steps of some',
    grantSums(database, ['a', 'b']),
    'grant_steps USING INDEX grant_steps_by_grant (grant_id=?)',
  ],
  [
    'ledger: markets in which a wallet has fills, by one probe each',
    marketsOfWallet(database, 3, [1, 2]),
    `markets ${ROW}`,
    'fills EXISTS USING COVERING INDEX fills_by_wallet_market (wallet=? AND market=?)',
  ],
  [
    'markets: condition ids, without texts',
    namedMarkets(database, ['0x1', '0x2']),
    'markets USING COVERING INDEX markets_by_condition (condition_id=?)',
  ],
  [
    'builder trades: the fills of a page are one range of keys for each trade',
    fillsOfTrades(database, [1, 2, 3]),
    `b ${ROW}`,
    'f USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  ],
  [
    'holders: the largest come off an index [L17]',
    holdersOf(database, 1, 0, 1, 100),
    'positions USING COVERING INDEX positions_by_size (market=? AND outcome=? AND shares_micros>?)',
  ],
  [
    'resolutions: a question, whatever its case',
    resultOfQuestion(database, '0x1'),
    'markets USING INDEX markets_by_question (<expr>=?)',
  ],
  [
    'resolutions: the lines of markets',
    linesOfMarkets(database, [1, 2]),
    'result_lines USING INDEX result_lines_by_market (market=?)',
  ],
  [
    'notifications: results that touch a user’s wallets',
    noticedLines(database, [1, 2], 1_000, 5, 100),
    'l USING INDEX result_lines_by_time (time_ms>?)',
    'p EXISTS USING PRIMARY KEY (wallet=? AND market=?)',
  ],
  ['positions: sums of a page', positionSums(database, 1, [1, 2, 3]), COSTS],
  [
    'positions: those of a user come by size, and nothing is sorted',
    heldPositions(database, 1, null, 1),
    'p USING INDEX position_costs_by_size (wallet=? AND shares_micros>?)',
    `m ${ROW}`,
    's USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  ],
  ['ledger: times as bounds of ids', firstSecond(database, 5), 'activity_seconds USING INTEGER PRIMARY KEY (rowid>?)'],
  [
    'leaderboard: volumes',
    rankedTraders(database, 1, 5, 'volume_micros', 25, 0),
    `${PERIODS} INDEX trader_periods_by_volume ${OF_DAY})`,
  ],
  [
    'leaderboard: profits',
    rankedTraders(database, 1, 5, 'pnl_micros', 25, 0),
    `${PERIODS} INDEX trader_periods_by_pnl ${OF_DAY})`,
  ],
  ['leaderboard: a user', tradersOf(database, 1, 5, [1, 2]), `${PERIODS} PRIMARY KEY ${OF_DAY} AND wallet=?)`],
  ['price history: the newest point', newestPoint(database, 1), `${PRICES})`],
  ['price history: the oldest point', oldestPoint(database, 1, 3), `${PRICES})`],
  ['price history: the point before', pointBefore(database, 1, 0, 9), `${PRICES} AND bucket<?)`],
  ['price history: a span', pointsBetween(database, 1, 0, 5, 9), `${PRICES} AND bucket>? AND bucket<?)`],
  ['comments: replies', repliesPage(database, 1, page), `${COMMENTS}_parent (parent=? AND shown=?)`],
  ['comments: of a user', accountPage(database, 1, page), `${COMMENTS}_account (account=? AND removed=?)`],
  ['comments: holdings', holdingsIn(database, [1, 2], [1, 2, 3]), COSTS],
  ['moderation: by age', moderated(false, 'id'), `${COMMENTS}_removed (removed=?)`],
  ['moderation: by reports', moderated(false, 'report_count'), `${COMMENTS}_reports (removed=?)`],
  ['moderation: reported, by age', moderated(true, 'id'), `${COMMENTS}_reported (removed=? AND <expr>=?)`],
  ['reported, by reports', moderated(true, 'report_count'), `${COMMENTS}_reports (removed=? AND report_count>?)`],
  [
    'moderators: are read off an index of them alone',
    moderatorsPage(database, page),
    'profiles USING INDEX profiles_by_moderator (moderator=?)',
    `accounts ${ROW}`,
  ],
  [
    'profiles: the wallets of an account that traded are looked up, one by one',
    tradedWallets(database, [1, 2]),
    'wallets USING INDEX wallets_by_account (account=?)',
    `${PERIODS} PRIMARY KEY ${OF_DAY} AND wallet=?)`,
  ],
];

for (const [name, query, ...plan] of PLANS)
  test(name, () => expect(planOf(query)).toEqual(plan.map((step) => `SEARCH ${step}`)));

test('notifications: clarifications come by time', () =>
  expect(planOf(noticedClarifications(database, [1], 1, 5, 9))[0]).toContain('clarifications_by_time (created_ms>?)'));

test('grants: newest first', () =>
  expect(planOf(grantStarts(database, 10, 0))).toEqual(['SCAN grant_steps USING INDEX grant_steps_by_start']));

test.each([
  [
    'data v2: positions of a wallet come by size',
    positionsOfWallet(database, 1, null, false),
    'p USING INDEX position_costs_by_size (wallet=? AND shares_micros>?)',
  ],
  [
    'data v2: the largest positions of a market come in order',
    positionsOfMarket(database, 1, 0, false, 5),
    'p USING INDEX position_costs_by_market (market=? AND outcome=? AND shares_micros>?)',
  ],
  [
    'data v2: days of a wallet',
    daysOfWallet(database, 1, 5, 9),
    'trader_days USING PRIMARY KEY (wallet=? AND day>? AND day<?)',
  ],
  ['positions in a market', heldPositions(database, 1, [2], 1), 'p USING PRIMARY KEY (wallet=? AND market=?)'],
  [
    'ended positions',
    endedPositions(database, 1, null),
    'p USING INDEX position_costs_by_size (wallet=? AND shares_micros=?)',
  ],
  ['ended positions in a market', endedPositions(database, 1, [2]), 'p USING PRIMARY KEY (wallet=? AND market=?)'],
])('%s come off an index', (_name, query, step) => expect(planOf(query).join('\n')).toContain(`SEARCH ${step}`));

test.each([
  ['changes of a discussion', discussionPlaceOf(database, { type: 0, id: 7 }), 'p USING PRIMARY KEY (name=?)'],
  [
    'the place of a discussion',
    discussionPlaceOf(database, { type: 0, id: 7 }),
    'd USING PRIMARY KEY (entity_type=? AND entity_id=?)',
  ],
  [
    'nested replies',
    nestedRepliesOf(database, [1, 2, 3], 10),
    'x USING COVERING INDEX comments_by_parent (parent=? AND shown=?)',
  ],
  ['rows of nested replies', nestedRepliesOf(database, [1, 2, 3], 10), `r ${ROW}`],
  ['reactions', reactionsOf(database, [1, 2, 3], 10), 'x USING COVERING INDEX reactions_by_comment (comment=?)'],
  ['rows of reactions', reactionsOf(database, [1, 2, 3], 10), `r ${ROW}`],
  [
    'all holdings',
    allHoldings(database, [1, 2, 3]),
    'position_costs USING COVERING INDEX position_costs_by_size (wallet=? AND shares_micros>?)',
  ],
])('%s: are looked up, never scanned or sorted', (_name, query, step) => {
  const plan = planOf(query).join('\n');
  expect(plan).toContain(`SEARCH ${step}`);
  expect(plan).not.toMatch(/^SCAN|TEMP B-TREE/m);
});

test('comments: holders of a market come off an index', () =>
  expect(planOf(holderWallets(database, 1, 0, 10)).join('\n')).toMatch(
    /^SEARCH positions USING (PRIMARY KEY|COVERING INDEX positions_by_size) \(market=\? AND outcome=\?\)$/,
  ));

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
  const plan = planOf(topLevelPage(database, listing));
  expect(plan[0]).toBe(first);
  expect(plan.join('\n')).not.toMatch(/^SCAN|TEMP B-TREE/m);
  expect(planOf(topLevelAuthors(database, listing))).toEqual(plan);
});

test.each([null, { type: 0, id: 3 }] as const)('comments by keyset: a page of %j begins in its index', (entity) => {
  const index = `comments_by_${entity === null ? 'parent (' : 'entity (entity_type=? AND entity_id=? AND '}parent=? AND shown=? AND id`;
  for (const [ascending, range] of [
    [true, '>?)'],
    [false, '<?)'],
  ] as const)
    expect(planOf(topLevelPage(database, { entity, order: 'id', ascending, after: 9, ...page }))).toEqual([
      `SEARCH c USING INDEX ${index}${range}`,
    ]);
});

const WALLET_MARKET = 'fills_by_wallet_market (wallet=? AND market=? AND kind=?';

/** Filters that select streams, their index, and its kind for a threshold: those by wallet contain the amounts. */
const FILTERS: readonly (readonly [string, Partial<FillFilter>, string, 'INDEX' | 'COVERING INDEX'])[] = [
  ['no one and no market', {}, 'fills_by_kind (kind=?', 'INDEX'],
  ['a market', { markets: [1] }, 'fills_by_market (market=? AND kind=?', 'INDEX'],
  ['markets', { markets: [1, 2] }, 'fills_by_market (market=? AND kind=?', 'INDEX'],
  ['a user', { wallets: [3, 4] }, 'fills_by_wallet (wallet=? AND kind=?', 'COVERING INDEX'],
  ['a user in a market', { wallets: [3], markets: [1] }, WALLET_MARKET, 'COVERING INDEX'],
];
const CHOICES = [true, false].flatMap((takerOnly) =>
  (['BUY', 'SELL', null] as const).map((side) => ({ takerOnly, side })),
);
const STREAM = 'level=? AND scope=? AND subject=? AND kind=?';

const streams = (filter: Partial<FillFilter>): FillStream[] =>
  CHOICES.flatMap((choice) => streamsOf({ markets: null, wallets: null, threshold: null, ...choice, ...filter }));

describe.each(FILTERS)('trades of %s', (_name, filter, index, ofAmounts) => {
  test('ledger: a page is read from the end of an index, nothing is scanned or sorted', () => {
    for (const stream of streams(filter)) {
      const plan = planOf(fillIdsBelow(database, stream, 1_000, 100));
      expect(plan).toEqual([`SEARCH fills USING COVERING INDEX ${index} AND id<?)`]);
    }
  });

  test('ledger: above a threshold only young fills and blocks that hold one are visited', () => {
    for (const stream of streams(filter)) {
      for (const level of [BLOCKS_OF_FILLS, BLOCKS_OF_BLOCKS] as const)
        expect(planOf(lastBlockedId(database, stream, level))).toEqual([
          `SEARCH fill_blocks USING PRIMARY KEY (${STREAM})`,
        ]);
      for (const column of ['size_micros', 'collateral_micros'] as const) {
        const threshold = { column, minimumMicros: 5 };
        expect(planOf(youngFillIds(database, stream, threshold, 900))).toEqual([
          `SEARCH fills USING ${ofAmounts} ${index} AND id>?)`,
        ]);
        expect(planOf(blockedFillIds(database, stream, threshold, { after: 10, below: 1_000 }, 100))).toEqual([
          `SEARCH b USING PRIMARY KEY (${STREAM} AND first_id>? AND first_id<?)`,
          `SEARCH fills USING ${ofAmounts} ${index} AND id>? AND id<?)`,
        ]);
        expect(planOf(nestedFillIds(database, stream, threshold, 1_000, 100))).toEqual([
          `SEARCH n USING PRIMARY KEY (${STREAM} AND first_id<?)`,
          `SEARCH b USING PRIMARY KEY (${STREAM} AND first_id>? AND first_id<?)`,
          `SEARCH fills USING ${ofAmounts} ${index} AND id>? AND id<?)`,
        ]);
      }
    }
  });
});

test.each([
  ['all', null, null, 'COVERING INDEX fills_by_wallet (wallet=? AND kind=?'],
  ['those of a market', 7, null, 'COVERING INDEX fills_by_wallet_market (wallet=? AND market=? AND kind=?'],
  ['those of a token', 7, 1, 'INDEX fills_by_wallet_market (wallet=? AND market=? AND kind=?'],
] as const)('own trades: %s come off an index, newest first, between their bounds', (_name, market, outcome, index) => {
  for (const kind of [0, 1, 2, 3] as const satisfies readonly FillKind[]) {
    const query = ownFillIds(database, { wallet: 3, market, kind }, outcome, 5, 1_000, 100);
    expect(planOf(query)).toEqual([`SEARCH fills USING ${index} AND id>? AND id<?)`]);
  }
});

test('own trades: those that a key signed come off an index, newest first, between their bounds', () => {
  const terms = { account: 3, wallet: null, outcome: null, from: 5 };
  const by = (index: string, keys: string): string[] => [
    `SEARCH shared_fills USING COVERING INDEX shared_fills_by_${index} (${keys} AND id>? AND id<?)`,
  ];
  expect(planOf(signedFillIds(database, { ...terms, market: null }, 1_000, 100))).toEqual(by('account', 'account=?'));
  expect(planOf(signedFillIds(database, { ...terms, market: 7 }, 1_000, 100))).toEqual(
    by('account_market', 'account=? AND market=?'),
  );
});

const by = (index: string, keys: string): string =>
  `SEARCH builder_trades USING COVERING INDEX builder_trades_by_${index} (${keys} AND id>? AND id<?)`;

type Key = number | null;
const BUILDER_FILTERS: readonly (readonly [builder: Key, wallet: Key, asset: Key, string])[] = [
  [null, null, null, 'SEARCH builder_trades USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
  [1, null, null, by('builder', 'builder=?')],
  [null, 1, null, by('wallet', 'wallet=?')],
  [null, null, 1, by('asset', 'asset=?')],
  [1, null, 1, by('builder_asset', 'builder=? AND asset=?')],
  [null, 1, 1, by('wallet_asset', 'wallet=? AND asset=?')],
  [1, 1, null, by('builder_wallet', 'builder=? AND wallet=?')],
  [1, 1, 1, by('all', 'builder=? AND wallet=? AND asset=?')],
];

test.each(BUILDER_FILTERS)('builder trades: builder %s, wallet %s, asset %s', (builder, wallet, asset, plan) =>
  expect(planOf(builderTradeIds(database, { builder, wallet, from: 5 }, asset, 1_000, 300))).toEqual([plan]),
);

test.each(['fills', 'activity'] as const)('activity: %s of a user in many markets come off their index', (table) => {
  const stream = { table, wallet: 1, kinds: [0, 1] };
  for (const column of ['id', 'size_micros', 'collateral_micros'] as const) {
    const query = sortedActivity(database, stream, { from: 5, below: 900 }, 100, { column, ascending: false });
    expect(planOf(query.where('market', 'in', [1, 2, 3]))).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet_market (wallet=? AND market=? AND kind=? AND id>? AND id<?)`,
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  }
});

test.each(['fills', 'activity'] as const)('activity: %s of a user, in a market or all, both ways', (table) => {
  for (const direction of ['asc', 'desc'] as const) {
    const plan = (market: number | null) =>
      planOf(activityBatch(database, { table, wallet: 1, market, kind: 1 }, 5, 1_000, 100, direction));
    expect(plan(null)).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet (wallet=? AND kind=? AND id>? AND id<?)`,
    ]);
    expect(plan(2)).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet_market (wallet=? AND market=? AND kind=? AND id>? AND id<?)`,
    ]);
  }
  for (const column of ['size_micros', 'collateral_micros'] as const) {
    const stream = { table, wallet: 1, kinds: [0, 1] };
    const query = sortedActivity(database, stream, { from: 5, below: 1_000 }, 100, { column, ascending: false });
    expect(planOf(query)).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_wallet (wallet=? AND kind=? AND id>? AND id<?)`,
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  }
});

test('holders: net of the other outcome by one look-up for each', () => {
  expect(planOf(netHoldersOf(database, 1, 0, 1, 100, 0)).slice(0, 2)).toEqual([
    'SEARCH p USING COVERING INDEX positions_by_size (market=? AND outcome=? AND shares_micros>?)',
    'SEARCH o USING PRIMARY KEY (market=? AND outcome=? AND wallet=?) LEFT-JOIN',
  ]);
});

test('winners: those of all time come off an index in order, those of a window by its time', () => {
  const all = planOf(biggestWins(database, { sinceS: 0, tag: null }, 100, 0));
  expect(all[0]).toBe('SCAN w USING INDEX wins_by_gain');
  expect(all.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  const recent = planOf(biggestWins(database, { sinceS: 5, tag: 'weather' }, 100, 0));
  expect(recent[0]).toBe('SEARCH w USING INDEX wins_by_time (time_s>?)');
});
