/** Content of an explanation when its bounds are exceeded, and the plans of its statements. */
import { EXPLAINED_FILLS_MAX, type OrderExplanation } from '@bellwether/contract';
import { orderNumber } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStoreReader } from '../../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../../adapters/store-sqlite/sqlite-dialect.ts';
import type { Database } from '../../database.ts';
import { runRead } from '../../run-read.ts';
import { RecordedVenue, testOrderId } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import { explainOrderRead } from './explanation.ts';
import { EXPLANATION_LIMITS, type ExplanationLimits } from './queue-facts.ts';

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

test('explained: what stood ahead is followed through orders and fills, for an order that waits and ones that ended', async () => {
  const [first, own] = [numberIn([buy(1, 4_000, 10)]), numberIn([buy(0, 4_000, 50)])];
  const later = numberIn([buy(2, 4_000, 5)]);
  // What trades at a better price is not of those ahead.
  buy(0, 4_100, 7);
  buy(2, 6_000, 8, 1);
  buy(2, 6_000, 5, 1);
  cancelOf(1);
  const parts = { at_rest: '10', traded: '6', cancelled: '4', ahead: '0', unknown: '0' };
  expect((await explained(own)).queue).toMatchObject(parts);
  expect((await explained(later)).queue).toMatchObject({ at_rest: '60', traded: '6' });
  const bounded = await explained(own, { fillsReadMax: 1 });
  expect(bounded.queue).toMatchObject({ ...parts, traded: '1', unknown: '5' });
  expect(bounded.looked.complete).toBe(false);
  expect((await explained(first)).queue).toMatchObject({ at_rest: '0', ahead: '0' });
});

test('explained: past the bound of orders it is said what was not found', async () => {
  for (let order = 0; order < 5; order += 1) buy(1, 4_000, 10);
  buy(0, 4_000, 50);
  for (let order = 1; order <= 5; order += 1) cancelOf(order);
  const own = numberIn(venue.entries) + 5;
  const whole = { at_rest: '50', traded: '0', cancelled: '50', ahead: '0', unknown: '0' };
  for (const ordersReadAtOnce of [1, 2, 5]) {
    const told = await explained(own, { ordersReadAtOnce });
    expect([told.queue, told.looked.complete]).toEqual([expect.objectContaining(whole), true]);
  }
  const part = await explained(own, { ordersReadMax: 3, ordersReadAtOnce: 2 });
  expect(part.queue).toMatchObject({ at_rest: '50', traded: '0', cancelled: '30', ahead: '0', unknown: '20' });
  const bounds = ['3 orders before it and their first fills were read for what stood ahead'];
  expect(part.looked).toMatchObject({ complete: false, bounds });
  expect(part.steps.slice(-3).map(({ words }) => words)).toEqual([
    'Of the shares ahead at its price: 0 traded, 30 cancelled, 0 left, 20 not found.',
    'The remaining 50 shares need an offer of Yes at 0.4 or lower: there is none now.',
    'Not all was looked at: 3 orders before it and their first fills were read for what stood ahead.',
  ]);
});

test('explained: one share is told in the singular', async () => {
  buy(1, 4_000, 6);
  buy(2, 4_000, 6);
  // Takes all of the first order and 1 share of the second; of the third, 1 share is left.
  buy(0, 6_000, 7, 1);
  buy(1, 3_000, 6);
  buy(0, 7_000, 10, 1);
  const first = numberIn(venue.entries);
  const told = await Promise.all([0, 1, 3].map(async (at) => JSON.stringify(await explained(first + at))));
  expect(told[1]).toContain('Another order met it: 1 share was filled');
  expect(told[2]).toContain('The remaining 1 share needs');
  for (const text of told) expect(text).not.toMatch(/\b1 shares\b/);
});

test('explained: of many fills the first are listed, with their frames', async () => {
  buy(0, 4_000, 2_000);
  const own = numberIn(venue.entries);
  for (let fill = 0; fill < EXPLAINED_FILLS_MAX + 20; fill += 1) buy(1, 6_000, 5, 1);
  const told = await explained(own);
  expect(told.fills).toMatchObject({ all: false });
  expect(told.fills.listed).toHaveLength(EXPLAINED_FILLS_MAX);
  expect(told.frames.user.filter(({ type }) => type === 'UPDATE')).toHaveLength(EXPLAINED_FILLS_MAX);
  expect([told.looked.complete, told.size_matched]).toEqual([false, '600']);
});

/** Allowed scans: sums over results, and the few rows of the cursors. */
const GONE_THROUGH = /^SCAN (?:\(subquery-\d+\)|projection_cursors)$/;

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
  const { value } =
    (await read.run(database, asked(numberIn(venue.entries) + 1))) ?? expect.unreachable('not explained');
  reading.close();
  // Its JSON equals the value.
  expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  expect(value.fills.listed).toHaveLength(1);
  expect(statements.length).toBeGreaterThan(8);
  const steps = statements.flatMap((statement) => store.planOf({ compile: () => statement }));
  expect(steps.filter((step) => step.startsWith('SCAN') && !GONE_THROUGH.test(step))).toEqual([]);
});

/** Number of the first order that was accepted in entries. */
function numberIn(entries: readonly (ChainedEntry | null)[]): number {
  const events = entries.flatMap((entry) => entry?.events ?? []);
  return (events.find((event) => event.kind === 'OrderAccepted') ?? expect.unreachable('no order')).order;
}
