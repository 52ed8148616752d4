/**
 * Every refusal of an order names the order's id, and the account that sent the order can look up an explanation by
 * that id.
 */
import { type ErrorCode, ORDER_ROUTES, type OrderAnswer, type OrderExplanation } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { CASES } from '../testing/error-cases/all-cases.ts';
import { isCrowded } from '../testing/error-cases/run-cases.ts';
import { during, openErrorVenue, VENUE_SECONDS } from '../testing/error-cases/venue.ts';
import { type Answer, Trader } from '../testing/trader.ts';

/** An order without the signed fields has no id. */
const UNREADABLE: readonly string[] = ['invalid_order_payload', 'order_version_mismatch'] satisfies ErrorCode[];

interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly details?: object;
  readonly orderID?: string;
}

const venue = await openErrorVenue();
/** All traders who provoke an error. */
const senders = [
  venue.alice,
  venue.bob,
  ...(await Promise.all(['d', '61'].map((key) => Trader.open(venue.stack, key)))),
];

const explanations = (orderId: string): Promise<Answer[]> =>
  Promise.all(senders.map((sender) => sender.send('GET', `/explain/order/${orderId}`)));

const name = 'POST /order';
const cases = [...(CASES.get(name) ?? [])].filter(([code]) => !isCrowded(name, code));

for (const [code, [row = expect.unreachable(code)]] of cases)
  test(`orders: a refusal ${code} names the id of the order, which is explained to its sender alone [O64]`, async () => {
    const { error, details, orderID } = (await row.provoke(venue, ORDER_ROUTES.placeOrder)).body as Refusal;
    if (UNREADABLE.includes(code)) return expect(orderID).toBeUndefined();
    const answers = await explanations(orderID ?? '');
    // The other signer has an order with this id, which is explained to it.
    const isAlsoOthers = code === 'order_of_other_signer';
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, isAlsoOthers ? 200 : 404, 404, 404]);
    const explained = answers.flatMap(({ status, body }) => (status === 200 ? [body as OrderExplanation] : []));
    const told = explained.find(({ status }) => !isAlsoOthers || status === 'REFUSED') as OrderExplanation;
    expect(told).toMatchObject({
      orderID,
      status: 'REFUSED',
      summary: `It was refused: ${error.replace(/\.$/, '')}. Nothing is held for it and nothing of it was traded.`,
      end: { reason: 'refused' },
      queue: null,
    });
    const timestamp = String(venue.stack.time.nowMs);
    expect(told.refusals.at(-1)).toMatchObject({ code, error, timestamp, ...(details !== undefined && { details }) });
    expect(told.checks.at(-1)).toMatchObject({ rule: code, passed: false });
    expect(told.checks.slice(0, -1).filter(({ passed }) => !passed)).toEqual([]);
  });

test('orders: the id is that of the signed order, in a batch as alone, and when the venue cannot decide [O64]', async () => {
  const { alice, open, stack } = venue;
  const order = { tokenId: open.yes, side: 'BUY', price: '0.5', size: '3000' } as const;
  const signed = await alice.sign(order);
  expect((await alice.send('POST', '/order', signed.body)).body).toMatchObject({ orderID: signed.orderId });
  const wrongOwner = { ...signed.body, owner: venue.bob.address };
  const batch = (await alice.send('POST', '/orders', [signed.body, wrongOwner])).body as OrderAnswer[];
  const alone = [signed.body, wrongOwner].map((body) => alice.send('POST', '/order', body));
  expect(batch).toMatchObject(
    (await Promise.all(alone)).map(({ body }) => {
      const { orderID, details } = body as Refusal;
      return { success: false, orderID, details };
    }),
  );
  expect(batch.map(({ orderID }) => orderID)).toEqual([signed.orderId, signed.orderId]);
  for (const [flag, code] of Object.entries({ unavailable: 'unavailable', isSilent: 'outcome_unknown' } as const)) {
    const busy = await during(stack.exchange, flag as 'isSilent', () => alice.send('POST', '/order', signed.body));
    expect(busy).toMatchObject({ status: 503, body: { code, orderID: signed.orderId } });
  }
});

test('orders: a text that a public client compares whole is whole in an item of a batch, and has its figures alone [O65]', async () => {
  const { alice, bob, open } = venue;
  await bob.placed({ tokenId: open.no, side: 'BUY', price: '0.5', size: '10' });
  const buy = { tokenId: open.yes, side: 'BUY', price: '0.5', size: '10' } as const;
  const taking = { tokenId: open.yes, side: 'BUY', tick: '0.01', amount: '10' } as const;
  const cases = [
    [{ ...buy, type: 'GTD', expiration: VENUE_SECONDS }, 'invalid expiration', `${VENUE_SECONDS + 60}`],
    [{ ...buy, postOnly: true }, 'invalid post-only order: order crosses book', '0.5'],
    [
      { ...taking, type: 'FOK', price: '0.5' },
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
      'give 5 of 10, for 10',
    ],
    [
      { ...taking, type: 'FAK', price: '0.4' },
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
      'best price on the other side is 0.5',
    ],
  ] as const;
  for (const [order, whole, figures] of cases) {
    const { body } = await alice.sign(order);
    const [item] = (await alice.send('POST', '/orders', [body])).body as OrderAnswer[];
    expect(item?.errorMsg).toBe(whole);
    const { error } = (await alice.send('POST', '/order', body)).body as Refusal;
    expect(error.startsWith(whole)).toBe(true);
    expect(error.slice(whole.length)).toContain(figures);
  }
  await bob.send('DELETE', '/cancel-all');
});
