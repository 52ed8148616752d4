/** A range's orders at a venue that fills, refuses, fills in part, or does not answer. */
import { ApiError, type Client, NetworkError, type SignedPlacement } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { buyRange, type Purchase } from './send-range.ts';

type Answers = Awaited<ReturnType<Client['orders']['placeMany']>>;

const filled = {
  success: true,
  errorMsg: '',
  orderID: '',
  status: 'matched',
  makingAmount: '2',
  takingAmount: '10',
} as const;
const part = { ...filled, makingAmount: '1', takingAmount: '5', fee: '0.25' };
const refused = { ...filled, success: false, errorMsg: 'no', code: 'insufficient_balance' };

async function sent(count: number, answersOf: (batch: number) => Answers | Error) {
  const [batches, cancelled]: [number[], string[]] = [[], []];
  const desk = {
    sign: async ({ tokenId }) => ({ orderId: `0x${tokenId}` }) as SignedPlacement,
    placeMany: async (orders) => {
      batches.push(orders.length);
      const answers = answersOf(batches.length - 1);
      if (answers instanceof Error) throw answers;
      return answers;
    },
    cancelMany: async (ids) => {
      cancelled.push(...ids);
      return { canceled: [], not_canceled: {} };
    },
  } as Pick<Client['orders'], 'sign' | 'placeMany' | 'cancelMany'>;
  const orders = Array.from({ length: count }, (_, index) => {
    const order = { tokenId: String(index), side: 'BUY', price: '0.2', size: '10' } as const;
    return { label: `bucket ${index}`, order };
  });
  const purchases = await buyRange(desk, orders);
  return { batches, cancelled, kinds: purchases.map(({ kind }) => kind), purchases };
}

test('range: orders go in batches of fifteen', async () => {
  const { batches, kinds } = await sent(32, (batch) => Array.from({ length: [15, 15, 2][batch] ?? 0 }, () => filled));
  expect(batches).toEqual([15, 15, 2]);
  expect(new Set(kinds)).toEqual(new Set(['bought']));
});

test('range: each order is told by itself, and what rests is cancelled', async () => {
  const { cancelled, purchases } = await sent(3, () => [filled, refused, part]);
  expect(purchases).toMatchObject([
    { kind: 'bought', shares: 10_000_000n, paid: 2_000_000n },
    { kind: 'refused', reason: 'Not enough cash' },
    { kind: 'bought', shares: 5_000_000n, paid: 1_250_000n },
  ] satisfies Partial<Purchase>[]);
  expect(cancelled).toEqual(['0x2']);
});

test('range: without an answer the batch is unknown and cancelled, and those after it are not sent', async () => {
  const { batches, kinds, cancelled, purchases } = await sent(32, (batch) =>
    batch === 0 ? Array.from({ length: 15 }, () => filled) : new NetworkError('gone'),
  );
  expect(batches).toEqual([15, 15]);
  expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(15);
  expect(cancelled).toHaveLength(15);
  expect(purchases[31]).toEqual({ label: 'bucket 31', size: '10', kind: 'refused', reason: 'not sent' });
});

test('range: a refusal of a whole batch refuses all after it', async () => {
  const { kinds, purchases } = await sent(20, () => new ApiError(503, 'off', { code: 'mode_disabled' }));
  expect(new Set(kinds)).toEqual(new Set(['refused']));
  expect(purchases[19]).toMatchObject({ reason: 'Trading is switched off' });
});
