/** Holders, volumes, builder trades, portfolios and rankings over HTTP: shapes, bounds and every documented refusal. */
import { BlockList } from 'node:net';
import type { BuilderTrade, HolderGroup, UserActivity, UserPosition } from '@bellwether/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const BUILDER = `0x${'ab'.repeat(32)}`;
const UNKNOWN = `0x${'77'.repeat(32)}`;
const NOBODY = `0x${'99'.repeat(20)}`;

let stack: Stack;
let alice: Trader;
let bob: Trader;
let market: TestMarket;
let other: TestMarket;
let takerOrder: string;
let makerOrder: string;

beforeAll(async () => {
  stack = await startStack();
  const [first, second] = await addEvent(stack, ['Will it rain?', 'Will it snow?'], { takerBaseFee: 200 });
  if (first === undefined || second === undefined) throw new Error('no markets');
  [market, other] = [first, second];
  alice = await Trader.open(stack, '1');
  bob = await Trader.open(stack, '2');
  const split = { conditionId: market.conditionId, wallet: alice.address, amount: '100' };
  expect((await alice.send('POST', '/positions/split', split)).status).toBe(200);
  makerOrder = (await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.4', size: '50', type: 'GTC' }))
    .orderID;
  stack.time.nowMs += 5_000;
  takerOrder = (
    await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '20', type: 'GTC', builder: BUILDER })
  ).orderID;
});
afterAll(() => stack.close());

const get = (url: string) => send(stack, 'GET', url);
const refused = async (url: string, status: number, error: string, code?: string) => {
  const answer = await get(url);
  expect([answer.status, answer.body], url).toEqual([status, { error, ...(code !== undefined && { code }) }]);
};

describe('GET /holders', () => {
  test('holders: both outcomes of each known market, with who holds them', async () => {
    const groups = (await get(`/holders?market=${market.conditionId},${UNKNOWN},${other.conditionId}`)).body;
    const [yes, no, ...rest] = groups as HolderGroup[];
    expect(yes?.token).toBe(`${market.conditionId}:0`);
    expect(yes?.holders.map(({ proxyWallet, amount }) => [proxyWallet, amount])).toEqual([
      [alice.address, 80],
      [bob.address, 20],
    ]);
    expect(no?.holders).toEqual([
      {
        proxyWallet: alice.address,
        bio: '',
        asset: `${market.conditionId}:1`,
        pseudonym: expect.stringMatching(/^[A-Z][a-z]+-[A-Z][a-z]+$/),
        amount: 100,
        displayUsernamePublic: true,
        outcomeIndex: 1,
        name: '',
        profileImage: '',
        profileImageOptimized: '',
      },
    ]);
    expect(rest).toEqual([0, 1].map((outcome) => ({ token: `${other.conditionId}:${outcome}`, holders: [] })));
    expect((await get(`/holders?market=${UNKNOWN}`)).body).toEqual([]);
  });

  test('holders: limit is of the market, over both outcomes; minBalance is the least that is shown [L20]', async () => {
    const amounts = async (more: string): Promise<number[][]> =>
      ((await get(`/holders?market=${market.conditionId}&${more}`)).body as HolderGroup[]).map(({ holders }) =>
        holders.map(({ amount }) => amount),
      );
    expect(await amounts('limit=1')).toEqual([[], [100]]);
    expect(await amounts('limit=2')).toEqual([[80], [100]]);
    expect(await amounts('limit=3')).toEqual([[80, 20], [100]]);
    expect(await amounts('limit=500&minBalance=20')).toEqual([[80, 20], [100]]);
    expect(await amounts('minBalance=20.000001')).toEqual([[80], [100]]);
    expect(await amounts('minBalance=81')).toEqual([[], [100]]);
  });

  test('holders: what is wrong is named', async () => {
    const asked = `/holders?market=${market.conditionId}`;
    await refused('/holders', 400, 'missing_field: market');
    await refused('/holders?limit=5', 400, 'missing_field: market');
    await refused(`${asked}&offset=1`, 400, 'unknown_field: offset');
    await refused(`${asked}&limit=0`, 400, 'limit must be in 1..500');
    await refused(`${asked}&limit=501`, 400, 'limit must be in 1..500');
    await refused(`${asked}&minBalance=-1`, 400, 'minBalance must be at least 0');
    await refused(
      '/holders?market=5',
      400,
      'market is malformed: expected 0x and 64 hex digits; several are separated by commas',
    );
    const many = Array.from({ length: 51 }, (_, index) => `0x${String(index).padStart(64, '0')}`).join(',');
    await refused(`/holders?market=${many}`, 400, 'market must name at most 50');
  });

  test('holders: only listed networks may ask, when there is a list; volumes are open', async () => {
    const list = new BlockList();
    list.addSubnet('10.0.0.0', 8, 'ipv4');
    const closed = await startStack({ dataAllowlist: list });
    const answer = await send(closed, 'GET', `/holders?market=${market.conditionId}`);
    expect([answer.status, answer.body]).toEqual([401, { error: 'unauthorized: ip_not_allowlisted' }]);
    expect((await send(closed, 'GET', '/holders')).status).toBe(401);
    expect((await send(closed, 'GET', `/live-volume?market=${market.conditionId}`)).status).toBe(200);
    await closed.close();
  });
});

describe('GET /live-volume', () => {
  test('live volume: one element with strings, unknown markets left out', async () => {
    const asked = [other.conditionId, UNKNOWN, market.conditionId.toUpperCase().replace('0X', '0x')].join(',');
    expect((await get(`/live-volume?market=${asked}`)).body).toEqual([
      {
        total: '8',
        markets: [
          { market: other.conditionId, value: '0' },
          { market: market.conditionId, value: '8' },
        ],
      },
    ]);
  });

  test('live volume: what is wrong is named', async () => {
    await refused('/live-volume', 400, 'missing_field: market');
    await refused(`/live-volume?market=${UNKNOWN}&limit=1`, 400, 'unknown_field: limit');
    await refused(
      '/live-volume?market=0x12',
      400,
      'market is malformed: expected 0x and 64 hex digits; several are separated by commas',
    );
  });
});

describe('GET /builder/trades', () => {
  test('builder trades: a row has every field of the interface', async () => {
    const answer = await get('/builder/trades');
    const [trade] = answer.body as BuilderTrade[];
    const [ledger] = (await get('/trades')).body as { transactionHash: string }[];
    const time = new Date(stack.time.nowMs).toISOString();
    expect(answer.body).toEqual([
      {
        id: expect.stringMatching(/^[0-9]+$/),
        taker_order_id: takerOrder,
        market: market.conditionId,
        asset_id: market.yes,
        side: 'BUY',
        size: '20',
        fee_rate_bps: '200',
        price: '0.4',
        status: 'CONFIRMED',
        outcome: 'Yes',
        maker_address: bob.address,
        owner: bob.address,
        transaction_hash: ledger?.transactionHash,
        match_time: time,
        last_update: time,
        bucket_index: 0,
        type: 'TAKER',
        maker_orders: [
          {
            order_id: makerOrder,
            maker_address: alice.address,
            owner: alice.address,
            matched_amount: '20',
            fee_rate_bps: '0',
            price: '0.4',
            asset_id: market.yes,
            outcome: 'Yes',
            side: 'SELL',
          },
        ],
        builder: BUILDER,
        fee: '0.096',
      },
    ]);
    expect(answer.headers['x-next-cursor']).toBe('LTE=');
    const order = (await get(`/data/order/${takerOrder}`)).body as { order: { associateTrades: string[] } };
    if (order.order !== undefined) expect(order.order.associateTrades).toEqual([trade?.id]);
  });

  test('builder trades: each filter takes the row or leaves it, before and after are strict', async () => {
    const [trade] = (await get('/builder/trades')).body as BuilderTrade[];
    const time = Math.floor(stack.time.nowMs / 1_000);
    const cases: readonly (readonly [string, boolean])[] = [
      [`id=${trade?.id}`, true],
      ['id=1', false],
      [`maker_address=${bob.address}`, true],
      [`maker_address=${alice.address}`, false],
      [`maker_address=${NOBODY}`, false],
      [`market=${market.conditionId}`, true],
      [`market=${other.conditionId}`, false],
      [`market=${UNKNOWN}`, false],
      [`asset_id=${market.yes}`, true],
      [`asset_id=${market.no}`, false],
      ['asset_id=12', false],
      [`asset_id=${market.yes}&market=${other.conditionId}`, false],
      [`before=${time}`, false],
      [`before=${time + 1}`, true],
      [`after=${time}`, false],
      [`after=${time - 1}`, true],
      [`builder=${BUILDER.toUpperCase().replace('0X', '0x')}`, true],
      [`builder=${UNKNOWN}`, false],
      ['next_cursor=MA==', true],
      ['next_cursor=', true],
      ['next_cursor=MQ==', false],
      ['next_cursor=LTE=', false],
    ];
    for (const [filter, isShown] of cases) {
      const answer = await get(`/builder/trades?${filter}`);
      expect([answer.status, answer.body, answer.headers['x-next-cursor']], filter).toEqual([
        200,
        isShown ? [trade] : [],
        'LTE=',
      ]);
    }
  });

  test('builder trades: the cursor’s header can be read by pages of other origins', async () => {
    const answer = await send(stack, 'GET', '/builder/trades', undefined, { origin: 'https://example.org' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(String(answer.headers['access-control-expose-headers']).toLowerCase()).toContain('x-next-cursor');
  });

  test('builder trades: what is wrong is named', async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['page=1', 'unknown parameter: page'],
      ['id=x', 'id is malformed: expected a whole number of at most 16 decimal digits'],
      ['market=5', 'market is malformed: expected 0x and 64 hex digits'],
      ['asset_id=0x5', 'asset_id is malformed: expected a whole number of at most 78 decimal digits'],
      ['before=tomorrow', 'before is malformed: expected a whole number of at most 12 decimal digits'],
      ['after=-1', 'after is malformed: expected a whole number of at most 12 decimal digits'],
    ];
    for (const [query, error] of wrong) await refused(`/builder/trades?${query}`, 400, error, 'bad_request');
    const badSum = '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const answer = await get(`/builder/trades?maker_address=${badSum}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('maker_address ');
    await refused('/builder/trades?next_cursor=zzz', 400, 'Invalid next_cursor', 'invalid_cursor');
  });

  test('builder trades: a resting order with a code is a row of its own when it is filled', async () => {
    const resting = await bob.placed({
      tokenId: other.no,
      side: 'BUY',
      price: '0.3',
      size: '10',
      type: 'GTC',
      builder: BUILDER,
    });
    const taken = await alice.placed({
      tokenId: other.yes,
      side: 'BUY',
      price: '0.7',
      amount: '7',
      tick: '0.01',
      type: 'FAK',
    });
    const answer = (await get(`/builder/trades?market=${other.conditionId}`)).body as BuilderTrade[];
    expect(answer).toMatchObject([
      {
        type: 'MAKER',
        id: taken.tradeIDs?.[0],
        taker_order_id: taken.orderID,
        asset_id: other.no,
        side: 'BUY',
        price: '0.3',
        size: '10',
        fee_rate_bps: '0',
        fee: '0',
        maker_address: bob.address,
        maker_orders: [{ order_id: resting.orderID, matched_amount: '10', outcome: 'No' }],
      },
    ]);
  });
});

describe('portfolios', () => {
  test('positions: cost, value and profit of a user, fees apart', async () => {
    const [position] = (await get(`/positions?user=${bob.address}&market=${market.conditionId}`))
      .body as UserPosition[];
    expect(position).toMatchObject({
      proxyWallet: bob.address,
      asset: `${market.conditionId}:0`,
      size: 20,
      avgPrice: 0.4,
      initialValue: 8,
      totalBought: 20,
      realizedPnl: 0,
      feesPaid: 0.096,
      title: 'Will it rain?',
      outcome: 'Yes',
      oppositeOutcome: 'No',
      redeemable: false,
      mergeable: false,
      negativeRisk: false,
    });
    expect(position?.currentValue).toBe(20 * (position?.curPrice ?? 0));
    // The account's other wallet holds nothing; its base address covers both wallets.
    const split = (await get(`/positions?user=${alice.address}&sortBy=TITLE&sortDirection=ASC`)).body as UserPosition[];
    expect(split.map(({ outcome, avgPrice, realizedPnl }) => [outcome, avgPrice, realizedPnl])).toEqual([
      ['Yes', 0.5, -2],
      ['No', 0.5, 0],
      ['Yes', 0.7, 0],
    ]);
  });

  test('activity: trades and all else in one list, newest first', async () => {
    const acts = (await get(`/activity?user=${alice.address}`)).body as UserActivity[];
    expect(acts.map(({ type, side, outcomeIndex }) => [type, side, outcomeIndex])).toEqual([
      ['TRADE', 'BUY', 0],
      ['TRADE', 'SELL', 0],
      ['SPLIT', '', 999],
      ['DEPOSIT', '', 999],
      ['DEPOSIT', '', 999],
    ]);
    expect(acts[1]).toMatchObject({ size: 20, usdcSize: 8, price: 0.4, asset: `${market.conditionId}:0` });
    const only = (await get(`/activity?user=${alice.address}&type=SPLIT,MERGE`)).body as UserActivity[];
    expect(only).toEqual([acts[2]]);
  });

  test('value, traded, closed positions: the user’s own', async () => {
    expect((await get(`/traded?user=${alice.address}`)).body).toEqual({ user: alice.address, traded: 2 });
    const [value] = (await get(`/value?user=${bob.address}`)).body as { user: string; value: number }[];
    expect(value?.user).toBe(bob.address);
    expect(value?.value).toBeGreaterThan(0);
    expect((await get(`/value?user=${NOBODY}`)).body).toEqual([
      { user: NOBODY, value: 0, valueAtCost: 0, netPnl: 0, realizedPnl: 0, feesPaid: 0 },
    ]);
    expect((await get(`/closed-positions?user=${alice.address}`)).body).toEqual([]);
    const resolved = await admin(stack, 'POST', `/admin/markets/${other.conditionId}/resolve`, { winner: 'Yes' });
    expect(resolved.status).toBe(200);
    expect((await get(`/closed-positions?user=${alice.address}`)).body).toMatchObject([
      { outcome: 'Yes', realizedPnl: 3, totalBought: 10, avgPrice: 0.7, curPrice: 1 },
    ]);
  });

  test('leaderboard: ranked by result or volume, at both of its paths', async () => {
    const byVolume = (await get('/leaderboard?timePeriod=ALL&orderBy=VOL')).body as {
      proxyWallet: string;
      vol: number;
    }[];
    expect(byVolume.map(({ vol }) => vol)).toEqual([15, 11]);
    expect(byVolume[0]).toEqual({
      rank: '1',
      proxyWallet: alice.address,
      userName: expect.stringMatching(/^[A-Z][a-z]+-[A-Z][a-z]+$/),
      vol: 15,
      // 1 realised, less the fee the account paid.
      pnl: 0.958,
      feesPaid: 0.042,
      profileImage: '',
      profileImageOptimized: '',
      xUsername: '',
      verifiedBadge: false,
    });
    expect((await get('/v1/leaderboard?timePeriod=ALL&orderBy=VOL')).body).toEqual(byVolume);
    expect((await get(`/leaderboard?user=${bob.address}`)).body).toMatchObject([{ rank: '2', pnl: -3.096 }]);
  });

  test('data: a fault says its id and nothing of itself', async () => {
    const reader = stack.reader as unknown as { broken: boolean };
    reader.broken = true;
    for (const url of [`/holders?market=${UNKNOWN}`, `/live-volume?market=${UNKNOWN}`, `/positions?user=${NOBODY}`]) {
      const answer = await get(url);
      expect([answer.status, answer.body]).toEqual([
        500,
        { error: expect.stringMatching(/^internal_error: [0-9a-f]{12}$/) },
      ]);
    }
    reader.broken = false;
  });
});
