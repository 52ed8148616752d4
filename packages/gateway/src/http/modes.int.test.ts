/** Every mode of the venue against every trading route: which requests pass, and what is told of the rest. */
import { ERRORS } from '@bellwether/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addEvent, admin, send } from './testing/trader.ts';

type Mode = 'open' | 'post_only' | 'cancel_only' | 'disabled';

const MODES: readonly Mode[] = ['open', 'post_only', 'cancel_only', 'disabled'];
const UNLESS_DISABLED = MODES.slice(0, 3);

const CODES = { post_only: 'post_only_mode', cancel_only: 'mode_cancel_only', disabled: 'mode_disabled' } as const;
/** Body of a mode's refusal. The table of errors has the texts. */
const refusal = (mode: keyof typeof CODES) => {
  const code = CODES[mode];
  return { error: ERRORS[code].text, code, retry_after_seconds: 60, details: { rule: code, mode } };
};

let heartbeatId = '';

const { stack, alice } = await openTwoTraders();
const markets = await addEvent(stack, ['Will A win?', 'Will B win?'], {}, { negRisk: true });
for (const { conditionId } of markets)
  await alice.send('POST', '/positions/split', { wallet: alice.address, conditionId, amount: '100' });

beforeEach(() => admin(stack, 'POST', '/admin/mode', { mode: 'open' }));

const conditionId = (): string => markets[0]?.conditionId ?? '';
const order = (postOnly: boolean) =>
  ({ tokenId: markets[0]?.yes ?? '', side: 'BUY', price: '0.4', size: '5', postOnly }) as const;
const restingId = async (): Promise<string> => (await alice.placed(order(false))).orderID;

/** Prepares a request while the venue is open; the returned function runs in the mode. */
type Attempt = () => Promise<() => Promise<Answer>>;
/** A route, and the modes in which it works. */
type Row = readonly [string, Attempt, readonly Mode[]];

const placing = (name: string, postOnly: boolean, modes: readonly Mode[]): Row => {
  const attempt = async () => {
    const { body } = await alice.sign(order(postOnly));
    return () => alice.send('POST', '/order', body);
  };
  return [name, attempt, modes];
};
const canceling = (path: string, body: (orderId: string) => unknown): Row => {
  const attempt = async () => {
    const orderId = await restingId();
    return () => alice.send('DELETE', path, body(orderId));
  };
  return [`DELETE ${path}`, attempt, UNLESS_DISABLED];
};
const changing = (path: string, body: () => object): Row => {
  const attempt = async () => () => alice.send('POST', path, { wallet: alice.address, amount: '1', ...body() });
  return [`POST ${path}`, attempt, UNLESS_DISABLED];
};

const beat: Attempt = async () => async () => {
  const answer = await alice.send('POST', '/v1/heartbeats', { heartbeat_id: heartbeatId });
  heartbeatId = (answer.body as { heartbeat_id: string }).heartbeat_id;
  return answer;
};

const ROUTES: readonly Row[] = [
  placing('POST /order', false, ['open']),
  placing('POST /order, post-only', true, ['open', 'post_only']),
  canceling('/order', (orderID) => ({ orderID })),
  canceling('/orders', (orderID) => [orderID]),
  canceling('/cancel-all', () => undefined),
  canceling('/cancel-market-orders', () => ({ market: conditionId() })),
  changing('/positions/split', () => ({ conditionId: conditionId() })),
  changing('/positions/merge', () => ({ conditionId: conditionId() })),
  changing('/positions/convert', () => ({ conditionIds: [conditionId()] })),
  ['POST /v1/heartbeats', beat, MODES],
];

describe.each(MODES)('modes: %s', (mode) => {
  test.each(ROUTES)(`modes: %s in mode ${mode} [M12]`, async (_name, attempt, works) => {
    const run = await attempt();
    await admin(stack, 'POST', '/admin/mode', { mode });
    const answer = await run();
    if (mode === 'open' || works.includes(mode)) return expect(answer.status, answer.text).toBe(200);
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    // Its fields in their order; an order's id may be among them.
    const { orderID: _order, ...rest } = answer.body as Readonly<Record<string, unknown>>;
    expect(JSON.stringify(rest)).toBe(JSON.stringify(refusal(mode)));
  });

  test(`modes: POST /orders answers each order on its own in mode ${mode}, which GET /venue names`, async () => {
    const [plain, postOnly] = [await alice.sign(order(false)), await alice.sign({ ...order(true), price: '0.3' })];
    await admin(stack, 'POST', '/admin/mode', { mode });
    const { status, body } = await alice.send('POST', '/orders', [plain.body, postOnly.body]);
    const refused = mode === 'open' ? null : { success: false, errorMsg: refusal(mode).error };
    const taken = { success: true, errorMsg: '' };
    expect([status, (await send(stack, 'GET', '/venue')).body]).toMatchObject([200, { mode }]);
    expect(body).toMatchObject([refused ?? taken, mode === 'post_only' ? taken : (refused ?? taken)]);
  });

  test(`modes: ${mode} comes before whatever else is wrong, and after the signature`, async () => {
    await admin(stack, 'POST', '/admin/mode', { mode });
    const wrong = { status: mode === 'open' ? 400 : 503 };
    expect(await alice.send('POST', '/order', { nonsense: 1 })).toMatchObject(wrong);
    expect(await alice.send('POST', '/orders', '{')).toMatchObject(wrong);
    const whenDisabled = { status: mode === 'disabled' ? 503 : 400 };
    const cancels = ['/order', '/orders', '/cancel-market-orders'];
    for (const path of [...cancels, '/positions/split', '/positions/merge', '/positions/convert']) {
      const method = cancels.includes(path) ? 'DELETE' : 'POST';
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
