import { ApiError, NetworkError, type OrderAnswer, type SignedPlacement, SignerError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { type DeskPorts, type OpenOrder, OrderDesk, RESEND_FOR_MS } from './order-desk.ts';
import { IDLE, type Intent, type IntentState, isUnderWay, nextState, type Outcome } from './order-intent.ts';

const INTENT: Intent = {
  order: { tokenId: '7', side: 'BUY', price: '0.5', size: '10' },
  words: 'Buy 10 Yes at 50¢',
  question: 'Will it?',
};
const ANSWER: OrderAnswer = {
  success: true,
  errorMsg: '',
  orderID: '0x1',
  status: 'live',
  makingAmount: '',
  takingAmount: '',
};
const OUTCOME: Outcome = { status: 'live', orderId: '0x1', given: '', got: '', fee: '0' };
const SIGNED_MS = 1_000_000;

/** The cast omits fields that the desk does not read. */
const placementOf = (orderId: string): SignedPlacement =>
  ({ orderId, body: { order: { timestamp: String(SIGNED_MS) } } }) as SignedPlacement;

/** A fake venue and wallet with scripted answers, one per call. */
function world(answers: readonly (OrderAnswer | Error)[], more: Partial<DeskPorts> = {}) {
  const seen = { signed: 0, placed: [] as string[], found: 0 };
  let kept: OpenOrder | null = null;
  let now = SIGNED_MS;
  const ports: DeskPorts = {
    sign: async () => {
      seen.signed += 1;
      return placementOf(`0x${seen.signed}`);
    },
    place: async ({ orderId }) => {
      const answer = answers[seen.placed.length];
      seen.placed.push(orderId);
      if (answer === undefined) throw new Error('asked once too often');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    find: async () => {
      seen.found += 1;
      return null;
    },
    refusalOf: (error) => ({ title: String(error), advice: '', details: '', isExplained: true }),
    nowMs: () => now,
    pause: async (ms) => {
      now += ms;
    },
    keep: (open) => {
      kept = open;
    },
    kept: () => kept,
    ...more,
  };
  return {
    ports,
    seen,
    kept: () => kept,
    setNow: (ms: number) => (now = ms),
    setKept: (open: OpenOrder) => (kept = open),
  };
}

/** An order that is submitted at a desk of that world, with what became of it. */
async function submitted(...given: Parameters<typeof world>) {
  const { ports, ...seen } = world(...given);
  const desk = new OrderDesk(ports);
  expect(desk.submit(INTENT)).toBe(true);
  return { ...seen, desk, state: await awaitResult(desk) };
}

const awaitResult = (desk: OrderDesk): Promise<IntentState> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!isUnderWay(desk.state)) resolve(desk.state);
    };
    desk.watch(look);
    look();
  });

test('desk: an order is signed once, placed once and answered', async () => {
  const { state, seen, kept } = await submitted([ANSWER]);
  expect(state).toEqual({ kind: 'placed', intent: INTENT, outcome: OUTCOME });
  expect(seen).toMatchObject({ signed: 1, placed: ['0x1'] });
  expect(kept()).toBeNull();
});

test('desk: a double click signs and places one order', async () => {
  const { ports, seen } = world([ANSWER]);
  const desk = new OrderDesk(ports);
  expect([desk.submit(INTENT), desk.submit(INTENT)]).toEqual([true, false]);
  await awaitResult(desk);
  expect(seen).toMatchObject({ signed: 1, placed: ['0x1'] });
});

test('desk: a lost connection sends the same order again and never signs another', async () => {
  const { ports, seen } = world([new NetworkError('lost'), new ApiError(503, 'restarting'), ANSWER]);
  const desk = new OrderDesk(ports);
  const states: string[] = [];
  desk.watch(() => {
    states.push(desk.state.kind);
    if (desk.state.kind === 'unanswered') expect(desk.submit(INTENT)).toBe(false);
  });
  desk.submit(INTENT);
  await awaitResult(desk);
  expect(seen).toMatchObject({ signed: 1, placed: ['0x1', '0x1', '0x1'] });
  expect(states).toEqual(['signing', 'sending', 'unanswered', 'unanswered', 'placed']);
});

test('desk: a refusal ends it, and the next order may begin', async () => {
  const { desk, state, seen } = await submitted([new ApiError(400, 'no', { code: 'insufficient_balance' }), ANSWER]);
  expect([state.kind, desk.submit(INTENT)]).toEqual(['refused', true]);
  expect([(await awaitResult(desk)).kind, seen.placed]).toEqual(['placed', ['0x1', '0x2']]);
});

test('desk: a mode of the venue is a refusal although its status is 503', async () => {
  const { state } = await submitted([new ApiError(503, 'off', { code: 'mode_disabled' })]);
  expect(state.kind).toBe('refused');
});

test('desk: a wallet that does not sign sends nothing', async () => {
  const { state, seen } = await submitted([], { sign: () => Promise.reject(new SignerError('no')) });
  expect([state.kind, seen.placed]).toEqual(['refused', []]);
});

test('desk: an order without an answer is kept for the tab and goes on after a reload, not signed again', async () => {
  const { ports, seen, kept, setKept } = world([ANSWER]);
  setKept({ intent: INTENT, placement: placementOf('0x9') });
  const desk = new OrderDesk(ports);
  expect([desk.state.kind, desk.submit(INTENT)]).toEqual(['unanswered', false]);
  await awaitResult(desk);
  expect(seen).toMatchObject({ signed: 0, placed: ['0x9'] });
  expect(kept()).toBeNull();
});

test('an old order is asked for and not sent: it may be found, or never have arrived', async () => {
  const { ports, seen, setKept, setNow } = world([]);
  setKept({ intent: INTENT, placement: placementOf('0x9') });
  setNow(SIGNED_MS + RESEND_FOR_MS);
  expect(await awaitResult(new OrderDesk(ports))).toEqual({ kind: 'lost', intent: INTENT });
  setKept({ intent: INTENT, placement: placementOf('0x9') });
  expect(await awaitResult(new OrderDesk({ ...ports, find: async () => OUTCOME }))).toMatchObject({ kind: 'placed' });
  expect(seen.placed).toEqual([]);
});

const placement = placementOf('0x1');
const sending: IntentState = { kind: 'sending', intent: INTENT, placement };

test.each<IntentState>([
  { kind: 'signing', intent: INTENT },
  sending,
  { kind: 'unanswered', intent: INTENT, placement, tries: 3 },
])('states: while one is $kind nothing else begins and nothing is put away', (state) => {
  expect(nextState(state, { kind: 'submit', intent: INTENT })).toBe(state);
  expect(nextState(state, { kind: 'resume', intent: INTENT, placement })).toBe(state);
  expect(nextState(state, { kind: 'dismiss' })).toBe(state);
});

test('states: an answer without an order changes nothing', () => {
  expect(nextState(IDLE, { kind: 'answered', outcome: OUTCOME })).toBe(IDLE);
  expect(nextState({ kind: 'signing', intent: INTENT }, { kind: 'answered', outcome: OUTCOME }).kind).toBe('signing');
  expect(nextState(sending, { kind: 'signed', placement })).toBe(sending);
});

test('states: tries are counted', () => {
  const first = nextState(sending, { kind: 'unanswered' });
  expect(nextState(first, { kind: 'unanswered' })).toMatchObject({ kind: 'unanswered', tries: 2, placement });
});
