/** Explanations of orders over HTTP, scenario by scenario, with figures calculated by hand. */
import type { OrderExplanation } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addMarket, admin, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const TERMS = { orderPriceMinTickSize: 0.01, orderMinSize: 5 };
const HOUR_MS = 3_600_000;

let questions = 0;
const market = (more: Readonly<Record<string, unknown>> = {}) =>
  addMarket(stack, `Question ${questions++}?`, { ...TERMS, ...more });

async function explained(trader: Trader, orderId: string): Promise<OrderExplanation> {
  const answer = await trader.send('GET', `/explain/order/${orderId}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as OrderExplanation;
}

const buy = (trader: Trader, tokenId: string, price: string, size: string) =>
  trader.placed({ tokenId, side: 'BUY', price, size }).then(({ orderID }) => orderID);
const cancel = (trader: Trader, orderID: string) => trader.send('DELETE', '/order', { orderID });
const wordsOf = ({ steps }: OrderExplanation, kind: string): string[] =>
  steps.filter((step) => step.kind === kind).map(({ words }) => words);

test('explain: rests behind others, one of whom is cancelled and one traded, and is filled then [O25]', async () => {
  const { conditionId, yes, no } = await market();
  const carol = await Trader.open(stack, '4');
  const first = await buy(carol, yes, '0.4', '10');
  await buy(carol, yes, '0.4', '20');
  await buy(carol, yes, '0.42', '30');
  const own = await buy(alice, yes, '0.4', '50');
  let told = await explained(alice, own);
  expect(told).toMatchObject({
    orderID: own,
    status: 'LIVE',
    market: conditionId,
    asset_id: yes,
    outcome: 'Yes',
    book: { side: 'bid', asset_id: yes, price: '0.4' },
    hold: { of: 'collateral', now: '20' },
    queue: { at_rest: '30', traded: '0', cancelled: '0', ahead: '30', unknown: '0' },
    needed: { opposite: null },
    end: null,
    looked: { complete: true, bounds: [], sequence: stack.exchange.state.sequence },
  });
  expect(wordsOf(told, 'queue')).toEqual(['50 shares came to rest at 0.4, behind 30 shares at its price.']);
  expect(told.summary).toBe(
    'It rests. The remaining 50 shares need an offer of Yes at 0.4 or lower, behind 30 shares at its price: there is none now.',
  );

  // An order ahead is cancelled. Then a seller fills the better price, the other order ahead and 5 shares of Alice's own.
  await cancel(carol, first);
  stack.time.nowMs += 1_000;
  await buy(bob, no, '0.6', '55');
  told = await explained(alice, own);
  expect(told).toMatchObject({
    size_matched: '5',
    hold: { now: '18' },
    queue: { at_rest: '30', traded: '20', cancelled: '10', ahead: '0', unknown: '0' },
    fills: {
      all: true,
      listed: [{ role: 'MAKER', size: '5', price: '0.4', fee: '0', timestamp: String(stack.time.nowMs) }],
    },
  });
  expect(wordsOf(told, 'ahead')).toEqual(['Of the shares ahead at its price: 20 traded, 10 cancelled, 0 left.']);
  await buy(bob, no, '0.6', '45');
  told = await explained(alice, own);
  expect(told).toMatchObject({
    status: 'MATCHED',
    summary: 'It was filled.',
    end: { reason: 'filled' },
    hold: { now: '0' },
    queue: { at_rest: '30', traded: '20', cancelled: '10', ahead: '0', unknown: '0' },
  });
  expect(told.fills.listed.map(({ size }) => size)).toEqual(['5', '45']);
});

test('explain: never reached, and cancelled by its account', async () => {
  const { yes, no } = await market();
  await buy(bob, no, '0.5', '5');
  const own = await buy(alice, yes, '0.3', '10');
  await buy(bob, no, '0.62', '5');
  await cancel(alice, own);
  const told = await explained(alice, own);
  expect(told).toMatchObject({
    status: 'CANCELED',
    end: { reason: 'user', timestamp: String(stack.time.nowMs) },
    hold: { now: '0' },
    queue: { at_rest: '0', ahead: '0', unknown: '0' },
    needed: { opposite: '0.38' },
  });
  expect(told.needed.words).toBe('To be filled it needed an offer of Yes at 0.3 or lower: the best offer is 0.38 now.');
  expect(told.frames.user.map(({ type, status }) => [type, status])).toEqual([
    ['PLACEMENT', 'LIVE'],
    ['CANCELLATION', 'CANCELED'],
  ]);
});

test('explain: takes at once: FOK and FAK have fills, and no queue', async () => {
  const { yes, no } = await market({ takerBaseFee: 200 });
  await buy(bob, no, '0.5', '20');
  const take = { tokenId: yes, side: 'BUY', price: '0.5', amount: '6', tick: '0.01' } as const;
  const { orderID: fok } = await alice.placed({ ...take, type: 'FOK' });
  expect(await explained(alice, fok)).toMatchObject({
    status: 'MATCHED',
    end: { reason: 'filled' },
    queue: null,
    hold: null,
    fills: { listed: [{ role: 'TAKER', size: '12', price: '0.5', fee: '0.06' }] },
    needed: { opposite: '0.5' },
  });
  const { orderID: fak } = await alice.placed({ ...take, type: 'FAK' });
  const dropped = { size_matched: '8', end: { reason: 'rest_dropped' }, queue: null };
  expect(await explained(alice, fak)).toMatchObject(dropped);
});

test('explain: refused first and accepted later is one story', async () => {
  const { yes, no, conditionId } = await market();
  await buy(bob, no, '0.5', '20');
  await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { acceptingOrders: false });
  const signed = await alice.sign({ tokenId: yes, side: 'BUY', price: '0.45', size: '10' });
  await alice.send('POST', '/order', signed.body);
  const refused = await explained(alice, signed.orderId);
  expect(refused).toMatchObject({
    refusals: [{ code: 'market_not_ready', best_bid: null, best_ask: '0.5' }],
    needed: { opposite: '0.5' },
  });
  // What comes behind a check that fails is not checked.
  expect(refused.checks.map(({ rule }) => rule)).not.toContain('size_below_minimum');
  await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { acceptingOrders: true });
  await alice.send('POST', '/order', signed.body);
  const told = await explained(alice, signed.orderId);
  expect(told).toMatchObject({ status: 'LIVE', refusals: [{ code: 'market_not_ready' }] });
  const words = 'The same signed order was refused: the market is not yet ready to process new orders.';
  expect(wordsOf(told, 'refused')).toEqual([words]);
});

test('explain: a pause, new terms and the closing time are told, and which of them ended it', async () => {
  const closeMs = stack.time.nowMs + HOUR_MS;
  const { yes, conditionId } = await market({ closeTime: new Date(closeMs).toISOString() });
  const own = await buy(alice, yes, '0.45', '10');
  const patch = (changes: object) => admin(stack, 'PATCH', `/admin/markets/${conditionId}`, changes);
  await patch({ acceptingOrders: false });
  await patch({ acceptingOrders: true, orderMinSize: 6 });
  stack.time.nowMs = closeMs;
  await bob.place({ tokenId: yes, side: 'BUY', price: '0.4', size: '10' });
  const told = await explained(alice, own);
  expect(told).toMatchObject({ status: 'CANCELED', end: { reason: 'trading_ended', timestamp: String(closeMs) } });
  expect(wordsOf(told, 'market')).toEqual([
    'The market was paused: it took no new orders.',
    'The market took new orders again.',
    'The least size went from 5 to 6.',
    'The market’s closing time came.',
  ]);
});

test('explain: expired, resolved, and cancelled for a newer order of the same account', async () => {
  const { yes, no, conditionId } = await market();
  const expiration = Math.floor(stack.time.nowMs / 1_000) + 90;
  const lasting = { tokenId: yes, side: 'BUY', price: '0.3', size: '10', type: 'GTD', expiration } as const;
  const { orderID: gtd } = await alice.placed(lasting);
  const self = await buy(alice, yes, '0.4', '10');
  await buy(alice, no, '0.6', '5');
  expect((await explained(alice, self)).end).toMatchObject({ reason: 'self_trade' });
  stack.time.nowMs += 100_000;
  const resolved = await buy(bob, yes, '0.2', '10');
  expect(await explained(alice, gtd)).toMatchObject({ status: 'EXPIRED', end: { reason: 'expired' } });
  await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });
  const answer = await explained(bob, resolved);
  expect(answer).toMatchObject({ status: 'CANCELED_MARKET_RESOLVED', end: { reason: 'market_resolved' } });
});
