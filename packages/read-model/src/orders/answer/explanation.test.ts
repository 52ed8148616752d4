/** Content of an explanation when its bounds are exceeded, and the plans of its statements. */
import { EXPLAINED_FILLS_MAX, EXPLAINED_FRAME_ENTRIES_MAX, type OrderExplanation } from '@bellwether/contract';
import { orderNumber } from '@bellwether/engine';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStoreReader } from '../../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../../adapters/store-sqlite/sqlite-dialect.ts';
import type { Database } from '../../database.ts';
import { runRead } from '../../run-read.ts';
import { RecordedVenue, testOrderId } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import { explainOrderRead } from './explanation.ts';
import { EXPLANATION_LIMITS, type ExplanationLimits } from './explanation-limits.ts';

let store: TestStore;
let venue: RecordedVenue;
beforeEach(() => {
  store = openTestStore();
  venue = new RecordedVenue();
  venue.openAccounts(3);
  venue.addMarkets(1);
});
afterEach(() => store.close());

const buy = (trader: number, price: number, shares: number, outcome: 0 | 1 = 0) =>
  venue.place({ trader, side: 'BUY', outcome, price, shares });

/** Parameters of the read, as the order's own account asks. */
function asked(orderNumber: number) {
  const [row] = store.query('SELECT account FROM orders WHERE number = ?', orderNumber);
  return {
    orderNumber,
    account: Number(row?.['account']),
    profile: 'bellwether' as const,
    refusals: [],
    heldBack: null,
  };
}

async function explained(order: number, limits: Partial<ExplanationLimits> = {}): Promise<OrderExplanation> {
  store.project(venue);
  const read = explainOrderRead({ ...EXPLANATION_LIMITS, ...limits });
  const answer = await runRead(read, store.database, asked(orderNumber(order)));
  return (answer ?? expect.unreachable('not explained')).value;
}

const cancelOf = (order: number) =>
  venue.must({ kind: 'CancelOrders', account: venue.accountOf(1), orderIds: [testOrderId(order)] });

test('explained: one share and one order are told in the singular', async () => {
  buy(1, 4_000, 6);
  buy(2, 4_000, 6);
  // Takes all of the first order and 1 share of the second; of the third, 1 share is left.
  buy(0, 6_000, 7, 1);
  buy(1, 3_000, 6);
  buy(0, 7_000, 10, 1);
  const told = await Promise.all([0, 1, 3].map(async (at) => JSON.stringify(await explained(firstNumber() + at))));
  expect(told[1]).toContain('Another order met it: 1 share was filled');
  expect(told[2]).toContain('The remaining 1 share needs');
  for (const text of told) expect(text).not.toMatch(/\b1 (?:shares|orders|better prices)\b/);
});

test('explained: past the bound of steps the figures are those up to it, and the answer says up to when', async () => {
  for (let order = 0; order < 5; order += 1) buy(1, 4_000, 10);
  buy(0, 4_000, 50);
  const times: number[] = [];
  for (let order = 1; order <= 5; order += 1) times.push(cancelOf(order).timeMs);
  const own = firstNumber() + 5;
  const whole = await explained(own);
  expect(whole.looked).toMatchObject({ complete: true, bounds: [] });
  expect(whole.queue?.last).toMatchObject({ at: 'now', ahead: { orders: 0, shares: '0' } });
  const part = await explained(own, { stepsCountedMax: 3 });
  const upTo = new Date(times[2] ?? 0).toISOString();
  const bounds = [`the first 3 steps at its price were counted, up to ${upTo}`];
  expect(part.looked).toMatchObject({ complete: false, bounds });
  expect(part.queue).toMatchObject({
    since: { cancelled: { shares: '30', orders: 3 }, timestamp: String(times[2]) },
    last: { at: 'bound', ahead: { orders: 2, shares: '20' }, better: null },
  });
  expect(part.steps.at(-1)?.words).toBe(
    `Not all was looked at: the first 3 steps at its price were counted, up to ${upTo}.`,
  );
});

test('explained: past the bound of prices it is said what was not found, and books have no hash', async () => {
  for (const price of [5_000, 4_900, 4_800, 4_700]) buy(1, price, 10);
  buy(0, 4_000, 50);
  const own = firstNumber() + 4;
  expect(await explained(own, { pricesLookedAtMax: 3, bookPricesMax: 3 })).toMatchObject({
    queue: { arrival: { better: { prices: 3 } } },
    frames: { market: [{ event_type: 'price_change', hash: null }] },
    looked: {
      complete: false,
      bounds: [
        '3 prices were looked at for better prices of its side',
        'books of more than 3 prices on a side have no hash',
      ],
    },
  });
});

test('explained: of many fills the first are listed, and of the frames the first and the last', async () => {
  buy(0, 4_000, 2_000);
  const own = firstNumber();
  for (let fill = 0; fill < EXPLAINED_FILLS_MAX + 20; fill += 1) buy(1, 6_000, 5, 1);
  const told = await explained(own);
  expect(told.fills).toMatchObject({ all: false });
  expect(told.fills.listed).toHaveLength(EXPLAINED_FILLS_MAX);
  expect(new Set(told.frames.market.map(({ sequence }) => sequence)).size).toBe(EXPLAINED_FRAME_ENTRIES_MAX);
  expect([told.frames.all, told.looked.complete, told.size_matched]).toEqual([false, false, '600']);
});

/** Allowed scans: one price at a time, sums over results, and the few rows of the cursors. */
const GONE_THROUGH = /^SCAN (?:prices|\(subquery-\d+\)|projection_cursors|CONSTANT ROW)$/;

test('explained: every statement seeks by a key, however long the history is', async () => {
  for (const trader of [1, 0]) buy(trader, 4_000, 20);
  buy(2, 5_500, 20, 1);
  buy(2, 6_000, 30, 1);
  store.project(venue);
  const statements: CompiledQuery[] = [];
  const reading = openStoreReader(store.file);
  const log = ({ query }: { readonly query: CompiledQuery }) => void statements.push(query);
  const database = new Kysely<Database>({ dialect: createSqliteDialect(reading), log });
  const read = explainOrderRead();
  const { value } = (await read.run(database, asked(firstNumber() + 1))) ?? expect.unreachable('not explained');
  reading.close();
  // Its JSON equals the value.
  expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  expect(value.fills.listed).toHaveLength(1);
  expect(statements.length).toBeGreaterThan(20);
  const steps = statements.flatMap((statement) => store.planOf({ compile: () => statement }));
  expect(steps.filter((step) => step.startsWith('SCAN') && !GONE_THROUGH.test(step))).toEqual([]);
});

function firstNumber(): number {
  const events = venue.entries.flatMap((entry) => entry.events);
  return (events.find((event) => event.kind === 'OrderAccepted') ?? expect.unreachable('no order')).order;
}
