/** Every mode of the venue against every trading route: which requests pass, and the error texts for the rest. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { type Answer, addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

type Mode = 'open' | 'post_only' | 'cancel_only' | 'disabled';

const MODES: readonly Mode[] = ['open', 'post_only', 'cancel_only', 'disabled'];

/** Body of the refusal, for each mode that refuses. */
const REFUSALS: Readonly<Record<Exclude<Mode, 'open'>, object>> = {
  post_only: {
    error: 'post-only mode: only post-only orders and cancels are allowed',
    code: 'post_only_mode',
    retry_after_seconds: 60,
    details: { rule: 'post_only_mode', mode: 'post_only' },
  },
  cancel_only: {
    error: 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
    code: 'mode_cancel_only',
    retry_after_seconds: 60,
    details: { rule: 'mode_cancel_only', mode: 'cancel_only' },
  },
  disabled: {
    error: 'Trading is currently disabled.',
    code: 'mode_disabled',
    retry_after_seconds: 60,
    details: { rule: 'mode_disabled', mode: 'disabled' },
  },
};

let stack: Stack;
let alice: Trader;
let markets: TestMarket[];
let heartbeatId = '';

beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, 'a');
  markets = await addEvent(stack, ['Will A win?', 'Will B win?'], {}, { negRisk: true });
  for (const { conditionId } of markets) {
    await alice.send('POST', '/positions/split', { wallet: alice.address, conditionId, amount: '100' });
  }
});

afterAll(() => stack.close());

beforeEach(async () => {
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
});

const conditionId = (): string => markets[0]?.conditionId ?? '';
const order = (postOnly: boolean) =>
  ({ tokenId: markets[0]?.yes ?? '', side: 'BUY', price: '0.4', size: '5', postOnly }) as const;
const restingId = async (): Promise<string> => (await alice.placed(order(false))).orderID;

/** Prepares a request while the venue is open; the returned function runs in the mode. */
type Attempt = () => Promise<() => Promise<Answer>>;

const placement =
  (postOnly: boolean): Attempt =>
  async () => {
    const { body } = await alice.sign(order(postOnly));
    return () => alice.send('POST', '/order', body);
  };
const canceling =
  (path: string, body: (orderId: string) => unknown): Attempt =>
  async () => {
    const orderId = await restingId();
    return () => alice.send('DELETE', path, body(orderId));
  };
const changing =
  (path: string, body: () => object): Attempt =>
  async () =>
  () =>
    alice.send('POST', path, { wallet: alice.address, amount: '1', ...body() });

const beat: Attempt = async () => async () => {
  const answer = await alice.send('POST', '/v1/heartbeats', { heartbeat_id: heartbeatId });
  heartbeatId = (answer.body as { heartbeat_id: string }).heartbeat_id;
  return answer;
};

/** Each route, and the modes in which it works. */
const ROUTES: readonly (readonly [string, Attempt, readonly Mode[]])[] = [
  ['POST /order', placement(false), ['open']],
  ['POST /order, post-only', placement(true), ['open', 'post_only']],
  ['DELETE /order', canceling('/order', (orderID) => ({ orderID })), ['open', 'post_only', 'cancel_only']],
  ['DELETE /orders', canceling('/orders', (orderID) => [orderID]), ['open', 'post_only', 'cancel_only']],
  ['DELETE /cancel-all', canceling('/cancel-all', () => undefined), ['open', 'post_only', 'cancel_only']],
  [
    'DELETE /cancel-market-orders',
    canceling('/cancel-market-orders', () => ({ market: conditionId() })),
    ['open', 'post_only', 'cancel_only'],
  ],
  [
    'POST /positions/split',
    changing('/positions/split', () => ({ conditionId: conditionId() })),
    ['open', 'post_only', 'cancel_only'],
  ],
  [
    'POST /positions/merge',
    changing('/positions/merge', () => ({ conditionId: conditionId() })),
    ['open', 'post_only', 'cancel_only'],
  ],
  [
    'POST /positions/convert',
    changing('/positions/convert', () => ({ conditionIds: [conditionId()] })),
    ['open', 'post_only', 'cancel_only'],
  ],
  ['POST /v1/heartbeats', beat, MODES],
];

describe.each(MODES)('modes: %s', (mode) => {
  test.each(ROUTES)(`modes: %s in mode ${mode} [M12]`, async (_name, attempt, works) => {
    const run = await attempt();
    await admin(stack, 'POST', '/admin/mode', { mode });
    const answer = await run();
    if (works.includes(mode)) {
      expect(answer, answer.text).toMatchObject({ status: 200 });
      return;
    }
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      body: mode === 'open' ? {} : REFUSALS[mode],
    });
    const { orderID: _order, ...rest } = answer.body as Readonly<Record<string, unknown>>;
    expect(Object.keys(rest)).toEqual(['error', 'code', 'retry_after_seconds', 'details']);
  });

  test(`modes: POST /orders answers each order on its own in mode ${mode}`, async () => {
    const [plain, postOnly] = [await alice.sign(order(false)), await alice.sign({ ...order(true), price: '0.3' })];
    await admin(stack, 'POST', '/admin/mode', { mode });
    const { status, body } = await alice.send('POST', '/orders', [plain.body, postOnly.body]);
    const refused = mode === 'open' ? null : { success: false, errorMsg: (REFUSALS[mode] as { error: string }).error };
    const taken = { success: true, errorMsg: '' };
    expect(status).toBe(200);
    expect(body).toMatchObject([refused ?? taken, mode === 'post_only' ? taken : (refused ?? taken)]);
  });

  test(`modes: ${mode} comes before whatever else is wrong, and after the signature`, async () => {
    await admin(stack, 'POST', '/admin/mode', { mode });
    const wrong = { status: mode === 'open' ? 400 : 503 };
    expect(await alice.send('POST', '/order', { nonsense: 1 })).toMatchObject(wrong);
    expect(await alice.send('POST', '/orders', '{')).toMatchObject(wrong);
    const whenDisabled = { status: mode === 'disabled' ? 503 : 400 };
    for (const [method, path] of [
      ['DELETE', '/order'],
      ['DELETE', '/orders'],
      ['DELETE', '/cancel-market-orders'],
      ['POST', '/positions/split'],
      ['POST', '/positions/merge'],
      ['POST', '/positions/convert'],
    ] as const) {
      expect(await alice.send(method, path, '{')).toMatchObject(whenDisabled);
      expect(await send(stack, method, path, '{')).toMatchObject({ status: 401 });
    }
  });

  test(`modes: an order that was accepted answers its first result in mode ${mode} [M12]`, async () => {
    const { body } = await alice.sign(order(false));
    const first = await alice.send('POST', '/order', body);
    await admin(stack, 'POST', '/admin/mode', { mode });
    expect(await alice.send('POST', '/order', body)).toMatchObject({ status: 200, body: first.body });
  });
});

test('modes: the venue says which one it is in', async () => {
  for (const mode of MODES) {
    await admin(stack, 'POST', '/admin/mode', { mode });
    expect((await send(stack, 'GET', '/venue')).body).toMatchObject({ mode });
  }
});

test.each(['tolerant', 7, null, undefined])('modes: %j is no mode', async (mode) => {
  const answer = await admin(stack, 'POST', '/admin/mode', { mode });
  expect(answer.status).toBe(400);
  expect((await send(stack, 'GET', '/venue')).body).toMatchObject({ mode: 'open' });
});
