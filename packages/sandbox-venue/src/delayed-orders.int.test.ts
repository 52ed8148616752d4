import { afterAll, afterEach, expect, test } from 'vitest';
import { openMarket, placeSalted, play } from './testing/played.ts';

const played = await play();
const maker = played.client('a');
const taker = played.client('b');
const { yes, no } = await openMarket(maker);
await maker.auth.credentials();
await taker.auth.credentials();
afterEach(async () => {
  await maker.sandbox.faults.disarm();
  await maker.sandbox.advance('1m');
  await maker.orders.cancelAll();
  await taker.orders.cancelAll();
});
afterAll(() => played.close());

const rest = () => maker.orders.place({ tokenId: no, side: 'BUY', price: '0.4', size: '5' });
const take = (size = '5') => taker.orders.place({ tokenId: yes, side: 'BUY', price: '0.6', size });
const shown = async (orderId: string): Promise<string> => {
  const { status, sizeMatched } = await taker.orders.get(orderId);
  return `${status} ${sizeMatched}`;
};
const shares = async (): Promise<string> =>
  (await taker.account.get()).wallets[0]?.positions.find(({ tokenId }) => tokenId === yes)?.free ?? '0';

test('delayed: it is answered so, no cancel finds it, and it trades when its time has come', async () => {
  const before = Number(await shares());
  await maker.sandbox.faults.arm({ do: { kind: 'match-later', ms: 2_000 } });
  await rest();
  const answer = await take();
  const empty = { errorMsg: '', makingAmount: '', takingAmount: '' };
  expect(answer).toMatchObject({ success: true, status: 'delayed', ...empty });
  expect(answer).not.toHaveProperty('tradeIDs');
  expect(await shown(answer.orderID)).toBe('DELAYED 0');
  expect((await taker.orders.cancel(answer.orderID)).not_canceled).toHaveProperty(answer.orderID);
  await taker.orders.cancelAll();
  await maker.sandbox.advance(1_999);
  expect([await shown(answer.orderID), Number(await shares())]).toEqual(['DELAYED 0', before]);
  await maker.sandbox.advance(1);
  expect([await shown(answer.orderID), Number(await shares())]).toEqual(['MATCHED 5', before + 5]);
});

test('delayed: what it would have met is gone by then: it rests, or is refused and shown as cancelled', async () => {
  await maker.sandbox.faults.arm({ preset: 'delayed-orders' });
  const { orderID: first } = await rest();
  const resting = await take();
  const fok = { tokenId: yes, side: 'BUY', price: '0.6', amount: '3', type: 'FOK' } as const;
  const { orderID: killed } = await taker.orders.place(fok);
  await maker.orders.cancel(first);
  await maker.sandbox.advance('3s');
  expect([await shown(resting.orderID), await shown(killed)]).toEqual(['LIVE 0', 'CANCELED 0']);
  expect(await taker.orders.explain(killed)).toMatchObject({
    orderID: killed,
    status: 'REFUSED',
    held_back: { preset: 'delayed-orders' },
    steps: [{ kind: 'held' }, { kind: 'refused' }, { kind: 'needed' }],
  });
});

test('delayed: its account, and no one else, is told what holds it back, and afterwards that it was', async () => {
  const [rule] = await maker.sandbox.faults.arm({ preset: 'delayed-orders' });
  await rest();
  const { orderID } = await take();
  // An order stays held back after its rule is gone.
  await maker.sandbox.faults.disarm();
  const { time } = await maker.sandbox.clock();
  const [since, until] = [Date.parse(time), Date.parse(time) + 3_000];
  const span = { since: String(since), until: String(until) };
  const heldBack = { rule: rule?.id, preset: 'delayed-orders', ...span, best_opposite: '0.6' };
  const words = `It would have traded at once, at 0.6, but rule ${rule?.id} (delayed-orders) held it back until ${new Date(until).toISOString()}.`;
  const held = { kind: 'held', timestamp: String(since), sequence: null, words };
  const waiting = await taker.orders.explain(orderID);
  expect(waiting).toMatchObject({
    orderID,
    status: 'DELAYED',
    price: '0.6',
    original_size: '5',
    size_matched: '0',
    created_at: String(since),
    book: { side: 'bid', asset_id: yes, price: '0.6' },
    held_back: heldBack,
    hold: null,
    end: null,
    needed: { opposite: '0.6' },
  });
  expect(waiting.summary).toBe(
    `Rule ${rule?.id} (delayed-orders) of this sandbox holds it back until ${new Date(until).toISOString()}; then it comes to the exchange as if it were placed at that moment. Then it needs the best offer to be 0.6 or lower to be filled: it is 0.6 now.`,
  );
  expect(waiting.steps).toEqual([held, expect.objectContaining({ kind: 'needed' })]);
  expect(waiting.checks.every(({ passed }) => passed)).toBe(true);
  await expect(maker.orders.explain(orderID)).rejects.toMatchObject({ status: 404 });
  await maker.sandbox.advance('3s');
  const taken = await taker.orders.explain(orderID);
  expect(taken).toMatchObject({ status: 'MATCHED', held_back: heldBack, created_at: String(until) });
  expect(taken.steps.slice(0, 2)).toEqual([held, expect.objectContaining({ kind: 'checks' })]);
  await expect(maker.orders.explain(orderID)).rejects.toMatchObject({ status: 404 });
  await rest();
  expect(await taker.orders.explain((await take()).orderID)).toMatchObject({ held_back: null });
});

test('delayed: its Idempotency-Key is taken while it waits, for everything else', async () => {
  await rest();
  await maker.sandbox.faults.arm({ do: { kind: 'match-later', ms: 2_000 } });
  const order = { tokenId: yes, side: 'BUY', price: '0.6', size: '5' } as const;
  const signed = await taker.orders.sign(order);
  const first = await taker.orders.place(signed, { idempotencyKey: 'held' });
  expect(first.status).toBe('delayed');
  expect((await taker.orders.place(signed, { idempotencyKey: 'held' })).status).toBe('delayed');
  const used = { code: 'idempotency_key_used', status: 422 };
  await expect(taker.orders.place(order, { idempotencyKey: 'held' })).rejects.toMatchObject(used);
  const [market] = await taker.markets.list({ limit: 1 });
  const pair = { conditionId: market?.conditionId ?? '', amount: '1' };
  await expect(taker.account.split(pair, { idempotencyKey: 'held' })).rejects.toMatchObject(used);
  await maker.sandbox.advance('3s');
  expect(await shown(first.orderID)).toBe('MATCHED 5');
  await expect(taker.orders.place(order, { idempotencyKey: 'held' })).rejects.toMatchObject(used);
});

test('delayed: in a batch as alone; sent again it is the same order, with one effect', async () => {
  await maker.sandbox.faults.arm({ preset: 'delayed-orders' });
  await rest();
  const order = await taker.orders.sign({ tokenId: yes, side: 'BUY', price: '0.6', size: '5' });
  const low = { tokenId: yes, side: 'BUY', price: '0.1', size: '5' } as const;
  expect((await taker.orders.placeMany([low, order])).map(({ status }) => status)).toEqual(['live', 'delayed']);
  await maker.sandbox.advance('2s');
  expect((await taker.orders.place(order)).status).toBe('delayed');
  const before = Number(await shares());
  // Sending an order again does not extend its wait.
  await maker.sandbox.advance('1s');
  expect(await taker.orders.place(order)).toMatchObject({ status: 'matched', takingAmount: '5' });
  await maker.sandbox.advance('1m');
  expect(Number(await shares())).toBe(before + 5);
});

test('delayed: only what would trade now; of one account alone; the rest is as ever', async () => {
  const { address } = await maker.account.get();
  await maker.sandbox.faults.arm({ match: { account: address }, do: { kind: 'match-later' } });
  expect([(await rest()).status, (await take()).status]).toEqual(['live', 'matched']);
  await maker.sandbox.faults.disarm();
  const [rule] = await maker.sandbox.faults.arm({ match: { nth: 2 }, do: { kind: 'match-later' } });
  for (const status of ['matched', 'delayed']) {
    await rest();
    expect((await take()).status).toBe(status);
  }
  expect(await maker.sandbox.faults.list()).toMatchObject([{ id: rule?.id, matched: 2, injected: 1 }]);
  await expect(take('1000000')).rejects.toMatchObject({ status: 400 });
  expect((await maker.admin.health()).collateral_conserved).toBe(true);
});

test('delayed: one that the owner of a wallet and a key have both signed waits for the first alone', async () => {
  const bot = played.client('c');
  await bot.auth.credentials();
  const { depositWallet } = await taker.account.get();
  const { time } = await maker.sandbox.clock();
  const address = bot.account.address.toLowerCase();
  await taker.account.addKey({ address, scopes: ['CLOB'], expiration: Date.parse(time) / 1000 + 86_400 });
  await maker.sandbox.faults.arm({ preset: 'delayed-orders' });
  await rest();
  const order = { tokenId: yes, side: 'BUY', price: 0.6, size: 5, salt: 7, nowMs: Date.parse(time) } as const;
  const own = { ...order, wallet: depositWallet };
  const { orderID } = await placeSalted(taker, 'b', own);
  const refused = { status: 400, code: 'order_of_other_signer' };
  const asKey = { ...own, asKey: true };
  await expect(placeSalted(bot, 'c', asKey)).rejects.toMatchObject(refused);
  expect(await bot.orders.explain(orderID)).toMatchObject({ status: 'REFUSED' });
  await maker.sandbox.advance('3s');
  await expect(placeSalted(bot, 'c', asKey)).rejects.toMatchObject(refused);
  expect(await placeSalted(taker, 'b', own)).toMatchObject({ status: 'matched' });
});

test.each(['API key', 'wallet’s key', 'wallet’s key, ended'] as const)(
  'delayed: an order whose %s is gone when its time comes does not trade [E41]',
  async (which) => {
    const digit = { 'API key': 'd', 'wallet’s key': 'e', 'wallet’s key, ended': '1' }[which];
    const bot = played.client(digit);
    await bot.auth.credentials();
    const { depositWallet } = await taker.account.get();
    const { time } = await maker.sandbox.clock();
    const address = bot.account.address.toLowerCase();
    const seconds = Math.floor(Date.parse(time) / 1000);
    if (which !== 'API key')
      await taker.account.addKey({
        address,
        scopes: ['CLOB'],
        expiration: seconds + (which === 'wallet’s key' ? 60 : 2),
      });
    await maker.sandbox.faults.arm({ preset: 'delayed-orders' });
    await rest();
    const order = { tokenId: yes, side: 'BUY', price: 0.6, size: 5, salt: 9, nowMs: Date.parse(time) } as const;
    const own = which === 'API key' ? {} : { wallet: depositWallet, asKey: true };
    expect((await placeSalted(bot, digit, { ...order, ...own })).status).toBe('delayed');
    if (which === 'API key') await bot.auth.revoke();
    if (which === 'wallet’s key') await taker.account.revokeKey({ address });
    const { sequence } = await maker.sandbox.clock();
    await maker.sandbox.advance('3s');
    expect((await maker.orders.list()).data).toMatchObject([{ size_matched: '0' }]);
    expect((await maker.sandbox.clock()).sequence).toBe(sequence + (which.endsWith('ended') ? 1 : 0));
  },
);

test('explained to the operator: an order that rests, as its account is told it, and no other account is', async () => {
  const { orderID } = await taker.orders.place({ tokenId: yes, side: 'BUY', price: '0.2', size: '10' });
  const told = await maker.sandbox.explain(orderID);
  expect(told).toMatchObject({ orderID, status: 'LIVE' });
  expect(told).toEqual(await taker.orders.explain(orderID));
  expect((await maker.sandbox.explain(orderID.toUpperCase().replace('0X', '0x'))).orderID).toBe(orderID);
  await expect(maker.orders.explain(orderID)).rejects.toMatchObject({ status: 404 });
});

test('explained to the operator: an order that was refused, and one that a rule holds back', async () => {
  const order = { tokenId: yes, side: 'BUY', price: '0.3', size: '5' } as const;
  const refused = await taker.orders.sign({ ...order, price: '0.9', size: '9000' });
  await expect(taker.orders.place(refused)).rejects.toMatchObject({ status: 400 });
  const told = await maker.sandbox.explain(refused.orderId);
  expect(told).toMatchObject({ status: 'REFUSED', end: { reason: 'refused' } });
  expect(told).toEqual(await taker.orders.explain(refused.orderId));

  await maker.orders.place({ tokenId: no, side: 'BUY', price: '0.7', size: '5' });
  await maker.sandbox.faults.arm({ do: { kind: 'match-later' } });
  const { orderID } = await taker.orders.place(order);
  const waiting = await maker.sandbox.explain(orderID);
  expect(waiting).toMatchObject({ held_back: { preset: null } });
  expect(waiting).toEqual(await taker.orders.explain(orderID));
  await maker.sandbox.faults.disarm();
  await maker.sandbox.advance('1m');
  expect(await maker.sandbox.explain(orderID)).toMatchObject({ status: 'MATCHED', held_back: { preset: null } });
});

test('explained to the operator: what is no order is told, and nobody is told without the token', async () => {
  const none = `0x${'0'.repeat(64)}`;
  await expect(maker.sandbox.explain(none)).rejects.toMatchObject({ status: 404, code: 'order_not_found' });
  await expect(maker.sandbox.explain('0x12')).rejects.toMatchObject({ status: 400, code: 'invalid_order_id' });
  expect((await fetch(`${played.sandbox.url}/sandbox/explain/${none}`)).status).toBe(401);
});
