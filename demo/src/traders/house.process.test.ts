/** The house against a real venue with a few markets of the demo catalog. */
import { type Client, createClient } from '@bellwether/sdk';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCatalog } from '../catalog/index.ts';
import { runHouse } from './house.ts';
import { houseSigner, MARKET_MAKER } from './house-accounts.ts';
import { OPENING_THREADS } from './talk.ts';

const SEED = 'test';
/** Orders that it keeps in a book at least. */
const QUOTES_MIN = 6;
const SLUGS = ['science-prize-field-2027', 'odd-perfect-number-before-2030', 'club-coin-toss-2027'];
const events = demoCatalog.filter(({ slug }) => SLUGS.includes(slug));
const tokens = events.flatMap(({ markets }) => markets.map(({ clobTokenIds }) => clobTokenIds[0]));

let venue: VenueProcess;
let reader: Client;

beforeAll(async () => {
  venue = await startVenueProcess({ settings: { BELLWETHER_STARTING_BALANCE: '10000' } });
  reader = createClient({ baseUrl: venue.url });
  for (const event of events) {
    const headers = { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${venue.url}/admin/events`, { method: 'POST', headers, body: JSON.stringify(event) });
    expect(response.status, await response.text()).toBe(201);
  }
});

afterAll(() => venue.stop());

/** Runs the house while `look` looks; fails when the house does. */
async function withHouse(look: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const log: string[] = [];
  const house = runHouse({
    url: venue.url,
    seed: SEED,
    adminToken: venue.adminToken,
    log: (line) => log.push(line),
    signal: stop.signal,
    requestGapMs: 5,
  });
  try {
    await Promise.race([look(), house.then(() => expect.unreachable('the house ended by itself'))]);
  } finally {
    stop.abort();
    await house;
  }
  expect(log).toEqual([]);
}

const twoSided = async (): Promise<number> => {
  const books = await reader.books.getMany(tokens);
  return books.filter(({ bids, asks }) => bids.length >= 3 && asks.length >= 3).length;
};
const patience = { timeout: 120_000, interval: 50 };

describe('house', () => {
  test('house: quotes every market, then takers trade with real orders [X6]', async () => {
    expect(tokens).toHaveLength(7);
    await withHouse(async () => {
      await expect.poll(twoSided, patience).toBe(tokens.length);
      await expect.poll(async () => (await reader.trades.list()).length, patience).toBeGreaterThan(0);
    });
    const [trade] = await reader.trades.list();
    expect(trade?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test('house: says who it is, and opens the conversation once', async () => {
    const said = async () => await reader.comments.list({ limit: 100 });
    const open = () => OPENING_THREADS.filter(({ event }) => SLUGS.includes(event));
    await withHouse(async () => {
      await expect.poll(async () => (await said()).length, patience).toBe(open().length);
      const [comment] = await said();
      await expect.poll(async () => (await said())[0]?.replyCount, patience).toBe(1);
      expect(comment?.profile).toMatchObject({ name: 'Harbour Desk', bio: expect.stringContaining('play money') });
    });
    expect(open()).toHaveLength(1);
  });

  test('house: started again, it takes its old quotes back before it makes new ones', async () => {
    const maker = createClient({ baseUrl: venue.url, account: { signer: houseSigner(SEED, MARKET_MAKER) } });
    // A run of its own: one that ended earlier may have taken its quotes back and made no new ones yet.
    await withHouse(async () => {
      const open = async () => (await maker.account.get()).openOrders;
      await expect.poll(open, patience).toBeGreaterThanOrEqual(QUOTES_MIN * tokens.length);
    });
    const left = await maker.orders.place({ tokenId: tokens[0]!, side: 'BUY', price: '0.01', size: '5' });
    await withHouse(async () => {
      await expect.poll(async () => (await maker.orders.get(left.orderID)).status, patience).toBe('CANCELED');
      await expect.poll(twoSided, patience).toBe(tokens.length);
    });
    // Fewer than old and new ones together, however many are on their way when the house ends.
    expect((await maker.account.get()).openOrders).toBeLessThan(2 * QUOTES_MIN * tokens.length);
  });
});
