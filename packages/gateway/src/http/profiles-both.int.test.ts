/** Behaviour that both profiles share: the same requests get the same answers; only the signed content differs. */
import type { OwnOrders, OwnTrades } from '@bellwether/contract';
import { PROFILES } from '@bellwether/contract/profiles';
import { describe, expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { openOtherGateway } from './testing/stack.ts';
import { addEvent, addMarket, admin, send, type TestMarket, type Trader } from './testing/trader.ts';

const TERMS = { orderPriceMinTickSize: 0.01, orderMinSize: 5 };

describe.each(PROFILES)('profile %s', async (profile) => {
  const { stack, alice, bob } = await openTwoTraders({ profile });
  const plain = await addMarket(stack, 'Plain?', TERMS);
  const reds = await addEvent(stack, ['Red?', 'Blue?'], { ...TERMS, negRisk: true }, { negRisk: true });
  const [negRisk] = reds as [TestMarket];

  const buy = (tokenId: string, price = '0.4', size = '10') => ({ tokenId, side: 'BUY', price, size }) as const;

  test('profile: GET /venue states the domains that orders are signed under', async () => {
    const { body } = await send(stack, 'GET', '/venue');
    const { domain, negRiskDomain } = stack.dependencies;
    expect(body).toMatchObject({
      chainId: domain.chainId,
      domain,
      authPrefixes: profile === 'polymarket' ? ['POLY_', 'SERVICE_'] : ['SERVICE_'],
    });
    expect((body as { readonly negRiskDomain?: object }).negRiskDomain ?? null).toEqual(negRiskDomain);
    expect((await send(stack, 'GET', '/version')).body).toEqual({ version: 2 });
  });

  test('profile: orders of each kind of market and of each kind of wallet are taken, their ids are what was signed', async () => {
    const { depositWallet } = await alice.account();
    for (const market of [plain, negRisk])
      for (const signatureType of [0, 1, 2, 3] as const) {
        const wallet = signatureType === 0 ? undefined : { address: depositWallet, signatureType };
        const { body, orderId } = await alice.sign(buy(market.yes), wallet);
        const answer = await alice.send('POST', '/order', body);
        expect(answer).toMatchObject({ status: 200, body: { success: true, orderID: orderId } });
        const read = await send(stack, 'GET', `/data/order/${orderId}`);
        expect(read.body).toMatchObject({ id: orderId, maker_address: wallet?.address ?? alice.address });
      }
    await alice.send('DELETE', '/cancel-all');
  });

  test('profile: a book says its place in the feed, in the body where no client hashes the whole of it', async () => {
    await alice.placed(buy(plain.yes));
    const { body, headers } = await send(stack, 'GET', `/book?token_id=${plain.yes}`);
    const sequence = Number(headers['x-book-sequence']);
    expect(sequence).toBeGreaterThan(0);
    expect((body as { readonly sequence?: number }).sequence).toBe(profile === 'polymarket' ? undefined : sequence);
    await alice.send('DELETE', '/cancel-all');
  });

  test('profile: own open orders come in pages, oldest first, that nothing shifts', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 130; index += 1) ids.push((await alice.placed(buy(plain.yes, '0.1', '5'))).orderID);
    const first = (await alice.send('GET', '/data/orders?next_cursor=MA==')).body as OwnOrders;
    expect([first.limit, first.count]).toEqual([100, 100]);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 100));
    await alice.send('DELETE', '/order', { orderID: ids[0] });
    const rest = (await alice.send('GET', `/data/orders?next_cursor=${first.next_cursor}`)).body as OwnOrders;
    expect([rest.count, rest.next_cursor]).toEqual([30, 'LTE=']);
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(100));
    const ended = (await alice.send('GET', `/data/orders?id=${ids[0]}`)).body as OwnOrders;
    expect(ended.data).toMatchObject([{ id: ids[0], status: 'CANCELED' }]);
    expect((await bob.send('GET', `/data/orders?id=${ids[0]}`)).body).toMatchObject({ data: [] });
    const ofToken = (token: string) => alice.send('GET', `/data/orders?market=${plain.conditionId}&asset_id=${token}`);
    const counts = [await ofToken(plain.yes), await ofToken(plain.no)].map(({ body }) => (body as OwnOrders).count);
    expect(counts).toEqual([100, 0]);
    expect((await alice.send('GET', '/data/orders?next_cursor=LTE=')).body).toMatchObject({ data: [], count: 0 });
    await alice.send('DELETE', '/cancel-all');
  });

  test('profile: own trades come in pages, latest first, with all own legs and none of others', async () => {
    const start = Math.floor(stack.time.nowMs / 1000);
    const ids: string[] = [];
    for (let index = 0; index < 103; index += 1) {
      // At index 50 a second maker order of the same account lets one taker order match two.
      await alice.placed(buy(plain.no, '0.5', '5'));
      if (index === 50) await alice.placed(buy(plain.no, '0.51', '5'));
      stack.time.nowMs += 1_000;
      const size = index === 50 ? '10' : '5';
      ids.unshift((await bob.placed(buy(plain.yes, '0.5', size))).tradeIDs?.[0] ?? '');
    }
    for (const trader of [alice, bob]) {
      const side = trader === alice ? 'MAKER' : 'TAKER';
      const first = (await trader.send('GET', `/data/trades?market=${plain.conditionId}`)).body as OwnTrades;
      expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 100));
      const rest = (await trader.send('GET', `/data/trades?next_cursor=${first.next_cursor}`)).body as OwnTrades;
      expect([rest.data.map(({ id }) => id), rest.next_cursor]).toEqual([ids.slice(100), 'LTE=']);
      expect(new Set(first.data.map((trade) => trade.trader_side))).toEqual(new Set([side]));
      const twice = first.data.find(({ id }) => id === ids[52]);
      expect(twice?.maker_orders.map(({ price }) => price)).toEqual(['0.51', '0.5']);
      const [, , second] = ids;
      const within = await trader.send('GET', `/data/trades?after=${start + 100}&before=${start + 102}`);
      expect((within.body as OwnTrades).data.map(({ id }) => id)).toEqual([second]);
      const none = await trader.send('GET', `/data/trades?asset_id=${negRisk.yes}`);
      expect((none.body as OwnTrades).data).toEqual([]);
      for (const { address } of [alice, bob]) {
        const by = await trader.send('GET', `/data/trades?maker_address=${address}`);
        expect((by.body as OwnTrades).count).toBe(address === trader.address ? 100 : 0);
      }
    }
  });

  test('profile: notifications end after two days, and dropping is each account’s own [D47]', async () => {
    const told = async (trader: Trader): Promise<number> =>
      ((await trader.send('GET', '/notifications')).body as readonly object[]).length;
    expect([await told(alice), await told(bob)]).toEqual([100, 100]);
    await alice.send('DELETE', '/notifications');
    expect([await told(alice), await told(bob)]).toEqual([0, 100]);
    // A drop is journaled, so another node, or the same one after a restart, knows about it, too.
    const [first, second] = (await bob.send('GET', '/notifications')).body as readonly { readonly id: number }[];
    await bob.send('DELETE', '/notifications', { ids: [String(second?.id), '9999999999999999'] });
    const app = await openOtherGateway(stack);
    const again = async (trader: Trader): Promise<number[]> => {
      const headers = trader.headers('GET', '/notifications', '');
      const { body } = await send({ ...stack, app }, 'GET', '/notifications', undefined, headers);
      return (body as readonly { readonly id: number }[]).map(({ id }) => id);
    };
    expect(await again(alice)).toEqual([]);
    const left = await again(bob);
    expect(left).toHaveLength(100);
    expect([left[0], left.includes(Number(second?.id))]).toEqual([first?.id, false]);
    stack.time.nowMs += 49 * 3_600_000;
    expect(await told(bob)).toBe(0);
  });

  test('profile: balances are what a wallet owns, whatever its orders hold', async () => {
    const balance = async (query: string): Promise<unknown> =>
      ((await alice.send('GET', `/balance-allowance?${query}`)).body as { readonly balance: string }).balance;
    const before = await balance('asset_type=COLLATERAL');
    await alice.placed(buy(plain.yes));
    expect(await balance('asset_type=COLLATERAL')).toBe(before);
    expect(await balance(`asset_type=CONDITIONAL&token_id=${plain.no}`)).toBe('520000000');
    expect(await balance('asset_type=COLLATERAL&signature_type=2')).toBe('1000000000');
    await alice.send('DELETE', '/cancel-all');
  });

  test('profile: a market that is closed is listed no more among those that take orders', async () => {
    const listed = async (): Promise<unknown> => {
      const { body } = await send(stack, 'GET', '/sampling-simplified-markets?next_cursor=');
      return (body as { readonly data: readonly { readonly condition_id: string }[] }).data.length;
    };
    expect(await listed()).toBe(3);
    await admin(stack, 'PATCH', `/admin/markets/${plain.conditionId}`, { closed: true });
    expect(await listed()).toBe(2);
  });
});
