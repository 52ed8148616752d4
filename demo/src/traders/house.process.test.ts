/** The house against a real venue with a few markets of the demo catalog. */
import { type Client, createClient } from '@bellwether/sdk';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCatalog } from '../catalog/index.ts';
import { runHouse } from './house.ts';
import { houseSigner, takerName } from './house-accounts.ts';
import { OPENING_THREADS } from './talk.ts';

const SEED = 'test';
const SLUGS = ['science-prize-field-2027', 'odd-perfect-number-before-2030', 'club-coin-toss-2027'];
const events = demoCatalog.filter(({ slug }) => SLUGS.includes(slug));
const tokens = events.flatMap(({ markets }) => markets.map(({ clobTokenIds }) => clobTokenIds[0]));

let venue: VenueProcess;
let reader: Client;
let house: House;

interface House {
  /** Stops the house; throws if it logged any complaint. */
  stop(): Promise<void>;
}

function startHouse(): House {
  const { url, adminToken } = venue;
  const stop = new AbortController();
  const log: string[] = [];
  const { signal } = stop;
  const ended = runHouse({ url, seed: SEED, adminToken, log: (line) => log.push(line), signal, requestGapMs: 5 });
  return {
    stop: async () => {
      stop.abort();
      await ended;
      // On a busy machine the venue may be late.
      expect(log.filter((line) => !line.includes('no answer within'))).toEqual([]);
    },
  };
}

beforeAll(async () => {
  venue = await startVenueProcess({ settings: { BELLWETHER_STARTING_BALANCE: '10000' } });
  reader = createClient({ baseUrl: venue.url, timeoutMs: 900_000 });
  for (const event of events) {
    const headers = { authorization: `Bearer ${venue.adminToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${venue.url}/admin/events`, { method: 'POST', headers, body: JSON.stringify(event) });
    expect(response.status, await response.text()).toBe(201);
  }
  house = startHouse();
});

afterAll(() => house.stop());

test('house: every market is quoted, and takers trade with real orders [X6]', async () => {
  expect(tokens).toHaveLength(7);
  const books = await reader.books.getMany(tokens);
  expect(books.filter(({ bids, asks }) => bids.length >= 3 && asks.length >= 3)).toHaveLength(tokens.length);
  await eventually(async () => expect(await reader.trades.list()).not.toEqual([]));
  const [trade] = await reader.trades.list();
  expect(trade?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
});

test('house: says who it is, and opens the conversation once', async () => {
  const [thread, ...others] = SLUGS.flatMap((slug) =>
    OPENING_THREADS[slug] === undefined ? [] : [OPENING_THREADS[slug]],
  );
  expect(others).toEqual([]);
  const [comment, ...again] = await eventually(async () => {
    const all = await reader.comments.list({ limit: 100 });
    const opening = all.filter(({ body }) => body === thread?.[0]?.[1]);
    expect(opening[0]?.replyCount).toBeGreaterThanOrEqual(1);
    return opening;
  });
  expect(again).toEqual([]);
  expect(comment?.profile).toMatchObject({ name: 'Anselm Roy', bio: expect.stringContaining('play money') });
});

test('house: started again, its takers withdraw what they left in the books', async () => {
  const account = { signer: houseSigner(SEED, takerName(1)) };
  const taker = createClient({ baseUrl: venue.url, account, timeoutMs: 900_000 });
  await house.stop();
  const left = await taker.orders.place({ tokenId: tokens[0]!, side: 'BUY', price: '0.01', size: '5' });
  house = startHouse();
  await eventually(async () => expect((await taker.orders.get(left.orderID)).status).toBe('CANCELED'));
});
