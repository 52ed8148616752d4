/** Reads of a result from its proposal to its reversal. */
import { type Command, type MarketId, micros } from '@bellwether/engine';
import { afterAll, expect, test } from 'vitest';
import { dataV2ResolutionsRead } from '../../data-v2/answer/resolutions.ts';
import { notificationsRead } from '../../ledger/answer/notifications.ts';
import type { Read } from '../../read.ts';
import { RecordedVenue, testConditionId } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { marketRead, marketsRead } from './markets.ts';

const venue = new RecordedVenue();
const store = openTestStore();
afterAll(() => store.close());
venue.openAccounts(3);
venue.addMarkets(2);
for (const trader of [0, 1]) {
  const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
  venue.must({ kind: 'SplitPosition', account, wallet, market: 0 as MarketId, amount: micros(10_000_000) });
}
venue.place({ trader: 0, side: 'SELL', price: 6_000, shares: 10 });
venue.place({ trader: 1, side: 'BUY', price: 6_000, shares: 10 });
const startedMs = venue.timeMs;

const market = 0 as MarketId;
const by = 'operator';
const propose = (result: Extract<Command, { kind: 'ProposeResult' }>['result']) =>
  venue.must({ kind: 'ProposeResult', scope: { market }, result, source: 'bbc', note: 'rain', windowMs: 60_000, by });

function settle(): void {
  while (venue.state.settling.size > 0) venue.must({ kind: 'SettleMarket', market });
  store.project(venue);
}

async function read<Parameters, Value>(of: Read<Parameters, Value>, parameters: Parameters): Promise<Value> {
  store.project(venue);
  const result = await of.run(store.database, parameters);
  if (result === null) throw new Error('no answer');
  return result.value;
}

const detail = () => read(marketRead, { conditionId: testConditionId(0) });
async function listed(query: object = {}) {
  const rows = await read(marketsRead, { limit: 20, offset: 0, ascending: true, ...query });
  return rows.find(({ conditionId }) => conditionId === testConditionId(0));
}
const resolution = async () =>
  (await read(dataV2ResolutionsRead, { of: { conditions: [testConditionId(0)] }, nowMs: null })).data[0];
const news = async (trader: number) => {
  const wallets = [venue.walletOf(trader)];
  const all = await read(notificationsRead, {
    account: venue.accountOf(trader),
    wallets,
    apiKey: 'k',
    since: 1,
    perSecond: 1,
  });
  return all.flatMap(({ type, payload }) => (type === 4 ? [`${payload.status}: ${payload.note}`] : []));
};

test('results: a proposal is shown with its window, takes no orders, and is told to those who hold shares', async () => {
  expect(await listed()).toMatchObject({ umaResolutionStatuses: '[]', acceptingOrders: true });
  propose({ kind: 'payouts', payouts: [10_000, 0] });
  const proposal = { outcome: 'Yes', payouts: ['1', '0'], refund: false, note: 'rain', source: 'bbc', by };
  const ends_at = new Date(venue.timeMs + 60_000).toISOString();
  const shown = { accepting_orders: false, status: 'closed', proposal: { ...proposal, ends_at } };
  expect(await detail()).toMatchObject(shown);
  const inList = { umaResolutionStatus: 'proposed', umaResolutionStatuses: '["proposed"]', acceptingOrders: false };
  expect(await listed()).toMatchObject({ ...inList, closed: false, resolved: false, proposal });
  expect([await news(0), await news(2)]).toEqual([['proposed: rain'], []]);
  expect(await resolution()).toMatchObject({ status: 'proposed', proposed_price: `1${'0'.repeat(18)}`, price: '69' });
});

test('results: a dispute says who and why, and lists find proposed and disputed ones', async () => {
  expect(await listed({ uma_resolution_status: 'proposed' })).toBeDefined();
  venue.must({ kind: 'DisputeResult', market, account: venue.accountOf(1), reason: 'dry' });
  const disputed = { by: venue.state.accounts[venue.accountOf(1)]?.address, reason: 'dry' };
  expect(await detail()).toMatchObject({ proposal: { disputed } });
  const found = await Promise.all(
    ['proposed', 'disputed', 'resolved'].map((one) => listed({ uma_resolution_status: one })),
  );
  expect(found.map((one) => one?.umaResolutionStatus)).toEqual([undefined, 'disputed', undefined]);
});

test('results: a withdrawn proposal leaves the market as it was, and a refund pays no share', async () => {
  venue.must({ kind: 'WithdrawResult', market, by, reason: 'wrong' });
  expect(await detail()).not.toHaveProperty('proposal');
  expect(await detail()).toMatchObject({ status: 'open', accepting_orders: true });
  propose({ kind: 'refund' });
  expect(await detail()).toMatchObject({ proposal: { refund: true, payouts: [], outcome: '' } });
  venue.must({ kind: 'ConfirmResult', market, by, note: 'void' });
  settle();
  const refunded = { refunded: true, status: 'resolved', is_50_50_outcome: false };
  expect(await detail()).toMatchObject({
    ...refunded,
    tokens: [
      { winner: false, price: 0.5 },
      { winner: false, price: 0.5 },
    ],
  });
  expect(await resolution()).toMatchObject({ status: 'resolved', payouts: [0, 0], was_disputed: true });
  expect((await news(0))[0]).toBe('resolved: void');
});

test('results: a reversal is shown with its note and told to everyone it touches; every step stays listed', async () => {
  const reverse = { kind: 'ReverseResult', scope: { market }, by } as const;
  venue.must({ ...reverse, to: { kind: 'payouts', payouts: [0, 10_000] }, note: 'it was dry' });
  settle();
  expect(await detail()).toMatchObject({
    reversal: { note: 'it was dry', by },
    tokens: [{ winner: false }, { winner: true }],
  });
  expect(await detail()).not.toHaveProperty('refunded');
  venue.must({ ...reverse, to: { kind: 'open' }, note: 'too early' });
  settle();
  const open = { status: 'open', accepting_orders: true, closed: false, reversal: { note: 'too early' } };
  expect(await detail()).toMatchObject(open);
  const words = ['proposed', 'disputed', 'proposed', 'resolved', 'resolved'];
  expect(await listed({ closed: false })).toMatchObject({
    resolved: false,
    umaResolutionStatuses: JSON.stringify(words),
  });
  expect(await listed()).not.toHaveProperty('umaResolutionStatus');
  const said = (await detail()).result_lines.map(({ status, payouts, refund }) => [
    status,
    refund ? 'refund' : payouts.join(' '),
  ]);
  expect(said).toEqual([
    ['proposed', '1 0'],
    ['disputed', '1 0'],
    ['withdrawn', '1 0'],
    ['proposed', 'refund'],
    ['resolved', 'refund'],
    ['reversed', '0 1'],
    ['reversed', ''],
  ]);
  const told = ['reversed: too early', 'reversed: it was dry', 'resolved: void', 'proposed: rain', 'withdrawn: wrong'];
  expect(await news(1)).toEqual([...told, 'disputed: dry', 'proposed: rain']);
  expect(await news(2)).toEqual([]);
});

test('results: news of results are dropped and end like those of fills', async () => {
  const before = await read(notificationsRead, {
    ...{ account: venue.accountOf(0), wallets: [venue.walletOf(0)], apiKey: 'k', perSecond: 1 },
    since: Math.ceil(startedMs / 1_000),
  });
  expect(before.length).toBeGreaterThan(5);
  venue.must({ kind: 'DropNotifications', account: venue.accountOf(0), ids: [before[0]?.id ?? 0] });
  expect((await news(0))[0]).toBe('reversed: it was dry');
  venue.must({ kind: 'DropNotifications', account: venue.accountOf(0), ids: null });
  expect(await news(0)).toEqual([]);
  const later = { account: venue.accountOf(1), wallets: [venue.walletOf(1)], apiKey: 'k', perSecond: 1 };
  expect(await read(notificationsRead, { ...later, since: Math.ceil(venue.timeMs / 1_000) + 5 })).toEqual([]);
});
